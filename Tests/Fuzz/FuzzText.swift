import SharedValues

@testable import TerminalUI

/// What was parsed is written and parsed again as the same bytes; positions in it can be found.
@Sendable func tryJSON(_ input: [UInt8]) throws {
  let json: JSON
  do { json = try JSON.parse(input) } catch {
    return promise((0...input.count).contains(error.offset), "an error has a place in the text")
  }
  let compact = Array(json.compact.utf8)
  promise(try Array(JSON.parse(compact).compact.utf8) == compact, "compact JSON reads as written")
  promise(try Array(JSON.parse(json.pretty).compact.utf8) == compact, "pretty JSON reads as written")
  for number in numbers(json) { promise(number.doubleValue?.isFinite != false, "a number is finite") }
  let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
  for place in places(json).prefix(50) {
    promise((1...lines).contains(place.line(in: input)), "a place has a line of the text")
  }
}

private func numbers(_ json: JSON) -> [JSON] {
  switch json {
  case .number: [json]
  case .array(let items): items.flatMap(numbers)
  case .object(let members): members.flatMap { numbers($0.value) }
  default: []
  }
}

private func places(_ json: JSON) -> [[JSONPlace]] {
  let inner: [(JSONPlace, JSON)] =
    switch json {
    case .object(let members): members.map { (.member($0.name), $0.value) }
    case .array(let items): items.enumerated().map { (.element($0), $1) }
    default: []
    }
  return inner.flatMap { place, value in [[place]] + places(value).map { [place] + $0 } }
}

/// The bytes arrive in any portions.
@Sendable func tryTerminalInput(_ input: [UInt8]) throws {
  var (whole, pieces) = (InputParser(), InputParser())
  let events = whole.feed(input)
  promise(input.flatMap { pieces.feed([$0]) } == events, "keys in pieces are the same keys")
  promise(whole.timeOut() == pieces.timeOut(), "what is left is the same")
}
