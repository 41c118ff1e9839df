    local completion
    if [[ "${1}" = -W ]]; then
        local -r typed="${cur//[\\\"\']/}"
        while IFS='' read -r completion; do
            if [[ -n "${completion}" && "${completion}" = "${typed}"* ]]; then COMPREPLY+=("${completion}"); fi
        done <<<"${2}"
    elif [[ "${1}" = -d ]]; then
        compopt -o dirnames
    else
        compopt -o default
    fi
