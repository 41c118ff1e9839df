extension ErrorText {
  /// What the commands of `dcr-terminal` raise.
  public static let commandErrors: [ErrorText] = [
    ErrorText(
      "usage", "wrong usage", "{detail}", hint: "read dcr-terminal help, or dcr-terminal help COMMAND"),
    ErrorText(
      "device_name", "wrong usage", "“{received}” cannot name a device",
      hint: "use letters, digits, dots, dashes and underscores, at most 64, e.g. --device tablet"),
    ErrorText(
      "device_in_use", "this device is in use",
      "another dcr-terminal (process {detail}) runs as the device “{received}” now",
      hint: "close it, or use another phone with --device NAME"),
    ErrorText(
      "choice_not_offered", "wrong usage", "{field} {received} is not in this version",
      hint: "this version offers {expected}"),
    ErrorText(
      "topic_unknown", "there is no such document", "“{received}” is no topic",
      hint: "take one of {expected}; `dcr-terminal docs` says what each is about"),
    ErrorText(
      "documents_missing", "the documents are not there", "{path} cannot be read",
      hint: "install the package again: they come with it, and with the sources in the folder docs"),
    ErrorText(
      "not_a_terminal", "the full-screen app cannot start", "standard input or output is not a terminal",
      hint: "run it in a terminal window, or use --plain, or the flow command, in scripts and pipes"),
    ErrorText(
      "unknown_terminal", "the full-screen app cannot start", "TERM is “{detail}”, which this machine does not know",
      hint: "set TERM to what your terminal is, e.g. TERM=xterm-256color, or use --plain"),
    ErrorText(
      "unsuitable_terminal", "the full-screen app cannot start",
      "a terminal of the kind “{detail}” cannot place its cursor", hint: "use another terminal, or --plain"),
    ErrorText(
      "config_missing", "cannot read the configuration", "{path} does not exist",
      hint: "name another file with --config, or create it with the shipped content: {expected}"),
    ErrorText(
      "config_exists", "there is a configuration already", "{path} exists",
      hint: "edit it, or name another file with --config"),
    ErrorText(
      "config_unwritable", "cannot write the configuration", "{path}: {detail}",
      hint: "name a file in a folder that you can write to, with --config"),
    ErrorText(
      "kept_file_damaged", "this data directory is damaged", "{path}: {detail}",
      hint:
        "put back what stood there, or delete it: another is made then, and an app whose port changes registers anew"),
    ErrorText(
      "config_unreadable", "cannot read the configuration", "{path}: {detail}",
      hint: "make it a readable file, or name another one with --config"),
    ErrorText(
      "config_not_trusted", "the configuration that lies here is not used", "{path}: {detail}",
      hint: "read it; if it says what you want, name it with --config, or make it yours alone (chmod go-w)"),
    ErrorText(
      "config_not_json", "the configuration is wrong", "{path} is no JSON that can be accepted: {detail}",
      hint: "correct the file; `dcr-terminal docs configuration` describes it"),
    ErrorText(
      "config_member_missing", "the configuration is wrong", "{path}: the member “{field}” is missing",
      hint: "add \"{field}\": {expected}"),
    ErrorText(
      "config_member_wrong", "the configuration is wrong",
      "{path}: “{field}” must be {expected}, but it is {received}",
      hint: "correct the member “{field}”; `dcr-terminal docs configuration` describes it"),
    ErrorText(
      "config_members_exclude", "the configuration contradicts itself",
      "{path}: “{field}” and “{received}” exclude each other", hint: "{expected}"),
    ErrorText(
      "config_not_supported", "the configuration asks for something that this version does not do",
      "{path}: “{field}” is {received}", hint: "this version supports {expected} for “{field}”"),
    ErrorText(
      "data_dir_unwritable", "cannot write to the data directory", "{path}: {detail}",
      hint: "make it writable for you, or name another one with --data-dir"),
    ErrorText(
      "data_dir_open_to_others", "the data directory is not safe", "other users may write to {path}",
      hint: "run chmod go-w on it, or name a folder of its own with --data-dir"),
    ErrorText(
      "log_file_unwritable", "cannot write the log", "{path}: {detail}",
      hint: "name a file in a folder that you may write to with --log-file"),
    ErrorText(
      "log_file_foreign", "cannot write the log", "{path} belongs to another user, {received}",
      hint: "name a file of your own, or a new one, with --log-file"),
    ErrorText(
      "port_in_use", "the identity server cannot start",
      "something else listens on port {received}, which {member} in config.json stands for",
      hint:
        "stop that program, or choose another port in {member}, where 0 is one of your own (serve has --port and --admin-port)"
    ),
    ErrorText(
      "server_cannot_listen", "the identity server cannot start", "it cannot listen on port {received}: {detail}",
      hint: "choose another port with --port (and in the issuer of config.json)"),
    ErrorText(
      "server_directory_unwritable", "the identity server cannot start", "cannot write to {path}: {detail}",
      hint: "make it writable for you, or name another data directory with --data-dir"),
    ErrorText(
      "server_database_damaged", "the identity server's database cannot be used", "{path} is damaged: {detail}",
      hint: "restore it from a copy, or move idsvr.sqlite away to start with an empty one"),
    ErrorText(
      "server_database_newer", "the identity server's database cannot be used",
      "{path} comes from a newer version of this program",
      hint: "use that version, or move idsvr.sqlite away to start with an empty one"),
    ErrorText(
      "server_database_older", "the identity server's database cannot be read yet",
      "{path} comes from an earlier version of this program",
      hint: "start the server: it brings the database up to date"
    ),
    ErrorText(
      "server_database_locked", "the identity server's database is locked", "another program keeps {path} to itself",
      hint: "close the program that has it open, or wait until it is done"),
    ErrorText(
      "server_database_unreadable", "the identity server's database cannot be read", "{path} is there, but {detail}",
      hint: "see to it that you may read and write the file and its folder"),
    ErrorText(
      "server_database_missing", "there is nothing to administer",
      "no identity server has run here yet: {path} is missing",
      hint: "start the app or dcr-terminal serve once, or name the right --data-dir"),
    ErrorText(
      "server_certificate_damaged", "the identity server cannot start", "{path} is damaged: {detail}",
      hint: "move the folder idsvr/tls away; a new certificate authority is made at the next start"),
    ErrorText(
      "unknown_client", "no such client", "no dynamically registered client has the id {received}",
      hint: "dcr-terminal clients list shows them all"),
    ErrorText(
      "server_program_missing", "the identity server cannot be started", "{detail}",
      hint: "install dcr-identity-server beside dcr-terminal; make build builds both"),
    ErrorText(
      "browser_missing", "the browser cannot be opened", "{detail}",
      hint: "install dcr-browser beside dcr-terminal; make build builds both"),
    ErrorText(
      "program_not_started", "a program cannot be started", "{path}: {detail}",
      hint: "install dcr-terminal and dcr-browser in one folder; make build builds both"),
    ErrorText(
      "user_agent_closed", "the login was not finished", "the browser was closed before it was done",
      hint: "start again and finish the login"),
    ErrorText(
      "user_agent_timeout", "the login was not finished", "{detail}", hint: "start again; a login has 5 minutes"),
    ErrorText("password_not_typed", "the password was not typed", "{detail}", hint: "{expected}"),
    ErrorText(
      "browser_failed", "the browser could not finish", "{detail}", hint: "{expected}"),
    ErrorText(
      "unknown_device", "no such device", "{received} is not enrolled, or was revoked",
      hint: "see dcr-terminal devices list; enroll it with dcr-terminal devices enroll {received}"),
    ErrorText(
      "output_unwritable", "not all of the output is written", "standard output: {detail}",
      hint: "make room, or send the output elsewhere; what was written is not all of it"),
    ErrorText(
      "token_file_unwritable", "the token cannot be saved", "{path}: {detail}",
      hint: "name a file in a folder that you can write to, and issue another token"),
    ErrorText(
      "nobody_listening", "the redirect could not be delivered", "no app of device {received} waits for one",
      hint: "start the login in the app first, with the same --data-dir and --device"),
    ErrorText(
      "refused", "the redirect was not accepted", "the app answered: {detail}",
      hint: "a redirect is accepted only while the app waits for it: start the login there again"),
    ErrorText(
      "unreachable", "the redirect could not be delivered", "the app's socket does not answer as it should: {detail}",
      hint: "check that the device's folder is yours alone, and start the app again"),
    ErrorText(
      "too_long", "the redirect could not be delivered", "it is longer than 65536 bytes",
      hint: "no redirect of this app is that long; look at where it came from"),
    ErrorText(
      "socket_in_use", "the app cannot wait for the redirect", "another app of this device waits already at {path}",
      hint: "finish or cancel the login there, or use another --device"),
    ErrorText(
      "socket_unusable", "the app cannot wait for the redirect", "{path}: {detail}",
      hint: "remove what is there and see that the folder is yours alone"),
    ErrorText(
      "browser_not_started", "the browser cannot be started", "{path}: {detail}",
      hint: "open the page with another one, e.g. --browser in-app or --browser manual"),
    ErrorText(
      "redirect_port_in_use", "the app cannot wait for the redirect", "something else listens on port {received}",
      hint:
        "stop that program, or leave the port out of redirectUri in config.json, so that a free one is taken each time"),
    ErrorText(
      "redirect_cannot_listen", "the app cannot wait for the redirect", "port {received}: {detail}",
      hint: "see that the loopback address of redirectUri exists here, or use the other one of 127.0.0.1 and [::1]"),
    ErrorText(
      "redirect_needs_in_app", "the redirect cannot come back",
      "redirectUri or postLogoutRedirectUri is an https address, which the browser “{received}” does not hand to this app",
      hint: "use --browser in-app, which honours the host's association file, or another kind of redirectUri"),
    ErrorText(
      "uri_scheme_not_own", "the scheme cannot be registered", "“{received}” is no domain name reversed",
      hint: "use a scheme such as com.example.app, of a domain that is yours (RFC 8252 section 7.1)"),
    ErrorText(
      "uri_handler_unwritable", "the scheme cannot be registered", "{path}: {detail}",
      hint: "make the folder writable for you, or set XDG_DATA_HOME to one that is"),
    ErrorText("interrupted", "interrupted", "a signal ended it before it was done", hint: "run it again"),
    ErrorText(
      "unexpected", "something went wrong", "{detail}", hint: "run it again with --log-file to see more"),
  ]
}
