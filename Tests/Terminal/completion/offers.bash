# What Tab would offer for each line of standard input, in a bash that has no terminal. A line's last word is the one that is typed.
# usage: bash --norc offers.bash SCRIPT <LINES; prints NUL after each word: "> LINE", then what is offered.
source "$1"
# What bash is asked to complete by itself: files and folders. That is tried at a terminal.
compopt() { :; }
while IFS= read -r line; do
  mapfile -td ' ' COMP_WORDS < <(printf '%s ' "$line")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
  _dcr-terminal dcr-terminal "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" </dev/null
  printf '%s\0' "> $line" "${COMPREPLY[@]}"
done
