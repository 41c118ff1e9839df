import Foundation
import SharedValues

/// The parts of docs/openapi.json that the tests read.
struct APIDocument: Sendable {
  let json: JSON
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  init() throws {
    let data = try Data(contentsOf: Self.root.appendingPathComponent("docs/openapi.json"))
    json = try JSON.parse(Array(data))
  }

  /// One method at one path of one port.
  struct Operation: Hashable, Sendable {
    var port: String
    /// As in the routing table.
    var path: String
    var method: String
  }

  struct Excluded: Sendable {
    var port: String
    var path: String?
    var prefix: String?

    func covers(port: String, path: String) -> Bool {
      port == self.port && (path == self.path || prefix.map { path == $0 || path.hasPrefix($0 + "/") } ?? false)
    }
  }

  var excluded: [Excluded] {
    (json["x-excluded"]?.arrayValue ?? []).map {
      Excluded(port: $0["port"]?.stringValue ?? "", path: $0["path"]?.stringValue, prefix: $0["prefix"]?.stringValue)
    }
  }

  static let methods = ["get", "post", "put", "delete"]

  /// Each operation with its description.
  var operations: [Operation: JSON] {
    var found: [Operation: JSON] = [:]
    for member in json["paths"]?.objectValue ?? [] {
      let path = member.name.split(separator: "/", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("{") ? "*" : String($0) }.joined(separator: "/")
      let servers = (member.value["servers"] ?? json["servers"])?.arrayValue ?? []
      for port in servers.compactMap({ $0["x-port"]?.stringValue }) {
        for method in APIDocument.methods {
          guard let operation = member.value[method] else { continue }
          found[Operation(port: port, path: path, method: method.uppercased())] = operation
        }
      }
    }
    return found
  }

  /// The names of an operation's parameters in the path, the query, the headers and the form.
  func parameters(_ method: String, _ path: String) -> Set<String> {
    let operation = operations[Operation(port: "server", path: path, method: method)] ?? .null
    let content = operation["requestBody"]?["content"]?["application/x-www-form-urlencoded"]
    let fields = (content?["schema"]?["properties"]?.objectValue ?? []).map(\.name)
    let others = (operation["parameters"]?.arrayValue ?? []).compactMap { resolved($0)["name"]?.stringValue }
    return Set(fields + others)
  }

  func resolved(_ value: JSON) -> JSON {
    guard let reference = value["$ref"]?.stringValue else { return value }
    return reference.split(separator: "/").dropFirst().reduce(json) { $0[String($1)] ?? .null }
  }
}

/// The part of JSON Schema (2020-12) that the document uses. An unknown keyword is an error, so that the check never skips
/// a rule.
struct SchemaCheck {
  let document: APIDocument
  private(set) var faults: [String] = []

  init(_ document: APIDocument) { self.document = document }

  private static let annotations: Set<String> = ["description", "format", "default", "example", "title"]

  mutating func check(_ value: JSON, _ schema: JSON, at place: String = "$") {
    let schema = document.resolved(schema)
    for member in schema.objectValue ?? [] where !SchemaCheck.annotations.contains(member.name) {
      if let fault = judge(value, member, schema, place) { faults.append("\(place): \(fault)") }
    }
  }

  private mutating func judge(_ value: JSON, _ keyword: JSON.Member, _ schema: JSON, _ place: String) -> String? {
    let wanted = keyword.value
    switch keyword.name {
    case "type":
      let types = wanted.arrayValue?.compactMap(\.stringValue) ?? [wanted.stringValue ?? ""]
      return types.contains { SchemaCheck.isA($0, value) } ? nil : "is no \(types.joined(separator: " or "))"
    case "enum": return wanted.arrayValue?.contains(value) ?? false ? nil : "is none of \(wanted.compact)"
    case "const": return value == wanted ? nil : "is not \(wanted.compact)"
    case "minimum": return (value.intValue ?? .min) >= (wanted.intValue ?? .max) ? nil : "is too small"
    case "required":
      let missing = (wanted.stringArray ?? []).filter { value[$0] == nil }
      return missing.isEmpty ? nil : "lacks \(missing.joined(separator: ", "))"
    case "properties":
      for property in wanted.objectValue ?? [] {
        if let member = value[property.name] { check(member, property.value, at: place + "." + property.name) }
      }
    case "items":
      for (index, item) in (value.arrayValue ?? []).enumerated() { check(item, wanted, at: "\(place)[\(index)]") }
    case "additionalProperties":
      let known = Set((schema["properties"]?.objectValue ?? []).map(\.name))
      let others = (value.objectValue ?? []).filter { !known.contains($0.name) }
      if wanted == false { return others.isEmpty ? nil : "has \(others.map(\.name).joined(separator: ", ")) as well" }
      for member in others { check(member.value, wanted, at: place + "." + member.name) }
    default: return "the schema says \(keyword.name), which this check does not know"
    }
    return nil
  }

  private static func isA(_ type: String, _ value: JSON) -> Bool {
    switch type {
    case "object": value.objectValue != nil
    case "array": value.arrayValue != nil
    case "string": value.stringValue != nil
    case "integer": value.intValue != nil
    case "boolean": value.boolValue != nil
    case "null": value == .null
    default: false
    }
  }
}
