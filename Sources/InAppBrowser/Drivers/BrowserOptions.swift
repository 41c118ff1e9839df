import ArgumentParser
import Glibc
import LocalSockets

/// The command line of `dcr-browser`. No option takes a password, because other users can read command lines.
struct BrowserOptions: ParsableArguments {
  @Argument(help: "The page to open, http or https.") var url: String?
  @Option(name: .customLong("url-fd"), help: .long("url-fd")) var urlDescriptor: Int32?
  @Option(help: .long("redirect-uri")) var redirectURI: String?
  @Option(help: .long("dispatch-socket")) var dispatchSocket: String?
  @Option(name: .customLong("app-id"), help: .long("app-id")) var appID: String?
  @Option(help: .long("data-dir")) var dataDir: String
  @Option(name: .customLong("trusted-certificates"), help: .long("trusted-certificates"))
  var trustedCertificates: [String] = []
  @Option(
    help: .long("proxy"),
    transform: { text in
      guard Proxies(text) != nil else {
        throw ValidationError("a proxy is http://HOST:PORT, socks5://HOST:PORT or none")
      }
      return text
    })
  var proxy: String?
  @Flag(help: "Log in without a screen.") var headless = false
  @Option(help: ArgumentHelp("The user name for --headless.", valueName: "name")) var username: String?
  @Option(help: .long("password-file")) var passwordFile: String?
  @Option(help: .long("login-origin")) var loginOrigin: [String] = []
  @Option(help: .long("errand")) var errand: Errand.Name?
  @Option(help: .long("scope")) var scope: String?
  @Flag(help: "Start without cookies and keep none.") var ephemeral = false
  @Flag(help: "Erase the cookies, print the names of the erased files as a JSON array, and exit.") var clearData = false
  @Flag(help: .long("presenter")) var presenter = false
  @Option(help: .long("stop")) var stop: String?
  @Option(help: .long("autoplay")) var autoplay: Int?
  @Flag(help: "Lines instead of a screen, for screen readers and pipes.") var plain = false
  @Flag(help: "Draw with ASCII characters only.") var ascii = false
  @Flag(help: "Draw without colours.") var noColor = false
  @Option(
    help: ArgumentHelp(
      "What the first page meets on purpose: failure:CODE, status:NUMBER or time-out.", visibility: .hidden))
  var pageFault: String?
  @Option(help: ArgumentHelp("Colours of the screens.", valueName: Theme.names.joined(separator: "|")))
  var theme: String = Theme.names[0]
  @Flag(help: "Nothing on the screen moves by itself.") var noMotion = false
  @Flag(help: .long("slow-line")) var slowLine = false
  @Flag(help: "Ask the terminal nothing, and use only what every terminal has.") var basicTerminal = false
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
    guard Theme.names.contains(theme) else {
      throw ValidationError("--theme must be one of \(Theme.names.joined(separator: ", "))")
    }
    if let pageFault, PageFault(pageFault) == nil {
      throw ValidationError("--page-fault must be failure:CODE, status:NUMBER or time-out")
    }
    if let lang, Language(rawValue: lang) == nil { throw ValidationError(BrowserOptions.noLanguage) }
  }

  private func validate(_ redirectURI: String?) throws(ValidationError) -> RedirectURI {
    guard let redirectURI, redirectURI.contains(scalar: ":") else {
      throw ValidationError("--redirect-uri is needed, a URI with a scheme")
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
  static let noLanguage = "--lang must be en, de, sv or pseudo"

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

extension ArgumentHelp {
  /// A help that is long, from `Help/options.txt`: the option's name, what its value is called, and the text.
  fileprivate static func long(_ option: String) -> ArgumentHelp {
    guard let row = longHelps.first(where: { $0[0] == option }), row.count == 3 else { return "" }
    return ArgumentHelp(String(row[2]), valueName: row[1].isEmpty ? nil : String(row[1]))
  }

  private static let longHelps = (Embedded.help["options.txt"] ?? "").lines.map {
    $0.split(scalar: "|", omittingEmptySubsequences: false)
  }
}
