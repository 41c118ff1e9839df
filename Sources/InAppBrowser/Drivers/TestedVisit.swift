/// A visit for `server-test`, which wants to know what the server does to a browser, and not to receive the redirect.
///
/// The browser asks only the named origins. The first address elsewhere ends the visit unasked, whatever it is, and is told as the redirect.
struct TestedVisit: Hashable, Sendable {
  /// Origins that may be asked, in the browser's own spelling.
  let origins: Set<String>
  /// For each host the address to connect to.
  let pins: [String: IPAddress]
  /// Between two requests.
  let pauseMilliseconds: Int
  /// How often the password may be posted; 0: the cookies alone log in.
  let passwords: Int
  /// Whether the driver presses buttons that agree. Otherwise the visit ends at the first page.
  let presses: Bool

  /// `nil`: it is no description of such a visit.
  init?(_ json: JSON) {
    guard let urls = json["origins"]?.stringArray, let pins = json["pins"]?.objectValue,
      let pause = json["pause_ms"]?.intValue, let passwords = json["passwords"]?.intValue,
      let presses = json["presses"]?.boolValue, (0...10_000).contains(pause), (0...3).contains(passwords)
    else { return nil }
    origins = Set(urls.compactMap { WebURL($0)?.origin })
    self.pins = pins.reduce(into: [:]) { known, pin in
      known[pin.name] = known[pin.name] ?? pin.value.stringValue.flatMap { IPAddress($0) }
    }
    (pauseMilliseconds, self.passwords, self.presses) = (pause, passwords, presses)
  }

  /// A reference within a page is judged when it has become an address.
  func mayAsk(_ text: String) -> Bool {
    guard let url = WebURL(text) else { return true }
    return url.isHTTP && origins.contains(url.origin)
  }

  /// The line that tells the visit. It may hold a code: it goes to the program that started the browser, and nowhere else.
  static func report(_ history: [Hop], redirect: String?, end: String?) -> String {
    let hops = history.filter { $0.outcome != .handedOver }.map { hop -> JSON in
      var (status, failure) = (0, "")
      switch hop.outcome {
      case .status(let number)?: status = number
      case .failed(let code)?: failure = code
      case .handedOver?, nil: break
      }
      return [
        "method": .string(hop.method), "target": .string(hop.authority + hop.path), "status": .number("\(status)"),
        "failure": .string(failure), "password": .bool(hop.hasPassword),
      ]
    }
    return JSON.object([]).setting("hops", .array(hops)).setting("redirect", redirect.map(JSON.string))
      .setting("end", end.map(JSON.string)).compact
  }
}

/// Keeps the redirect in place of delivering it.
actor KeptRedirect: RedirectDelivering {
  private(set) var uri: String?
  func deliver(_ uri: String) async throws(BrowserError) { self.uri = uri }
}
