# Uses the app of DCR Terminal as a client under test:
#   dcr-terminal client-test --drive 'sh dcr-terminal.sh CONFIG PASSWORD_FILE DATA_DIR'
# CONFIG and DATA_DIR are those of client-test; the app is a device of its own in that data directory.
set -eu
config=$1
password=$2
data=$3

flow() {
  exec "${DCR_TERMINAL:-dcr-terminal}" flow --config "$config" --data-dir "$data" --device under-test \
    --username demouser --password-file "$password" "$@"
}

# Each flow signs in anew, so no session lasts from one refresh to the next.
case $DCR_ACTION:$DCR_CHECK in
  refresh:rf-keep | refresh:rf-rotate | refresh:rf-down) exit 64 ;;
esac

case $DCR_ACTION in
  login) flow --until userinfo ;;
  refresh) flow --until refresh ;;
  logout) flow ;;
  restart) exit 0 ;; # each flow is a process of its own
  forget) rm -rf -- "$data/devices/under-test" "$data/secure-elements/under-test" ;;
  *) exit 64 ;; # it cannot do that
esac
