import ArgumentParser
import Glibc
import LocalSockets

/// The command line of `dcr-browser`. No option takes a password, because other users can read command lines.
struct BrowserOptions: ParsableArguments {
  @Argument(help: "The page to open, http or https.") var url: String?
  @Option(
    name: .customLong("url-fd"),
    help: ArgumentHelp(
      """
      Read the page to open from this inherited descriptor, its URL or a JSON object with url, redirect_uri, errand and scope; 0 \
      is standard input. The app does so: everybody on the machine may read a command line, and the address holds state and nonce, at a \
      sign-out an ID token.
      """, valueName: "number"))
  var urlDescriptor: Int32?
  @Option(help: ArgumentHelp("The URI that belongs to the app: reaching it ends the browser.", valueName: "uri"))
  var redirectURI: String?
  @Option(
    help: ArgumentHelp(
      "The app's socket, which stands for the operating system's URI dispatch; not needed for a loopback redirect.",
      valueName: "path"))
  var dispatchSocket: String?
  @Option(
    name: .customLong("app-id"),
    help: ArgumentHelp(
      "The app's identifier: an https redirect is handed over when its host's association file names it.",
      valueName: "id"))
  var appID: String?
  @Option(
    help: ArgumentHelp("The browser's own folder, for its owner alone, which holds its cookies.", valueName: "dir"))
  var dataDir: String
  @Option(
    name: .customLong("trusted-certificates"),
    help: ArgumentHelp("A PEM file, trusted besides the system's. May be repeated.", valueName: "file"))
  var trustedCertificates: [String] = []
  @Option(
    help:
      "The proxy for every server but this computer's own: http://HOST:PORT or none. Otherwise the environment says it.",
    transform: { text in
      guard Proxies(text) != nil else {
        throw ValidationError("a proxy is http://HOST:PORT, socks5://HOST:PORT or none")
      }
      return text
    })
  var proxy: String?
  @Flag(help: "Log in without a screen.") var headless = false
  @Option(help: ArgumentHelp("The user name for --headless.", valueName: "name")) var username: String?
  @Option(help: ArgumentHelp("A file whose first line is the password for --headless.", valueName: "file"))
  var passwordFile: String?
  @Option(
    help: ArgumentHelp(
      """
      Another origin where the password may be typed, e.g. https://login.example. Without it only that of the first page's address. \
      May be repeated.
      """, valueName: "origin"))
  var loginOrigin: [String] = []
  @Option(
    help: """
      What the browser is opened for; without it the browser infers it from the address. At a sign-out --headless fills in no login \
      form.
      """)
  var errand: Errand.Name?
  @Option(
    help: ArgumentHelp(
      "What the app asks for: --headless ticks its boxes on a consent page. Without it the scope in the address counts.",
      valueName: "names"))
  var scope: String?
  @Flag(help: "Start without cookies and keep none.") var ephemeral = false
  @Flag(help: "Erase the cookies, print the names of the erased files as a JSON array, and exit.") var clearData = false
  @Flag(
    help:
      "Wait for a key after what happens without a question, a silent login or a sign-out, at most 45 seconds; captions explain the page."
  ) var presenter = false
  @Option(help: ArgumentHelp("With --presenter, where the show is: it stands before each headline.", valueName: "text"))
  var stop: String?
  @Option(
    help: ArgumentHelp(
      """
      Fill in pages before the eyes of an audience, each after so many seconds: with --username and --password-file, else as \
      the demo user of a server on this machine. Any key takes over.
      """, valueName: "seconds"))
  var autoplay: Int?
  @Flag(help: "Lines instead of a screen, for screen readers and pipes.") var plain = false
  @Flag(help: "Draw with ASCII characters only.") var ascii = false
  @Flag(help: "Draw without colours.") var noColor = false
  @Option(
    help: ArgumentHelp(
      "What the first page meets on purpose: failure:CODE, status:NUMBER or time-out.", visibility: .hidden))
  var pageFault: String?
  @Option(help: ArgumentHelp("Colours of the screens.", valueName: Theme.all.map(\.name).joined(separator: "|")))
  var theme: String = Theme.curity.name
  @Flag(help: "Nothing on the screen moves by itself.") var noMotion = false
  @Flag(help: "The line is slow: nothing moves, and the screen is taken only for what a person has to see.")
  var slowLine = false
  @Flag(help: "Ask the terminal nothing, and use nothing that not every terminal has.") var basicTerminal = false
  @Option(help: ArgumentHelp("Tell this FIFO what is shown, for a script that waits for it.", visibility: .hidden))
  var mirror: String?
  @Option(help: ArgumentHelp("The phone's time, as a JSON setting.", visibility: .hidden)) var clock: String?
  @Option(help: ArgumentHelp("What the phone is called, where there is more than one.", visibility: .hidden))
  var phoneName: String?
  @Option(help: "Language: en, de, sv or pseudo.") var lang: String?

  var proxies: Proxies { proxy.flatMap { Proxies($0) } ?? .ofThisProgram }

