/// What `doctor` says of what it looked at, and what to do about it.
extension Phrase {
  public static let doctorTerminal = Phrase("doctor.area.terminal", "Terminal")
  public static let doctorConfiguration = Phrase("doctor.area.configuration", "Configuration")
  public static let doctorData = Phrase("doctor.area.data", "Data on this machine")
  public static let doctorServer = Phrase("doctor.area.server", "Server")
  public static let doctorMetadata = Phrase("doctor.area.metadata", "What the server says it can do")
  public static let doctorFlow = Phrase("doctor.area.flow", "Steps of the flow")
  public static let doctorHint = Phrase("doctor.hint", "hint: {hint}")
  public static let doctorWorks = Phrase("doctor.works", "The flow would work.")
  public static let doctorFails = Phrase("doctor.fails", "The flow would fail: {why}")

  // MARK: Terminal
  public static let doctorNoTerminal = Phrase(
    "doctor.terminal.none", "standard input or output is no terminal; flow and --plain need none")
  public static let doctorTerminalGood = Phrase(
    "doctor.terminal.good", "{term}, {size}, {colours} colours, {encoding}")
  public static let doctorTerminalUnknown = Phrase(
    "doctor.terminal.unknown", "TERM is “{term}”, which this machine does not know")
  public static let doctorTerminalUnknownHint = Phrase(
    "doctor.terminal.unknown.hint", "set TERM to what your terminal is, e.g. TERM=xterm-256color, or use --plain")
  public static let doctorTerminalSmall = Phrase(
    "doctor.terminal.small", "{term}, {size}: the screens are drawn for 40x15 and more")
  public static let doctorTerminalSmallHint = Phrase("doctor.terminal.small.hint", "make the window larger")
  public static let doctorNotUTF8 = Phrase(
    "doctor.terminal.not-utf8", "the locale is not UTF-8, so everything is drawn in ASCII")
  public static let doctorNotUTF8Hint = Phrase(
    "doctor.terminal.not-utf8.hint", "set LANG to C.UTF-8 or another UTF-8 one")

  // MARK: Configuration and data
  public static let doctorConfigurationGood = Phrase(
    "doctor.configuration.good", "{path}: issuer {issuer}, client {client}, scope {scope}, {way}")
  public static let doctorIgnored = Phrase("doctor.configuration.ignored", "{warning}")
  public static let doctorIgnoredHint = Phrase(
    "doctor.configuration.ignored.hint", "correct it, or leave it out; docs/configuration.md describes the members")
  public static let doctorDataGood = Phrase("doctor.data.good", "{path} is this user's alone")
  public static let doctorDataReadable = Phrase("doctor.data.readable", "other users may look into {path}")
  public static let doctorDataReadableHint = Phrase("doctor.data.readable.hint", "run chmod 700 on it")
  public static let doctorDataMissing = Phrase("doctor.data.missing", "{path} does not exist; the first start makes it")
  public static let doctorLocalhostRedirect = Phrase(
    "doctor.localhost-redirect",
    "{uri} names localhost, which RFC 8252 §8.3 advises against: name resolution decides where it leads")
  public static let doctorLocalhostRedirectHint = Phrase(
    "doctor.localhost-redirect.hint",
    "use http://127.0.0.1/callback where the server takes it; allowLocalhostRedirect is for servers that do not")
  public static let doctorKeystoreNone = Phrase(
    "doctor.keystore.none", "device {device} is not registered yet; the flow begins with the registration")
  public static let doctorKeystoreGood = Phrase(
    "doctor.keystore.good", "device {device} is registered as {client}; the keystore opens with this device's key")
  public static let doctorKeystoreLocked = Phrase(
    "doctor.keystore.locked", "device {device} has a keystore under a passphrase; it was not opened")
  public static let doctorKeystoreUnneeded = Phrase(
    "doctor.keystore.unneeded", "device {device} keeps nothing yet; it needs no registration")
  public static let doctorKeystoreStatic = Phrase(
    "doctor.keystore.static",
    "device {device} keeps the last login of {client}; the keystore opens with this device's key")
  public static let doctorRefreshTokenKept = Phrase(
    "doctor.refresh-token.kept", "a refresh token of {client} is kept for the silent start")
  public static let doctorRefreshTokenLeft = Phrase(
    "doctor.refresh-token.left", "a refresh token of {client} is kept, and silentStart is off")
  public static let doctorRefreshTokenLeftHint = Phrase(
    "doctor.refresh-token.left.hint", "start the app: it removes the token before anything else")
  public static let doctorMeansGood = Phrase("doctor.means.good", "{path} can be used to register")
  public static let doctorBrowserGood = Phrase("doctor.browser.good", "the browser is {path}")

