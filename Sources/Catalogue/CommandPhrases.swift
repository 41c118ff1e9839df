/// What `dcr-terminal` says on its command line: what is asked, results, warnings.
extension Phrase {
  // MARK: Configuration
  public static let expectedIssuer = Phrase(
    "config.expected.issuer", "an https URL such as https://localhost:8443/oauth/v2/oauth-anonymous")
  public static let expectedPlainIssuer = Phrase(
    "config.expected.issuer.plain", "an issuer without query, fragment and user name")
  public static let expectedLoopbackOptIn = Phrase(
    "config.expected.issuer.loopback", "https, or \"allowPlainHTTPLoopback\": true beside it")
  public static let expectedURI = Phrase(
    "config.expected.uri",
    "a URI such as io.curity.dcrclient:/callback, http://127.0.0.1/callback or https://app.example.com/callback")
  public static let expectedPrivateUseScheme = Phrase(
    "config.expected.uri.scheme", "a private-use scheme with a dot in it, a domain name reversed (RFC 8252 section 8.4)"
  )
  public static let expectedLoopbackLiteral = Phrase(
    "config.expected.uri.loopback",
    "http with the literal 127.0.0.1 or [::1] and a path (RFC 8252 sections 7.3 and 8.3)")
  public static let expectedClaimedURI = Phrase(
    "config.expected.uri.claimed", "https with a host and a path of the app's own (RFC 8252 section 7.2)")
  public static let expectedCommandLine = Phrase(
    "config.expected.command-line", "a program and its words, every quote closed")
  public static let wrongBrowserCommand = Phrase("usage.browser-command", "--browser-command must be {expected}")
  public static let noBrowserCommand = Phrase(
    "usage.no-browser-command", "--browser command needs --browser-command, or browserCommand in config.json")
  public static let flowNeedsCredentials = Phrase(
    "usage.flow-credentials", "the in-app browser needs --username and --password-file")
  public static let expectedNoFragment = Phrase(
    "config.expected.uri.fragment", "a URI without fragment (RFC 6749 section 3.1.2)")
  public static let expectedScope = Phrase(
    "config.expected.scope", "scope names with one space between, such as openid profile")
  public static let expectedResource = Phrase(
    "config.expected.resource", "an absolute URI without fragment, such as https://api.example/mcp (RFC 8707 section 2)"
  )
  public static let expectedResourceScope = Phrase(
    "config.expected.resource-scope",
    "names of scopes, each of printable ASCII without space, quote and backslash, and none of them dcr, which registers clients"
  )
  public static let expectedOrigin = Phrase(
    "config.expected.origin",
    "origins as browsers send them, in small letters and without path, such as https://app.example or http://localhost:5173; "
      + "http is for this computer alone")
  public static let expectedProxy = Phrase(
    "config.expected.proxy",
    "http://HOST:PORT or socks5://HOST:PORT without user name and password, which HTTPS_PROXY may have, or none")
  public static let expectedFingerprint = Phrase(
    "config.expected.fingerprint", "the SHA-256 of a certificate: 32 pairs of hexadecimal digits with colons between")
  public static let expectedClientID = Phrase("config.expected.client-id", "a name of printable ASCII characters")
  public static let expectedApplicationServer = Phrase(
    "config.expected.application-server", "an https URL without query, fragment and user name")
  public static let expectedOwnClient = Phrase(
    "config.expected.own-client", "a client id that is the application server's alone, such as \"demo-app\"")
  public static let expectedOtherParameter = Phrase(
    "config.expected.parameter.other", "a parameter that the protocol does not set or keep secret itself")
  public static let expectedParameterName = Phrase(
    "config.expected.parameter.name", "a name of 1 to 64 printable ASCII characters without space")
  public static let expectedParameterText = Phrase(
    "config.expected.parameter.text", "a string of 1 to 2000 characters without control characters")
  public static let expectedSeconds = Phrase("config.expected.seconds", "a whole number of seconds, 0 or more")
  public static let expectedLanguages = Phrase(
    "config.expected.languages", "language tags with one space between, such as \"de en\"")
  public static let expectedWords = Phrase("config.expected.words", "values without spaces, with one space between")
  public static let expectedDisplay = Phrase("config.expected.display", "one of page, popup, touch, wap")
  public static let expectedString = Phrase("config.expected.string", "a string")
  public static let expectedStrings = Phrase("config.expected.strings", "a list of strings")
  public static let expectedPaths = Phrase("config.expected.paths", "the path of a PEM file, or a list of them")
  public static let expectedChoice = Phrase("config.expected.choice", "one of {choices}")
  public static let expectedNumber = Phrase("config.expected.number", "a whole number from {low} to {high}")
  public static let expectedFlag = Phrase("config.expected.flag", "true or false")
  public static let expectedObject = Phrase("config.expected.object", "an object")
  public static let expectedClaims = Phrase(
    "config.expected.claims",
    "standard claims that have no member of their own, such as nickname, birthdate, phone_number and address")
  public static let expectedObjects = Phrase("config.expected.objects", "a list of objects, not empty")
  public static let anyValue = Phrase("config.any-value", "anything")
  public static let leftOut = Phrase("config.left-out", "leaving it out")
  public static let unknownMember = Phrase(
    "config.unknown-member", "{path}: the member “{member}” is not known and has no effect")
  public static let idleMember = Phrase(
    "config.idle-member", "{path}: the member “{member}” has no effect with registration {mode}")
  public static let idleBesideApplicationServer = Phrase(
    "config.idle-beside-application-server",
    "{path}: the member “{member}” has no effect with applicationServer, where nothing is registered")
  public static let idleWithoutKey = Phrase(
    "config.idle-without-key", "{path}: the member “{member}” has no effect without clientAuthentication private-key")
  public static let embeddedServerIsNotOpen = Phrase(
    "config.embedded-server-not-open",
    "{path}: with registration open, the embedded server wants a token all the same, unless "
      + "embeddedServer.policies.registration is open too")
  public static let profileDemands = Phrase(
    "config.profileDemands", "leave it out: the profile decides it, or leave out profile and choose one by one")
  public static let oneUserAgent = Phrase(
    "config.oneUserAgent", "leave one of them out: both name the external user agent")
  public static let codeOrApplicationServer = Phrase(
    "config.codeOrApplicationServer",
    "leave one of them out: the application server redeems authorization codes, and a login elsewhere brings none")
  public static let codeOrUserPresence = Phrase(
    "config.codeOrUserPresence",
    "leave one of them out: the app asks the server every few seconds, and the key would ask its user each time")
  public static let profileOfServer = Phrase(
    "config.profileOfServer",
    "leave it out: with the profile the embedded server does what FAPI 2.0 asks for, or leave out profile")
  public static let keysOrApplicationServer = Phrase(
    "config.keysOrApplicationServer",
    "leave one out: an application server asks for the tokens itself, and has no key of this phone")
  public static let keyOrStaticClient = Phrase(
    "config.keyOrStaticClient",
    "let the app register, or leave the profile out: how the ID tokens of a client are signed is agreed upon when it is registered"
  )
  public static let secretOrKey = Phrase(
    "config.secret-or-key", "leave one out: a client proves itself in one way")
  public static let registrationOrApplicationServer = Phrase(
    "config.registration-or-application-server",
    "leave out “registration” to use the application server, which has a client of its own and registers nothing; "
      + "or leave out “applicationServer” to register")
  public static let tokenFileOpenToOthers = Phrase(
    "config.token-file-open", "{path} can be read by others, who could register with its token: chmod 600 it")
  public static let notARegularFile = Phrase("config.not-a-regular-file", "it is no regular file")
  public static let expectedPath = Phrase("config.expected.path", "the path of a file")
  public static let notAConfigFile = Phrase("config.not-a-file", "it is no regular file of at most 1 MiB")
  public static let jsonReason = Phrase("config.json-reason", "{reason}, in line {line}")
  public static let notAnObject = Phrase("config.not-an-object", "it holds no JSON object")

