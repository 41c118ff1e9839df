/// The frame that all pages of the administrator share.
enum AdministrationFrame {
  static let stylesheetPath = "/assets/admin.css"
  static let scriptPath = "/assets/admin.js"
  static let newEventsPath = "/admin/events.json"
  static let exchangesPath = "/admin/exchanges"
  static let faultsPath = "/admin/faults"
  static let newExchangesPath = "/admin/exchanges.json"
  static let clientTestsPath = "/admin/client-tests.json"
  /// Pages ask here several times a second; these requests are not reported as events, and logged for debugging alone.
  static let polledPaths: Set = [newEventsPath, newExchangesPath, clientTestsPath]

  static let sections: [AdministrationText] = [.clients, .templates, .users, .sessions, .events, .exchanges, .faults]

  static func link(_ section: AdministrationText, _ id: String) -> String {
    "/admin/\(section.rawValue)/" + PercentCoding.encode(id, .unreserved)
  }

  static func exchanges(_ filter: String, _ value: String) -> String {
    exchangesPath + "?\(filter)=" + PercentCoding.encode(value, .unreserved)
  }

  static func faults(forClient id: String) -> String {
    faultsPath + "?kind=client&target=" + PercentCoding.encode(id, .unreserved)
  }

  /// Allows this server's own scripts, on the administrator's pages only: the pages of the protocol have no scripts.
  static let policy = """
    default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; \
    frame-ancestors 'none'; form-action 'self'
    """

  /// The page's own address with its filter, without the message about what was done.
  static func address(of request: ServerRequest) -> String {
    let pairs = request.query.split(scalar: "&").filter { !$0.hasPrefix(bytes: "done=") }
    let address = request.path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    return isOwn(address) ? address : "/admin"
  }

  /// The page that the form was on. Addresses outside the administration are ignored.
  static func back(_ request: ServerRequest) -> String {
    guard request.method == "POST", let back = (try? request.form())?["back"], isOwn(back) else { return "/admin" }
    return back
  }

  static func isOwn(_ address: String) -> Bool {
    (address == "/admin" || address.hasPrefix(bytes: "/admin/") || address.hasPrefix(bytes: "/admin?"))
      && address.utf8.count <= 2048
      && address.utf8.allSatisfy { Base64URL.contains($0) || "/?&=%.~+@:!$'()*,;".utf8.contains($0) }
  }
}

extension Pages {
  func say(_ text: AdministrationText, _ values: [String: String] = [:]) -> String { say(text.phrase, values) }

  func sentence(_ error: IdentityServerError) -> String {
    let text = ErrorText.of(error.code.rawValue)
    let values = ["received": error.subject, "path": error.subject, "detail": error.detail]
    let sentence = say(text.title) + ": " + say(text.explanation, values) + "."
    return sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  func administration(
    _ section: AdministrationText?, _ title: String, _ template: String, _ values: [String: Any],
    signOutForm: String, status: Int, note: String
  ) -> ServerResponse {
    var values = values
    let words = Dictionary(uniqueKeysWithValues: AdministrationText.allCases.map { ($0.rawValue, say($0)) })
    values["t"] = words
    let navigation = AdministrationFrame.sections.map { item -> [String: Any] in
      ["path": item == .clients ? "/admin" : "/admin/" + item.rawValue, "text": say(item), "isHere": item == section]
    }
    let frame: [String: Any] = [
      "language": catalogue.language.tag, "title": title, "t": words, "navigation": navigation,
      "stylesheet": Addresses.stylesheetPath, "administrationStylesheet": AdministrationFrame.stylesheetPath,
      "script": AdministrationFrame.scriptPath, "signOutForm": signOutForm, "footer": say(.pageFooter),
      "done": values["done"] ?? "", "hasDone": values["done"] != nil, "alert": values["alert"] ?? "",
      "hasAlert": values["alert"] != nil, "body": render(values, "admin-" + template),
    ]
    return html(frame, "admin-frame", policy: AdministrationFrame.policy, status: status, note: note)
  }

  /// What a field of a form offers.
  static func options(_ all: [(value: String, text: String)], _ chosen: String?) -> [[String: Any]] {
    all.map { ["value": $0.value, "text": $0.text, "isChosen": $0.value == chosen] }
  }

  /// `2026-03-01 12:30 UTC`: the same in every language, and sortable.
  static func moment(_ date: Date) -> String {
    date.formatted(.iso8601).prefix(16).replacingBytes(of: "T", with: " ") + " UTC"
  }

  static func second(_ date: Date) -> String {
    String(date.formatted(.iso8601).prefix(19).replacingBytes(of: "T", with: " "))
  }
}
