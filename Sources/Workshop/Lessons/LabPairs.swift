import SharedValues

extension DocumentMembers {
  /// An object of texts, numbers and flags, all read as texts.
  mutating func pairs(_ name: String) throws(DocumentFault) -> [LabPair] {
    guard let value = take(name) else { return [] }
    guard let members = value.objectValue, members.count <= 30 else { throw fault(name, "an object of texts") }
    var pairs: [LabPair] = []
    for member in members {
      let here = place + [.member(name), .member(member.name)]
      switch member.value {
      case .string(let text) where text.isEmpty: pairs.append(LabPair(member.name, ""))
      case .string: pairs.append(LabPair(member.name, try DocumentMembers.text(member.value, 2000, here)))
      case .number(let text): pairs.append(LabPair(member.name, text))
      case .bool(let flag): pairs.append(LabPair(member.name, flag ? "true" : "false"))
      default: throw DocumentFault(place: here, code: "wrong", expected: "a text, a number, true or false")
      }
    }
    return pairs
  }
}