  // MARK: Results
  public static let never = Phrase("clients.never", "never")
  public static let keystoreAskPassphrase = Phrase("keystore.ask.passphrase", "Keystore passphrase:")
  public static let plainChoice = Phrase("plain.choice", "Your choice (number, then Enter): ")
  public static let playerPlays = Phrase("player.plays", "playing a recording")
  public static let playerPaused = Phrase("player.paused", "recording, paused")
  public static let playerMarker = Phrase("player.marker", "part {number} of {count}")
  public static let playerKeys = Phrase("player.keys", "Space pause  . step  [ ] part  + - speed  q quit")
  public static let playerKeysPaused = Phrase(
    "player.keys.paused", "Space go on  . step  [ ] part  + - speed  q quit")
  public static let plainChanged = Phrase(
    "plain.changed", "The list has changed just now, and this number means something else. Choose again.")
  public static let plainHelp = Phrase(
    "plain.help",
    "Type a number of the list, a name or the beginning of one, then Enter. 0 leads out: it stops what is under way, keeps what a question would erase, goes back, or quits. “back” goes back and never quits, “again” says the last lines again, Enter alone the list, “help” or ? this. What erases or ends something takes its number or its whole name. In a field, a space before these words makes them text."
  )
  public static let plainHelpNames = Phrase("plain.help.names", "By name there are also: {names}")
  public static let plainNoSuchChoice = Phrase(
    "plain.no-such-choice", "There is no such choice. “help” says what can be typed, Enter alone the list.")
  public static let plainAmbiguous = Phrase("plain.ambiguous", "“{text}” can mean: {names}.")
  public static let plainWholeName = Phrase("plain.whole-name", "For {name}, type the whole name.")
  public static let plainKey = Phrase("plain.key", "{key} is a key of the full screen; here: {name}.")
  public static let plainKeyAlone = Phrase(
    "plain.key.alone", "{key} is a key of the full screen ({name}); lines have no such choice.")
  public static let plainTools = Phrase("plain.tools", "Tools")
  public static let plainValue = Phrase("plain.value", "New value")
  public static let plainNoWayBack = Phrase("plain.no-way-back", "There is nothing to go back to. 0 quits.")
  public static let plainCancelled = Phrase("plain.cancelled", "Cancelled: “{what}” goes no further.")
  public static let plainWordHelp = Phrase("plain.word.help", "help")
  public static let plainWordBack = Phrase("plain.word.back", "back")
  public static let plainWordAgain = Phrase("plain.word.again", "again")

