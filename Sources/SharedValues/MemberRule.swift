/// A member of the configuration as docs/config.schema.json declares it. The schema is the only place that says its name, type, range, choices, default
/// and meaning: the reader, `config show`, `config init` and the documents take them from there.
///
/// The schema is parsed when it is first needed: an app without a configuration file starts without it.
public struct MemberRule: Sendable {
  private let schema: JSON

  /// `config.json` as a whole.
  public static let configuration = MemberRule(schema: embedded("config.schema.json"))

  /// The product's own `config.json`.
  public static let shipped = embedded("config.json")

  private static func embedded(_ name: String) -> JSON {
    do { return try JSON.parse(Array((Embedded.configuration[name] ?? "").utf8)) } catch {
      preconditionFailure("\(name) is no JSON: \(error)")
    }
  }

  /// - Parameter path: the names of the objects around the member and its own: `embeddedServer.lifetimes.code`. A list has the members of its elements.
  public static func at(_ path: String) -> MemberRule {
    path.split(scalar: ".").reduce(configuration) { rule, name in
      MemberRule(schema: (rule["items"] ?? rule.schema)["properties"]?[String(name)] ?? [:])
    }
  }

  /// A keyword of the schema, here or in the definition that the member refers to.
  public subscript(keyword: String) -> JSON? { schema[keyword] ?? definition?[keyword] }

  private var definition: JSON? {
    schema["$ref"]?.stringValue?.without(prefix: "#/$defs/").flatMap {
      MemberRule.configuration.schema["$defs"]?[String($0)]
    }
  }

  public var members: [(name: String, rule: MemberRule)] {
    (self["properties"]?.objectValue ?? []).map { ($0.name, MemberRule(schema: $0.value)) }
  }

  /// The texts that the member may be; empty: it is no choice.
  public var choices: [String] { self["enum"]?.stringArray ?? [] }
  public var range: ClosedRange<Int> { (self["minimum"]?.intValue ?? 0)...(self["maximum"]?.intValue ?? .max) }

  /// What counts if the member is missing; for an object the defaults of its members.
  public var byDefault: JSON { self["default"] ?? .object(members.map { JSON.Member($0.name, $0.rule.byDefault) }) }
}
