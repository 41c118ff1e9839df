import SharedValues

/// The names that a lab's texts may use in braces, as far as earlier operations have defined them.
package struct LabVariables: Hashable, Sendable {
  private var names: Set<String> = LabVariables.always

  /// Defined from the start of every lab: the server's endpoints, the app's redirect URI, and random values of the lesson's own client.
  package static let always: Set<String> = addresses.union([
    "issuer", "redirect_uri", "verifier", "challenge", "state", "nonce",
  ])
  package static let addresses = Set(Endpoint.addressNames)
  /// Additional names where there is a hostile server.
  package static let ofRogue: Set<String> = ["rogue", "rogue_token_endpoint"]

  mutating func add(_ more: Set<String>) { names.formUnion(more) }

  /// Replaces every known variable in a text.
  package static func fill(_ text: String, _ values: (String) -> String?) -> String {
    var filled = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(ofScalar: "{"), let close = rest[open...].firstIndex(ofScalar: "}") {
      filled += rest[..<open]
      let name = String(rest.after(open)[..<close])
      filled += values(name) ?? String(rest[open...close])
      rest = rest.after(close)
    }
    return filled + rest
  }

  func check(_ text: String, at place: [JSONPlace]) throws(DocumentFault) {
    var areKnown = true
    _ = LabVariables.fill(text) { name in
      areKnown = areKnown && names.contains(name)
      return nil
    }
    guard !areKnown else { return }
    throw DocumentFault(
      place: place, code: "unknown_variable",
      expected: "a variable that is known here: \(names.sorted().joined(separator: ", "))")
  }
}