  // What stands in lines for the signs of the screen.
  public static let markDone = Phrase("mark.done", "Done:")
  public static let markNow = Phrase("mark.now", "Now:")
  public static let markToCome = Phrase("mark.to-come", "To come:")
  public static let markFailed = Phrase("mark.failed", "Failed:")
  public static let markWarning = Phrase("mark.warning", "Attention:")
  public static let markHint = Phrase("mark.hint", "What to do:")
  public static let markChosen = Phrase("mark.chosen", "Chosen:")
  public static let markOther = Phrase("mark.other", "Not chosen:")
  public static let plainField = Phrase("plain.field", "{field}: ")
  public static let plainFilledField = Phrase("plain.field.filled", "{field} (Enter alone keeps “{value}”): ")

  // MARK: Reasons
  public static let reasonNoReadyLine = Phrase("reason.no-ready-line", "it did not become ready within {seconds} s")
  public static let reasonServerEnded = Phrase("reason.server-ended", "it ended with exit code {code}")
  public static let reasonNotTLS = Phrase(
    "reason.not-tls",
    "something else listens on port {port}, and it is no TLS server; stop it, or choose another port in issuer of config.json"
  )
  public static let reasonOtherServer = Phrase(
    "reason.other-server",
    "a server that this data directory does not trust listens on port {port}; stop it, or choose another port in issuer of config.json"
  )
  public static let reasonSilentServer = Phrase(
    "reason.silent-server",
    "something listens on port {port} but does not answer; stop it, or choose another port in issuer of config.json")
  public static let reasonOneAddress = Phrase(
    "reason.one-address",
    "something else listens at {address}, and the embedded server needs this port at 127.0.0.1 and [::1]; stop it, or choose another port in issuer of config.json"
  )
  public static let reasonBrowserTimeout = Phrase("reason.browser-timeout", "no redirect came back within {seconds} s")
  public static let reasonBrowserEnded = Phrase(
    "reason.browser-ended", "it ended with exit code {code} and no redirect")
  public static let reasonBrowserKilled = Phrase("reason.browser-killed", "signal {signal} ended it")
  public static let reasonNotThisRedirect = Phrase("reason.not-this-redirect", "the app waits for another redirect URI")
  public static let fileOfAnother = Phrase("file.of-another", "it belongs to another user, {user}")
  public static let fileOthersMayWrite = Phrase("file.others-may-write", "other users may write to it")
  public static let reasonConfined = Phrase(
    "reason.confined", "what is played may start no program; dcr-terminal script --allow-programs would allow it")
  public static let reasonNotThisAnswer = Phrase(
    "reason.not-this-answer", "the app waits for the answer to another request")
  public static let reasonNotInPath = Phrase("reason.not-in-path", "there is no such program in PATH")
  public static let hintBrowserEnded = Phrase("hint.browser-ended", "try again, or use another browser (--browser)")
  public static let reasonProgramMissing = Phrase(
    "reason.program-missing", "{program} is neither beside dcr-terminal nor in PATH")
}
