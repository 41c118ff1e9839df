# As offers.bash, in the zsh of a terminal that reads this file: completion is a matter of its line editor. ^T begins; the words go to
# the file that OFFERS names.
autoload -Uz compinit && compinit -u -D
source $SCRIPT
compadd() {
  # With -O, -A and -D nothing is offered, only looked for.
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    local -a offered
    builtin compadd -O offered "$@"
    (($#offered)) && print -rN -- "${offered[@]}" >>$OFFERS
  fi
  builtin compadd "$@"
}
offers() {
  local line
  for line in "${(@f)$(<$LINES_FILE)}"; do
    print -rN -- "> $line" >>$OFFERS
    BUFFER=$line CURSOR=$#line
    zle complete-word
  done
  BUFFER= && zle -R
  print -r -- "all is offered" >$TTY
}
zle -N offers && bindkey '^T' offers