  func validate() throws {
    if clearData { return }
    switch (url, urlDescriptor) {
    case (let url?, nil): guard WebURL(url)?.isHTTP == true else { throw ValidationError(BrowserOptions.noURL) }
    case (nil, let descriptor?): guard descriptor >= 0 else { throw ValidationError(BrowserOptions.noDescriptor) }
    case (nil, nil): throw ValidationError(BrowserOptions.noURL)
    case (_?, _?): throw ValidationError("the URL comes as the argument or by --url-fd, not both")
    }
    if urlDescriptor == nil || redirectURI != nil { _ = try validate(redirectURI) }
    if headless, username == nil || passwordFile == nil {
      throw ValidationError("--headless needs --username and --password-file")
    }
    guard loginOrigin.allSatisfy({ LoginOrigins.origin($0) != nil }) else {
      throw ValidationError("--login-origin must be scheme, host and port, as in https://login.example:8443")
    }
    guard Theme.named(theme) != nil else {
      throw ValidationError("--theme must be one of \(Theme.all.map(\.name).joined(separator: ", "))")
    }
    if let pageFault, PageFault(pageFault) == nil {
      throw ValidationError("--page-fault must be failure:CODE, status:NUMBER or time-out")
    }
    if let lang, Language(rawValue: lang) == nil { throw ValidationError(BrowserOptions.noLanguage) }
  }

  private func validate(_ redirectURI: String?) throws(ValidationError) -> RedirectURI {
    guard let redirectURI, redirectURI.contains(scalar: ":") else {
      throw ValidationError("--redirect-uri must be a URI with a scheme")
    }
    let redirect = RedirectURI(text: redirectURI)
    // At a loopback port the app itself receives the redirect.
    guard redirect.isLoopback || dispatchSocket.flatMap({ URIDispatchAddress(socketPath: $0) }) != nil else {
      throw ValidationError("--dispatch-socket must name a socket that ends in /\(URIDispatchAddress.socketName)")
    }
    return redirect
  }

  // Messages for wrong options that are needed in more than one place. In English, like all usage errors.
  static let noURL = "the URL must be an absolute http or https URL"
  static let noDescriptor = "--url-fd must be a descriptor that can be read"
  static let noLanguage = "--lang must be en, de or sv"

  /// What the browser is opened for.
  struct Visit {
    let url: WebURL
    let redirectURI: RedirectURI
    let errand: Errand
    var tested: TestedVisit?
  }

  /// The visit, from the command line or the descriptor. Call it once: a pipe is empty afterwards.
  func visit() throws -> Visit {
    let text = try urlDescriptor.map(BrowserOptions.text) ?? url ?? ""
    let handed = text.hasPrefix(bytes: "{") ? try? JSON.parse(text) : nil
    guard let url = WebURL(handed?["url"]?.stringValue ?? text), url.isHTTP else {
      throw ValidationError(BrowserOptions.noURL)
    }
    let name = handed?["errand"]?.stringValue.flatMap(Errand.Name.init) ?? errand
    return Visit(
      url: url, redirectURI: try validate(handed?["redirect_uri"]?.stringValue ?? redirectURI),
      errand: Errand(name, scope: handed?["scope"]?.stringValue ?? scope, at: url),
      tested: handed?["test"].flatMap(TestedVisit.init))
  }

  /// A text from an inherited descriptor, because other users can read command lines. Closes the descriptor, so that later programs do not inherit it,
  /// and drops a final line break.
  private static func text(of descriptor: Int32) throws -> String {
    defer { if descriptor > STDERR_FILENO { close(descriptor) } }
    let bytes: [UInt8]
    do { bytes = try SystemFileOperations().contents(of: descriptor, named: "", upTo: longestText + 1) } catch {
      throw ValidationError(noDescriptor)
    }
    guard bytes.count <= longestText, let text = String(validating: bytes, as: UTF8.self) else {
      throw ValidationError(noURL)
    }
    return text.without(suffix: "\n").map(String.init) ?? text
  }

  private static let longestText = 1 << 20

  /// The automatic actions of a visit.
  func task(_ credentials: Credentials, on visit: Visit) -> HeadlessTask {
    HeadlessTask(
      credentials: credentials, errand: visit.errand,
      origins: LoginOrigins(first: visit.url, named: loginOrigin.compactMap(LoginOrigins.origin)), text: catalogue,
      tested: visit.tested)
  }

  /// The chosen language, else the environment's. Headless runs default to English everywhere, for scripts.
  var catalogue: Catalogue {
    if let lang { return Catalogue(Language(rawValue: lang) ?? .english) }
    return Catalogue(headless ? .english : Language.ofEnvironment)
  }

  /// The phone's time: the app's, which a tester may have changed, else the machine's.
  var time: TimeSource {
    guard let clock, let json = try? JSON.parse(clock), let setting = ClockSetting(json) else { return .system }
    return AdjustableClock(setting).source
  }
}
