import OAuthClient

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

  package typealias Rule = (String) throws(WrongValue) -> Void

  package mutating func string(_ name: String, _ rule: Rule = { _ in }) throws(CommandError) -> String {
    guard let text = try optionalString(name, rule) else {
      throw missing(name, ConfigurationFile.shipped[name]?.compact.term ?? Phrase.expectedString.term)
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

  mutating func optionalString(_ name: String, _ rule: Rule = { _ in }) throws(CommandError) -> String? {
    guard let text = try taken(name, .expectedString, \.stringValue) else { return nil }
    try judged(name, text, rule)
    return text
  }

  package mutating func strings(_ name: String) throws(CommandError) -> [String]? {
    try taken(name, .expectedStrings, \.stringArray)
  }

  /// - Parameter choices: `nil`: those that the schema has.
  package mutating func choice(_ name: String, _ choices: [String]? = nil) throws(CommandError) -> String? {
    guard let value = take(name) else { return nil }
    let choices = choices ?? rule(name).choices
    guard let text = value.stringValue, choices.contains(text) else {
      throw wrong(name, .expectedChoice, value, ["choices": choices.joined(separator: ", ")])
    }
    return text
  }

  @discardableResult package func judged<Judged>(
    _ name: String, _ text: String, _ rule: (String) throws(WrongValue) -> Judged
  ) throws(CommandError) -> Judged {
    do { return try rule(text) } catch { throw wrong(name, error.expected, .string(text)) }
  }

  package mutating func path(_ name: String) throws(CommandError) -> String { inFolder(try string(name)) }

  mutating func optionalPath(_ name: String) throws(CommandError) -> String? {
    try taken(name, .expectedPath) { $0.stringValue.flatMap { $0.isEmpty ? nil : $0 } }.map(inFolder)
  }

  /// The error for a missing member that another member requires.
  package func missing(_ name: String, example: String) -> CommandError { missing(name, JSON.string(example).compact) }

  private func missing(_ name: String, _ expected: any TermConvertible) -> CommandError {
    let known = MemberRule.at(prefix).members.map(\.name)
    let slip = object.objectValue?.map(\.name).first { !known.contains($0) && !Suggestion.near($0, [name]).isEmpty }
    var error = CommandError(
      .configMemberMissing, ["path": file, "field": prefix + name, "member": name, "expected": expected])
    // What a secret's member holds is no path of a file.
    guard let slip, !name.hasSuffix(bytes: "File") else { return error }
    (error.values["received"], error.advice) = (.value(slip), .renameMember)
    return error
  }

  package subscript(name: String) -> JSON? { object[name] }
  func has(_ name: String) -> Bool { object[name] != nil }

  /// The error for two members that cannot be combined.
  /// - Parameter other: a member of the outermost object.
  func excludes(_ name: String, _ other: String, _ hint: Phrase) -> CommandError {
    CommandError(.configMembersExclude, ["path": file, "field": prefix + name, "received": other, "expected": hint])
  }

  package mutating func paths(_ name: String) throws(CommandError) -> [String] {
    let texts = try taken(name, .expectedPaths) { value in
      (value.stringValue.map { [$0] } ?? value.stringArray).flatMap { $0.contains("") ? nil : $0 }
    }
    return (texts ?? []).map(inFolder)
  }

  private func inFolder(_ path: String) -> String { AbsolutePath.of(path, in: AbsolutePath.of(file + "/..")) }

  package mutating func number(_ name: String) throws(CommandError) -> Int? {
    guard let value = take(name) else { return nil }
    let range = rule(name).range
    guard let number = value.intValue, range.contains(number) else {
      throw wrong(name, .expectedNumber, value, ["low": "\(range.lowerBound)", "high": "\(range.upperBound)"])
    }
    return number
  }

  package mutating func flag(_ name: String) throws(CommandError) -> Bool? {
    try taken(name, .expectedFlag, \.boolValue)
  }

  package mutating func object(_ name: String) throws(CommandError) -> MemberReader? {
    try members(name).map { MemberReader(.object($0), file: file, prefix: prefix + name + ".") }
  }

  /// Reads a list of objects, one at least.
  mutating func list<Item>(
    _ name: String, _ read: (inout MemberReader) throws(CommandError) -> Item
  ) throws(CommandError) -> [Item]? {
    let objects = try taken(name, .expectedObjects) { value in
      value.arrayValue.flatMap { $0.isEmpty || $0.contains { $0.objectValue == nil } ? nil : $0 }
    }
    guard let objects else { return nil }
    var items: [Item] = []
    for (index, object) in objects.enumerated() {
      var inner = MemberReader(object, file: file, prefix: "\(prefix)\(name)[\(index)].")
      items.append(try read(&inner))
      finish(&inner)
    }
    return items
  }

  /// An object with all members that the schema has, judged: numbers, flags, choices and objects of such; the defaults of those that are not there.
  mutating func values(_ name: String) throws(CommandError) -> JSON? {
    guard var inner = try object(name) else { return nil }
    var values: [JSON.Member] = []
    for (name, rule) in rule(name).members { values.append(.init(name, try inner.value(name, rule) ?? rule.byDefault)) }
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
    try taken(name, .expectedObject, \.objectValue)
  }

  /// Takes over the warnings of an inner object that has been read.
  package mutating func finish(_ inner: inout MemberReader) {
    inner.ignoreRest()
    warnings += inner.warnings
    unknownMembers += inner.unknownMembers
  }

  mutating func ignoreRest() {
    for member in object.objectValue ?? [] where !asked.contains(member.name) {
      unknownMembers.append(prefix + member.name)
      let near = Suggestion.near(member.name, asked.sorted()).map { prefix + $0 }.joined(separator: ", ")
      let values = ["path": file, "member": prefix + member.name, "near": near]
      warnings.append(Catalogue()(near.isEmpty ? .unknownMember : .unknownMemberNear, values))
    }
  }

  private mutating func take(_ name: String) -> JSON? {
    asked.insert(name)
    return object[name]
  }

  /// - Parameter read: the value of the right type; `nil`: the type is wrong.
  private mutating func taken<Value>(
    _ name: String, _ expected: Phrase, _ read: (JSON) -> Value?
  ) throws(CommandError) -> Value? {
    guard let json = take(name) else { return nil }
    guard let value = read(json) else { throw wrong(name, expected, json) }
    return value
  }

  func wrong(_ name: String, _ expected: Phrase, _ received: JSON, _ values: [String: String] = [:]) -> CommandError {
    let text =
      received.stringValue.map { JSON.string(ValueRule.withoutCredentials($0)) }?.compact ?? received.compact
    return CommandError(
      .configMemberWrong,
      [
        "path": file, "field": prefix + name, "expected": expected.term(values),
        "received": text.count > 120 ? text.prefix(120) + "…" : text,
      ])
  }
}
