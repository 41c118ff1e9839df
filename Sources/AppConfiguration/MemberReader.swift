import Programs
import Edge
import Catalogue
import ForeignText
import OAuthClient
import SharedValues

/// Reads the members of one JSON object of the configuration one by one, and finds those that are not known.
package struct MemberReader {
  package let file: String
  package var warnings: [String] = []
  /// The unknown members, named as in messages. Each has a warning, too.
  package private(set) var unknownMembers: [String] = []
  private let object: JSON
  /// The names of the objects around the members, for messages: `embeddedServer.lifetimes.`
  private let prefix: String
  private var asked: Set<String> = []

  init(_ object: JSON, file: String, prefix: String) { (self.object, self.file, self.prefix) = (object, file, prefix) }

  // MARK: Strings

  package mutating func string(
    _ name: String, _ rule: (String) throws(WrongValue) -> Void = { _ throws(WrongValue) in }
  ) throws(CommandError) -> String {
    guard let text = try optionalString(name, rule) else {
      throw CommandError(
        .configMemberMissing,
        [
          "path": file, "field": prefix + name,
          "expected": ConfigurationFile.shipped[name]?.compact.term ?? Phrase.expectedString.term,
        ])
    }
    return text
  }

  /// Reads a redirect URI of one of the three kinds of RFC 8252 §7, with the issuer's tag filled in.
  package mutating func redirectURI(
    _ name: String, of issuer: Issuer, allowsLocalhost: Bool
  ) throws(CommandError) -> RedirectURI {
    let text = try string(name)
    return try judged(name, text) { text throws(WrongValue) in
      try ValueRule.redirectURI(text, issuer.text, allowsLocalhost: allowsLocalhost).whereItCanArrive()
    }
  }

  mutating func optionalString(
    _ name: String, _ rule: (String) throws(WrongValue) -> Void = { _ throws(WrongValue) in }
  ) throws(CommandError) -> String? {
    guard let value = take(name) else { return nil }
    guard let text = value.stringValue else { throw wrong(name, .expectedString, value) }
    try judged(name, text, rule)
    return text
  }

  package mutating func strings(_ name: String) throws(CommandError) -> [String]? {
    guard let value = take(name) else { return nil }
    guard let texts = value.stringArray else { throw wrong(name, .expectedStrings, value) }
    return texts
  }

  /// - Parameter choices: `nil`: those that the schema has.
  package mutating func choice(_ name: String, _ choices: [String]? = nil) throws(CommandError) -> String? {
    guard let value = take(name) else { return nil }
    let choices = choices ?? rule(name).choices
    guard let text = value.stringValue, choices.contains(text) else {
      throw wrong(name, .expectedChoice, ["choices": choices.joined(separator: ", ")], value)
    }
    return text
  }

  @discardableResult
  package func judged<Judged>(
    _ name: String, _ text: String, _ rule: (String) throws(WrongValue) -> Judged
  ) throws(CommandError) -> Judged {
    do { return try rule(text) } catch { throw wrong(name, error.expected, .string(text)) }
  }

  // MARK: Paths

  package mutating func path(_ name: String) throws(CommandError) -> String { inFolder(try string(name)) }

  mutating func optionalPath(_ name: String) throws(CommandError) -> String? {
    guard let value = take(name) else { return nil }
    guard let text = value.stringValue, !text.isEmpty else { throw wrong(name, .expectedPath, value) }
    return inFolder(text)
  }

  /// The error for a missing member that another member requires.
  package func missing(_ name: String, example: String) -> CommandError {
    CommandError(
      .configMemberMissing, ["path": file, "field": prefix + name, "expected": JSON.string(example).compact])
  }

  /// What the file says, not judged.
  package subscript(name: String) -> JSON? { object[name] }

  func has(_ name: String) -> Bool { object[name] != nil }

  /// The error for two members that cannot be combined.
  /// - Parameter other: a member of the outermost object.
  func excludes(_ name: String, _ other: String, _ hint: Phrase) -> CommandError {
    CommandError(
      .configMembersExclude,
      ["path": file, "field": prefix + name, "received": other, "expected": hint])
  }

  /// Reads one path or a list of paths.
  package mutating func paths(_ name: String) throws(CommandError) -> [String] {
    guard let value = take(name) else { return [] }
    guard let texts = value.stringValue.map({ [$0] }) ?? value.stringArray, !texts.contains("") else {
      throw wrong(name, .expectedPaths, value)
    }
    return texts.map(inFolder)
  }

  private func inFolder(_ path: String) -> String { AbsolutePath.of(path, in: AbsolutePath.of(file + "/..")) }

  // MARK: Numbers, flags, objects

  /// Reads a whole number in the schema's range.
  package mutating func number(_ name: String) throws(CommandError) -> Int? {
    guard let value = take(name) else { return nil }
    let range = rule(name).range
    guard let number = value.intValue, range.contains(number) else {
      throw wrong(name, .expectedNumber, ["low": "\(range.lowerBound)", "high": "\(range.upperBound)"], value)
    }
    return number
  }

  package mutating func flag(_ name: String) throws(CommandError) -> Bool? {
    guard let value = take(name) else { return nil }
    guard let flag = value.boolValue else { throw wrong(name, .expectedFlag, value) }
    return flag
  }

  package mutating func object(_ name: String) throws(CommandError) -> MemberReader? {
    guard let value = take(name) else { return nil }
    guard value.objectValue != nil else { throw wrong(name, .expectedObject, value) }
    return MemberReader(value, file: file, prefix: prefix + name + ".")
  }

  package mutating func objects(_ name: String) throws(CommandError) -> [MemberReader]? {
    guard let value = take(name) else { return nil }
    guard let items = value.arrayValue, !items.isEmpty, items.allSatisfy({ $0.objectValue != nil }) else {
      throw wrong(name, .expectedObjects, value)
    }
    return items.enumerated().map { MemberReader($1, file: file, prefix: "\(prefix)\(name)[\($0)].") }
  }

  /// An object with all members that the schema has, judged: numbers, flags, choices and objects of such; the defaults of those that are not there.
  mutating func values(_ name: String) throws(CommandError) -> JSON? {
    guard var inner = try object(name) else { return nil }
    var values: [JSON.Member] = []
    for (name, rule) in rule(name).members {
      values.append(.init(name, try inner.value(name, rule) ?? rule.byDefault))
    }
    finish(&inner)
    return .object(values)
  }

  private mutating func value(_ name: String, _ rule: MemberRule) throws(CommandError) -> JSON? {
    switch rule["type"] {
    case "object": try values(name)
    case "boolean": try flag(name).map { .bool($0) }
    case "integer": try number(name).map { .number("\($0)") }
    default: try choice(name).map { .string($0) }
    }
  }

  private func rule(_ name: String) -> MemberRule { MemberRule.at(prefix + name) }

  /// All members of an object, for a reader that judges them itself; `nil`: the object is missing.
  package mutating func members(_ name: String) throws(CommandError) -> [JSON.Member]? {
    guard let value = take(name) else { return nil }
    guard let members = value.objectValue else { throw wrong(name, .expectedObject, value) }
    return members
  }

  /// The error for a member that another reader refused.
  package func refusal(of name: String, _ expected: Phrase, _ received: JSON) -> CommandError {
    wrong(name, expected, received)
  }

  /// Takes over the warnings of an inner object that has been read.
  package mutating func finish(_ inner: inout MemberReader) {
    inner.ignoreRest()
    warnings += inner.warnings
    unknownMembers += inner.unknownMembers
  }

  /// Warns of every member that was not read.
  mutating func ignoreRest() {
    for member in object.objectValue ?? [] where !asked.contains(member.name) {
      unknownMembers.append(prefix + member.name)
      warnings.append(Catalogue()(.unknownMember, ["path": file, "member": prefix + member.name]))
    }
  }

  private mutating func take(_ name: String) -> JSON? {
    asked.insert(name)
    return object[name]
  }

  private func wrong(
    _ name: String, _ expected: Phrase, _ values: [String: String] = [:], _ received: JSON
  ) -> CommandError {
    let text = received.compact
    return CommandError(
      .configMemberWrong,
      [
        "path": file, "field": prefix + name, "expected": expected.term(values),
        "received": text.count > 120 ? text.prefix(120) + "…" : text,
      ])
  }

  private func wrong(_ name: String, _ expected: Phrase, _ received: JSON) -> CommandError {
    wrong(name, expected, [:], received)
  }
}
