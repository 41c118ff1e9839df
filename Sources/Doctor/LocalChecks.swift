import UserAgents
import Keystore

/// Facts about this machine, not judged yet.
package struct LocalFacts: Hashable, Sendable {
  package struct Terminal: Hashable, Sendable {
    /// `TERM`; empty if it is not set.
    var name: String
    package var columns: Int
    package var rows: Int
    /// `nil`: terminfo does not know the name.
    var colours: Int?
    var isUTF8: Bool
  }

  package enum Keystore: Hashable, Sendable {
    case none
    case registered(client: String, issuer: String, keepsRefreshToken: Bool = false)
    case locked
    case failed(CommandError)
  }

  /// `nil`: standard input or output is not a terminal.
  package var terminal: Terminal?
  var dataPath: String
  /// Permission bits of the data directory; `nil`: it does not exist.
  var dataMode: UInt32?
  var device: String
  var inUse: CommandError?
  package var keystore: Keystore
  /// The keystore's registration, if the device's key opens it.
  var registration: ClientRegistration?
  var userAgent = UserAgentKind.inApp
  /// The browser program; `nil`: this program does not start one.
  var browser: Result<String, CommandError>?
  /// The scheme that the desktop has to pass to this program; `nil`: answers come back in another way.
  var scheme: Scheme?
  var means: Means?
  /// The keys of this device, after a test of its secure element; `nil`: not checked.
  var secureElement: Result<[ElementKey], CommandError>?
  var tools: [Finding] = []

  struct Scheme: Hashable, Sendable {
    var name: String
    /// The file name of the desktop entry that handles the scheme; `nil`: no entry does.
    var handler: String?
  }

  struct Means: Hashable, Sendable {
    /// `initial_access_token` or `device_certificate`.
    var check: String
    var path: String
    /// A sentence if the file can be used but should be changed.
    var state: Result<String?, CommandError>

    var error: CommandError? { if case .failure(let error) = state { error } else { nil } }
  }

  /// For a check of another server than the configured one: leaves out this device's registrations at other servers.
  package mutating func leaveOut(registrationsBut issuer: String?) {
    if case .registered(_, let known, _) = keystore, known == issuer { return }
    (keystore, registration) = (.none, nil)
  }
}

struct LocalChecks {
  let facts: LocalFacts
  /// `nil`: the configuration cannot be read.
  let issuer: String?
  /// Whether the app registers its own client; otherwise it uses a static one or the application server's.
  var registers = true
  var silentStart = false
  /// Whether the configuration or the registration uses a key of the secure element.
  var takesKeys = true

  func findings() -> [Finding] {
    let inUse = facts.inUse.map { Finding(.data, "device", $0) }
    let data = [dataDirectory, inUse, keystore, refreshToken, means, browser, handler, secureElement]
    return terminal + data.compactMap(\.self) + facts.tools
  }

  private func data(_ check: String, _ verdict: Finding.Verdict, _ what: String, _ hint: String? = nil) -> Finding {
    Finding(.data, check, verdict, what, hint: hint)
  }

  private var means: Finding? {
    guard let means = facts.means else { return nil }
    return switch means.state {
    case .failure(let error): Finding(.data, means.check, error)
    case .success(let warning?): data(means.check, .warning, warning)
    case .success(nil): data(means.check, .ok, "\(means.path) can be used to register")
    }
  }

  private var terminal: [Finding] {
    func found(_ verdict: Finding.Verdict, _ what: String, _ hint: String? = nil) -> Finding {
      Finding(.terminal, "terminal", verdict, what, hint: hint)
    }
    guard let terminal = facts.terminal else {
      return [found(.note, "standard input or output is no terminal; flow and --plain need none")]
    }
    guard let colours = terminal.colours else {
      let hint = "set TERM to what your terminal is, e.g. TERM=xterm-256color, or use --plain"
      return [found(.warning, "TERM is “\(terminal.name)”, which this machine does not know", hint)]
    }
    let size = "\(terminal.name), \(terminal.columns)x\(terminal.rows)"
    let isSmall = terminal.columns < 40 || terminal.rows < 15
    let first =
      isSmall
      ? found(.warning, "\(size): the screens are drawn for 40x15 and more", "make the window larger")
      : found(.ok, "\(size), \(colours) colours, \(terminal.isUTF8 ? "UTF-8" : "ASCII")")
    if terminal.isUTF8 { return [first] }
    var encoding = found(
      .note, "the locale is not UTF-8, so everything is drawn in ASCII", "set LANG to C.UTF-8 or another UTF-8 one")
    encoding.check = "encoding"
    return [first, encoding]
  }

