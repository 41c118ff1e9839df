# As offers.bash. Where no line is edited fish 3.6 does not say where the cursor is: it is at the end of the word.
function commandline
    if contains -- -tC $argv
        string length -- "$(builtin commandline -ct)"
    else
        builtin commandline $argv
    end
end
source $argv[1]
while read -l line
    printf '%s\0' "> $line"
    for offered in (complete -C "$line" </dev/null)
        printf '%s\0' (string split -m 1 -f 1 \t -- $offered)
    end
end
