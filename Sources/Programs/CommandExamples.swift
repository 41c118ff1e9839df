/// The examples at the end of each command's help. A test makes sure that every command has some, and that its program accepts each.
package enum CommandExamples {
  /// By the words behind the program's name; the empty string stands for the program itself.
  package static let of: [String: [(line: String, what: String)]] = [
    "": [
      ("", "the app, full screen"), ("flow --username demouser --password-file password", "the same without a screen"),
      ("doctor --presenter", "look before the show"),
    ],
    "run": [
      ("run --plain", "lines instead of a screen"), ("run --device tablet --lang de", "another phone, in German"),
      ("run --presenter --theme light", "for an audience, in a bright room"),
      ("run --faults disk-full", "something goes wrong, on purpose"),
    ],
    "flow": [
      ("flow --username demouser --password-file password", "all of it, a line for each step"),
      (
        "flow --until register --json --username demouser --password-file password",
        "up to the registration, for a script"
      ),
    ],
    "serve": [
      ("serve", "the identity server alone, until Control-C"), ("serve --config my.json", "as another file says"),
    ],
    "clients": [("clients list", "all of them"), ("clients revoke ID", "stop one")],
    "clients list": [
      ("clients list", "the newest first"),
      ("clients list --status revoked --json", "those that are stopped, for a script"),
    ],
    "clients show": [("clients show ID", "a client and its grants")],
    "clients revoke": [("clients revoke ID", "its next request is refused")],
    "clients activate": [("clients activate ID", "it may come back")],
    "clients delete": [("clients delete ID", "with everything it was granted")],
    "clients token": [("clients token --output token", "a token that registers one client, into a file for you alone")],
    "users": [("users list", "who can sign in"), ("users add alice --password-file password", "one more")],
    "users list": [("users list", "who can sign in"), ("users list --json", "for a script")],
    "users show": [("users show demouser", "one user's profile")],
    "users add": [
      ("users add alice --password-file password --given-name Alice --roles manager", "a user with a role")
    ],
    "users change": [("users change alice --email alice@example.com", "a new address")],
    "users password": [("users password alice --password-file password", "a new password")],
    "users activate": [("users activate alice", "she may sign in again")],
    "users deactivate": [("users deactivate alice", "sessions and tokens end, too")],
    "users delete": [("users delete alice", "with her clients' grants")],
    "sessions": [("sessions list", "who is signed in"), ("sessions end ID", "end one")],
    "sessions list": [("sessions list", "who is signed in"), ("sessions list --json", "for a script")],
    "sessions end": [
      ("sessions end ID", "the next login asks for the password"),
      ("sessions end ID --revoke-grants", "and what it granted is dead"),
    ],
    "templates": [("templates list", "all of them"), ("templates show kiosk", "one of them")],
    "templates list": [("templates list", "all of them"), ("templates list --json", "for a script")],
    "templates show": [("templates show kiosk", "what an app that names it gets")],
    "templates add": [("templates add kiosk --metadata kiosk.json", "what apps that name it get")],
    "templates change": [("templates change kiosk --metadata kiosk.json", "for registrations to come")],
    "templates delete": [("templates delete kiosk", "nobody can name it any more")],
    "devices": [("devices list", "those that are trusted"), ("devices enroll tablet", "one more")],
    "devices list": [("devices list", "those that are trusted"), ("devices list --json", "for a script")],
    "devices enroll": [("devices enroll tablet", "its certificate goes into its folder")],
    "devices revoke": [("devices revoke tablet", "its certificate counts no more")],
    "push": [("push list", "who waits"), ("push send phone", "give it a token")],
    "push list": [("push list", "who waits for a token")],
    "push send": [("push send phone", "a token for one registration")],
    "admin": [("admin", "address, name and password"), ("admin --json", "for a script")],
    "config": [("config show", "what counts, and where it comes from"), ("config init", "a file to begin with")],
    "config show": [("config show", "what counts, and where it comes from"), ("config show --json", "for a script")],
    "config init": [
      ("config init", "./config.json, every member explained"), ("config init --config my.json", "another name"),
    ],
    "keystore": [("keystore show", "what is kept"), ("keystore check", "that it opens, and is whole")],
    "keystore show": [
      ("keystore show", "what is kept, secrets masked"), ("keystore show --device phone-2", "another phone's"),
    ],
    "keystore check": [("keystore check", "that it opens, and is whole")],
    "keystore reset": [("keystore reset --yes", "erase keystore and key")],
    "keystore export": [
      ("keystore export --output copy.age --to-passphrase-file passphrase", "a copy that a passphrase opens")
    ],
    "keystore passphrase": [
      ("keystore passphrase --new-passphrase-file passphrase", "a passphrase instead of the device's key"),
      ("keystore passphrase --remove", "the device's key again"),
    ],
    "keys": [("keys list", "what the secure element holds"), ("keys show THUMBPRINT", "a key's public part")],
    "keys list": [
      ("keys list", "what the secure element holds"),
      ("keys list --device phone-2 --json", "another phone's, for a script"),
    ],
    "keys make": [("keys make", "a key for a client that an operator registers")],
    "keys show": [("keys show THUMBPRINT", "what it is for, and its public part as a JWK")],
    "keys delete": [
      ("keys delete THUMBPRINT", "one of them, for good"), ("keys delete --all --yes", "all of them, without asking"),
    ],
    "age": [
      ("age encrypt --passphrase-file passphrase --output notes.age notes.txt", "any age reads it"),
      ("age decrypt --passphrase-file passphrase notes.age", "and back"),
    ],
    "age encrypt": [("age encrypt --passphrase-file passphrase --output notes.age notes.txt", "any age reads it")],
    "age decrypt": [("age decrypt --passphrase-file passphrase notes.age", "to standard output")],
    "open-uri": [
      ("open-uri \"io.curity.dcrclient:/callback?code=1&state=2\"", "as a desktop does for a link of the app")
    ],
    "uri-handler": [("uri-handler install", "links of the app lead here"), ("uri-handler remove", "and no longer")],
    "uri-handler install": [("uri-handler install", "links of the app lead here")],
    "uri-handler remove": [("uri-handler remove", "and no longer")],
    "doctor": [
      ("doctor", "what would work"), ("doctor --start --json", "the embedded server, too, for a script"),
      ("doctor --presenter", "the stage, and a rehearsal"),
    ],
    "record": [
      ("record demo.cast", "the app in presenter mode"),
      ("record demo.cast --autoplay --idle-limit 2", "the main job plays itself, no pause longer than 2 s"),
    ],
    "play": [("play demo.cast", "Space pauses, q quits"), ("play demo.cast --speed 2 --idle-limit 1", "quicker")],
    "gallery": [
      ("gallery --out gallery", "every screen; open gallery/index.html"),
      ("gallery --out new --compare gallery", "and what has changed"),
      ("gallery --out mine --brand brand.json --only registration", "your own app's first screens"),
    ],
    "script": [
      ("script --list", "what comes with the program"),
      ("script show-five-minutes --live", "one of them, before your eyes"),
      ("script tests/ --junit results.xml", "a folder of your own, in CI"),
    ],
    "faults": [("faults list", "presets and what can go wrong"), ("run --faults disk-full", "with one of them")],
    "faults list": [("faults list", "presets and what can go wrong"), ("faults list --json", "for a script")],
    "faults show": [("faults show disk-full", "a preset as a file to change")],
    "faults check": [("faults check faults.json", "whether it would be taken")],
    "lessons": [
      ("lessons list", "the lessons, a trainer's own among them"),
      ("lessons check my-lab.json --run", "before a class"),
      ("lessons report", "how far everybody has come"),
    ],
    "lessons list": [("lessons list", "as the panel has them"), ("lessons list --json", "for a script")],
    "lessons check": [
      ("lessons check my-lab.json", "whether a file of your own would be taken"),
      ("lessons check my-lab.json --run", "and whether its lab comes out as it says"),
    ],
    "lessons report": [
      ("lessons report", "of this data directory's devices"),
      ("lessons report ada grace --csv", "of two data directories"),
      ("lessons report --page lessons.html", "a page to print"),
    ],
    "lessons certificate": [("lessons certificate --for Ada", "a page to print and a signed file")],
    "lessons verify": [("lessons verify lessons-phone.jws", "whether it is genuine, and what it says")],
    "docs": [("docs", "what there is to read"), ("docs lessons", "one of them, in the pager")],
    "checks": [("checks list", "the cases"), ("checks report --out report", "the newest run as a report")],
    "checks list": [("checks list", "all cases"), ("checks list --area login", "those of one area")],
    "checks check": [("checks check cases.json", "whether a team's file would be taken")],
    "checks runs": [("checks runs", "the newest first"), ("checks runs --json", "for a script")],
    "checks report": [
      ("checks report --out report", "the newest run, into a folder"),
      ("checks report --out report --compare last", "beside the one before it"),
    ],
    "replay": [
      ("replay evidence.zip", "whether the app goes the same way today"),
      ("replay evidence.zip --as-script --output case.script", "a script that does the same"),
    ],
  ]
}