  // MARK: Server
  public static let doctorNotStarted = Phrase(
    "doctor.server.not-started", "nothing listens at {issuer}; the app would start the embedded server there")
  public static let doctorNotStartedHint = Phrase(
    "doctor.server.not-started.hint", "use --start to start it for this check")
  public static let doctorReached = Phrase("doctor.server.reached", "{issuer} answers")
  public static let doctorPlainHTTP = Phrase(
    "doctor.server.plain", "plain HTTP on this machine, as allowPlainHTTPLoopback allows: nothing protects what is sent"
  )
  public static let doctorCertificate = Phrase(
    "doctor.server.certificate",
    one: "the certificate is {subject}'s, from {issuer}, and good until {date} ({days} day)",
    other: "the certificate is {subject}'s, from {issuer}, and good until {date} ({days} days)", counting: "days")
  public static let doctorCertificateHint = Phrase(
    "doctor.server.certificate.hint", "renew it before that day; from then on every connection is refused")
  public static let doctorMetadataGood = Phrase("doctor.metadata.good", "metadata at {url}")
  public static let doctorMetadataAbsent = Phrase("doctor.metadata.absent", "no metadata at {url} (HTTP {status})")
  public static let doctorMetadataDiffers = Phrase(
    "doctor.metadata.differs", "the two metadata documents name different addresses: {members}")
  public static let doctorMetadataDiffersHint = Phrase(
    "doctor.metadata.differs.hint", "make them agree; the app follows the one at the OpenID place")
  public static let doctorClockGood = Phrase(
    "doctor.clock.good", "the server's clock and this one differ by {seconds} s")
  public static let doctorClockOff = Phrase(
    "doctor.clock.off", "the server's clock is {seconds} s {direction} this one; up to {tolerance} s are tolerated")
  public static let doctorClockAhead = Phrase("doctor.clock.ahead", "ahead of")
  public static let doctorClockBehind = Phrase("doctor.clock.behind", "behind")
  public static let doctorClockHint = Phrase(
    "doctor.clock.hint", "set both clocks, e.g. by NTP; ID tokens are refused as not yet issued or too old otherwise")
  public static let doctorClockUnknown = Phrase("doctor.clock.unknown", "the server does not say what time it is there")

  // MARK: Abilities
  public static let doctorOffered = Phrase("doctor.offered", "{what}: {value}")
  public static let doctorNotSaid = Phrase("doctor.not-said", "{what}: the metadata does not say")
  public static let doctorNotOffered = Phrase("doctor.not-offered", "{what}: not offered")
  public static let doctorLacks = Phrase("doctor.lacks", "{what}: {needed} is not among {value}")
  public static let doctorRegistrationHint = Phrase(
    "doctor.registration.hint", "switch dynamic client registration (RFC 7591) on at the server")
  public static let doctorPKCEHint = Phrase(
    "doctor.pkce.hint", "allow the code challenge method S256 for public clients; the app sends nothing weaker")
  public static let doctorPKCEUnsaidHint = Phrase(
    "doctor.pkce.unsaid.hint",
    "the app sends S256 anyhow; a server that ignores it does not protect the code (RFC 9700 §2.1.1)")
  public static let doctorCodeHint = Phrase("doctor.code.hint", "allow the authorization code flow at the server")
  public static let doctorMethodHint = Phrase(
    "doctor.method.hint", "allow client_secret_basic, client_secret_post or none at the token endpoint")
  public static let doctorAlgorithmHint = Phrase(
    "doctor.algorithm.hint", "let the server sign ID tokens with RS256, PS256 or ES256")
  public static let doctorScopeHint = Phrase(
    "doctor.scope.hint", "correct scope in config.json, or add it at the server; an unknown one may be refused")
  public static let doctorKeysGood = Phrase("doctor.keys.good", "signing keys: {count} of {all} can be used")
  public static let doctorKeysNone = Phrase("doctor.keys.none", "signing keys: none of {all} can be used")
  public static let doctorKeysHint = Phrase(
    "doctor.keys.hint", "publish an RSA key of 2048 to 8192 bits or a P-256 key for signatures")
  public static let doctorUnmatchedIssHint = Phrase(
    "doctor.iss.hint",
    "without it only a redirect URI for each issuer tells the answers of two servers apart (RFC 9700 §4.4.2.2)")

  // MARK: Steps
  public static let doctorStepWorks = Phrase("doctor.step.works", "{step}")
  public static let doctorStepSkipped = Phrase("doctor.step.skipped", "{step}: will be skipped, {why}")
  public static let doctorStepFails = Phrase("doctor.step.fails", "{step}: will fail, {why}")
  public static let doctorStepUnreached = Phrase("doctor.step.unreached", "{step}: not reached")
  public static let doctorStepUnknown = Phrase("doctor.step.unknown", "{step}: not known before the server runs")
  public static let doctorWhyNoRefresh = Phrase(
    "doctor.why.no-refresh", "the server does not offer the refresh_token grant")
}
