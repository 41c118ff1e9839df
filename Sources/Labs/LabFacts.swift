import Workshop
import SharedValues

/// The facts that a step of a lesson found, by name. Only facts that the lesson asks for are shown, and secrets only masked.
struct LabFacts: Sendable {
  private var values: [String: String] = [:]

  init() {}
  init(result: String) { values["result"] = result }

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
      case .string(let text): values[member.name] = text
      case .number(let text): values[member.name] = text
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
      let halves = pair.split(scalar: "=", maxSplits: 1).map {
        PercentCoding.repaired($0.utf8)
      }
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
