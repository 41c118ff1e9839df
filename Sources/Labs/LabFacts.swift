import AppState
import Catalogue
import OAuthClient
import Programs
import SharedValues
import Workshop

/// The facts that a step of a lesson found, by name. Only facts that the lesson asks for are shown, and secrets only masked.
struct LabFacts: Sendable {
  private var values: [String: String]
  init(_ values: [String: String] = [:]) { self.values = values }
  init(result: String) { self.init(["result": result]) }

  /// Whether an HTTP request was answered with a status of the 200s.
  var succeeded: Bool { values["status"].flatMap { Int($0) }.map { (200..<300).contains($0) } ?? false }

  subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The texts, numbers and flags of a JSON object.
  mutating func add(_ object: JSON) {
    for member in object.objectValue ?? [] {
      switch member.value {
      case .string(let text), .number(let text): values[member.name] = text
      case .bool(let flag): values[member.name] = flag ? "true" : "false"
      default: break
      }
    }
  }

  /// The parameters of a redirect, and whether they stood in its query or in its fragment.
  mutating func add(redirect uri: String) {
    guard let mark = uri.unicodeScalars.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return }
    values["where"] = uri[mark] == "?" ? "query" : "fragment"
    for pair in uri.after(mark).split(scalar: "&") {
      let halves = pair.split(scalar: "=", maxSplits: 1).map { PercentCoding.repaired($0.utf8) }
      if halves.count == 2 { values[halves[0]] = halves[1] }
    }
  }

  func shown(_ name: String) -> LabFact? {
    guard let value = values[name] else { return nil }
    let isSecret = SecretNames.isSecret(name) || ["state", "typed_password", "proof"].contains(name)
    return LabFact(name, isSecret ? .secret(Secret(value)) : .text(String(value.prefix(300))))
  }

  /// Whether a fact has the expected value; `""` stands for any value, `"-"` for no value.
  func meets(_ name: String, _ expected: String) -> Bool {
    switch expected {
    case "": values[name]?.isEmpty == false
    case "-": values[name] == nil
    default: values[name] == expected
    }
  }
}

/// Decides from the facts of an operation who refused it.
enum LabRefusal {
  static func by(_ act: LabAct, _ facts: LabFacts) -> Lesson.Refuser {
    switch act {
    // The hostile server has received the request, whatever it answers.
    case .request(let request) where request.url.hasPrefix(bytes: "{rogue"): return .nobody
    case .request where facts["status"] == LabSending.caught: return .nobody
    case .request where facts["status"] == LabSending.otherNonce: return .app
    // The phone has no key to sign with, so nothing was sent.
    case .request where facts["status"].flatMap(SecureElementError.Code.init(rawValue:)) != nil: return .app
    case .keys: return facts["result"] == "ok" ? .nobody : .app
    case .request: return facts.succeeded && (facts["refused"] ?? "0") == "0" ? .nobody : .server
    case .app(let app) where app.rogue != nil && facts["result"] == RogueProgram.excuse: return .nobody
    case .app, .browser:
      let result = facts["result"] ?? "ok"
      if facts["dropped"].map({ $0 != "0" }) == true { return .app }
      if result == "ok" { return facts["error"] == nil ? .nobody : .server }
      if ofPerson.contains(result) { return .nobody }
      // No app takes part that could refuse a page.
      if case .browser(let visit) = act, visit.page != nil { return .server }
      // The browser stays at the server's error page, or where it is because no app accepts its redirect.
      if result == UserAgentFailure.Code.browserFailed.rawValue {
        return facts["page"]?.hasPrefix(bytes: errorPage) == true ? .server : .app
      }
      return ofServer.contains(result) ? .server : .app
    case .openKeystore, .protectKeystore: return ["ok", "empty"].contains(facts["result"]) ? .nobody : .app
    case .copy, .revoke, .activate, .endSessions, .changeTemplate, .changePolicies, .clock, .inspect, .loot:
      return .nobody
    }
  }

  /// How the browser, which speaks English in a lab, begins its message about a server's error page.
  private static let errorPage = ErrorText.of("page_failed").explanation.english.prefix(whileScalar: { $0 != "{" })

  private static let ofPerson: Set<String> = [
    CommandError(.userAgentClosed).code.rawValue, UserAgentFailure.Code.timeout.rawValue, "timeout",
  ]

  /// The errors that a server sends to an app or shows in a browser.
  private static let ofServer = Set(
    ProtocolError.Code.ofServers.map(\.rawValue) + [UserAgentFailure.Code.loginRefused.rawValue])
}