  private var dataDirectory: Finding {
    let (path, check) = (facts.dataPath, "data_directory")
    guard let mode = facts.dataMode else {
      return data(check, .note, "\(path) does not exist; the first start makes it")
    }
    if mode & 0o022 != 0 { return Finding(.data, check, CommandError(.dataDirOpenToOthers, ["path": path])) }
    guard mode & 0o055 == 0 else {
      return data(check, .warning, "other users may look into \(path)", "run chmod 700 on it")
    }
    return data(check, .ok, "\(path) is this user's alone")
  }

  private var keystore: Finding {
    let (device, check) = ("device " + facts.device, "keystore")
    switch facts.keystore {
    case .none:
      let state =
        registers
        ? "is not registered yet; the flow begins with the registration" : "keeps nothing yet; it needs no registration"
      return data(check, .ok, "\(device) \(state)")
    case .locked: return data(check, .ok, "\(device) has a keystore under a passphrase; it was not opened")
    case .failed(let error): return Finding(.data, check, error)
    case .registered(_, let bound, _) where issuer != nil && bound != issuer:
      let values = ["received": bound, "expected": issuer ?? ""]
      return Finding(.data, check, CommandError(ApplicationStateError.Code.otherIssuer, values))
    case .registered(let client, _, _):
      let state = registers ? "is registered as" : "keeps the last login of"
      return data(check, .ok, "\(device) \(state) \(client); the keystore opens with this device's key")
    }
  }

  /// Names a kept refresh token, because it opens a session to anyone who can open the keystore. The next start removes one that is no longer used.
  private var refreshToken: Finding? {
    guard case .registered(let client, _, keepsRefreshToken: true) = facts.keystore else { return nil }
    let kept = "a refresh token of \(client) is kept"
    guard !silentStart else { return data("refresh_token", .note, kept + " for the silent start") }
    return data(
      "refresh_token", .warning, kept + ", and silentStart is off",
      "start the app: it removes the token before anything else")
  }

  private var secureElement: Finding? {
    switch facts.secureElement {
    case nil: return nil
    case .failure(let error):
      var finding = Finding(.data, "secure_element", error)
      // Without a use for keys, the app works all the same.
      if !takesKeys { finding.verdict = .note }
      return finding
    case .success(let keys):
      let count = keys.isEmpty ? "no key" : keys.count == 1 ? "one key" : "\(keys.count) keys"
      return data("secure_element", .ok, "the secure element signs; device \(facts.device) has \(count) in it")
    }
  }

  private var browser: Finding {
    switch facts.browser {
    case .success(let path): data("browser", .ok, "the browser is \(path)")
    case .failure(let error): Finding(.data, "browser", error)
    case nil: data("browser", .ok, "no browser is started: \(facts.userAgent.rawValue) leaves that to you")
    }
  }

  private var handler: Finding? {
    guard let scheme = facts.scheme else { return nil }
    let (check, name) = ("uri_handler", scheme.name)
    let loopback = "use a loopback redirect, http://127.0.0.1/callback, which every browser reaches without a question"
    switch scheme.handler {
    case nil:
      let own = facts.userAgent == .system ? "; the app does so by itself where its server takes it" : ""
      return data(
        check, .warning, "no program here opens \(name), so no browser can bring an answer back",
        loopback + own + "; or run dcr-terminal uri-handler install")
    case let own? where own == DesktopEntry.fileName(of: name):
      return data(check, .note, "\(own) opens \(name), after the browser has asked", loopback)
    case let other?:
      return data(
        check, .warning, "\(other) opens \(name), and not this program",
        "run dcr-terminal uri-handler install, or " + loopback)
    }
  }
}
