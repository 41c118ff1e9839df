import Programs
import SharedValues
import TerminalUI

/// What one check of `client-test` or `server-test` has found, as a run keeps it.
///
/// Its texts may come from a peer or from a stranger's file: each is one line of bounded length without control characters.
package struct CheckedVerdict: Hashable, Sendable, Identifiable {
  /// How strongly the source demands it.
  package enum Level: String, CaseIterable, Sendable { case must, should, may }

  /// What is checked. Two runs can be compared by a check whose definition is the same in both.
  package struct Definition: Hashable, Sendable {
    package var about: String
    package var group: String
    /// How the verdict is found, in the words of the command: `passive`, `active`, `person`.
    package var kind: String
    package var level: Level
    /// The standard and its section; `nil`: good practice.
    package var source: String?
    package var how: String
    package var careful: String
    package var careless: String

    package init(
      about: String, group: String, kind: String, level: Level, source: String?, how: String, careful: String,
      careless: String
    ) {
      (self.about, self.group, self.kind) = (OneLine.of(about), OneLine.of(group, 40), OneLine.of(kind, 40))
      (self.level, self.source, self.how) = (level, source.map { OneLine.of($0) }, OneLine.of(how))
      (self.careful, self.careless) = (OneLine.of(careful), OneLine.of(careless))
    }
  }

  /// Letters, digits, hyphens; `@` before the leg of a flow.
  package let id: String
  package let definition: Definition
  package let outcome: CheckOutcome
  /// What was seen, why the check does not apply, or what would help.
  package let evidence: String
  /// The numbers of the exchanges it rests on.
  package internal(set) var exchanges: [Int]
  /// What a person said; `nil`: nobody was asked, or nobody knew.
  package let person: PersonsAnswer?

  package init(
    _ id: String, _ definition: Definition, _ outcome: CheckOutcome, _ evidence: String, exchanges: [Int] = [],
    person: PersonsAnswer? = nil
  ) {
    (self.id, self.definition, self.outcome, self.person) = (id, definition, outcome, person)
    (self.evidence, self.exchanges) = (OneLine.of(evidence), Array(exchanges.suffix(CheckedVerdict.mostExchanges)))
  }

  /// The numbers of more exchanges are dropped, the oldest first.
  package static let mostExchanges = 100

  package var withoutExchanges: CheckedVerdict { CheckedVerdict(id, definition, outcome, evidence, person: person) }

  /// Whether it makes the command fail.
  /// - Parameter strict: as do warnings about what the source says a peer *should* do.
  package func isFailure(strict: Bool) -> Bool {
    outcome == .failed || strict && outcome == .warning && definition.level == .should
  }
}

/// A stranger's text as one line of bounded length, without characters that control a terminal or mislead a reader.
enum OneLine {
  static func of(_ text: String, _ limit: Int = 500) -> String {
    TextLayout.clip(CommandError.line(String(text.prefix(scalars: 4 * limit))), to: limit, ofData: true)
  }
}

extension CheckedVerdict {
  package var json: JSON {
    let all: JSON = [
      "id": .string(id), "about": .string(definition.about), "group": .string(definition.group),
      "kind": .string(definition.kind), "level": .string(definition.level.rawValue),
      "source": definition.source.map(JSON.string) ?? .null, "how": .string(definition.how),
      "careful": .string(definition.careful), "careless": .string(definition.careless),
      "verdict": .string(outcome.rawValue), "evidence": .string(evidence),
      "exchanges": .array(exchanges.map { .number(String($0)) }),
    ]
    return person.map { all.setting("person", $0.json) } ?? all
  }

  /// Members that it does not know are ignored, because later versions may add some.
  package init(_ members: DocumentMembers) throws(DocumentFault) {
    var members = members
    func text(_ name: String) throws(DocumentFault) -> String {
      guard let text = members.take(name)?.stringValue else { throw members.fault(name, "a text") }
      return text
    }
    let id = try text("id")
    guard id.split(scalar: "@", omittingEmptySubsequences: false).allSatisfy({ DocumentMembers.isName(String($0)) }),
      id.utf8.count <= 40
    else { throw members.fault("id", "the id of a check") }
    let source = members.take("source") ?? .null
    guard source == .null || source.stringValue != nil else { throw members.fault("source", "a text or null") }
    let numbers = try members.list("exchanges", 0...10_000).map { (item) throws(DocumentFault) -> Int in
      guard let number = item.value.intValue, CheckRun.numbers.contains(number) else {
        throw DocumentFault(place: item.place, code: "wrong", expected: "the number of an exchange")
      }
      return number
    }
    let definition = Definition(
      about: try text("about"), group: try text("group"), kind: try text("kind"), level: try members.choice("level"),
      source: source.stringValue, how: try text("how"), careful: try text("careful"), careless: try text("careless"))
    let asked = members.take("person") ?? .null
    let person = PersonsAnswer(asked)
    guard asked == .null || person != nil else { throw members.fault("person", "a question and its answer") }
    self.init(id, definition, try members.choice("verdict"), try text("evidence"), exchanges: numbers, person: person)
  }
}
