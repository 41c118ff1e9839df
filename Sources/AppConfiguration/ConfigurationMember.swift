import SharedValues

/// A member of `config.json` as `config init` and `config show` describe it, from the schema.
package struct ConfigurationMember: Hashable, Sendable {
  /// With the names of its objects: `embeddedServer.adminPort`.
  package let name: String
  /// The default value as people read it; `nil`: the member is required.
  package let byDefault: String?
  /// One sentence about the member's purpose.
  package let purpose: String
  /// An example value, as JSON.
  package let example: String

  /// The embedded server's last.
  package static let all = members(of: .configuration, "") + members(of: .at("embeddedServer"), "embeddedServer.")

  private static func members(of object: MemberRule, _ prefix: String) -> [ConfigurationMember] {
    // An issuer, or an API that names one.
    let required = [object["anyOf"]?.arrayValue?.first?["required"], object["required"]].flatMap {
      $0?.stringArray ?? []
    }
    return object.members.compactMap { name, rule in
      guard let purpose = rule["title"]?.stringValue, let example = rule["examples"]?.arrayValue?.first else {
        return nil
      }
      let byDefault = rule["x-default"] ?? rule["default"] ?? "none"
      return ConfigurationMember(
        name: prefix + name,
        byDefault: required.contains(name) ? nil : byDefault.stringValue ?? byDefault.compact,
        purpose: purpose, example: example.spaced)
    }
  }
}

extension JSON {
  /// In one line, with a space behind commas and colons, as people write it.
  fileprivate var spaced: String {
    switch self {
    case .array(let values): "[" + values.map(\.spaced).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(JSON.string($0.name).compact): \($0.value.spaced)" }.joined(separator: ", ") + "}"
    default: compact
    }
  }
}
