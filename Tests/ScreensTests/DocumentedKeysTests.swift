import Foundation
import TestSupport
import AppState
@testable import Screens
import TerminalUI
import Testing
@testable import Workshop

/// Keys.txt has what the keys of each tool are called, for the tables of the documents (`make docs`).
struct DocumentedKeysTests {
  /// The name of a table, and with what the names of its states begin.
  private static let tables: [(name: String, states: [String])] = [
    ("everywhere", []), ("Messages", ["messages", "message"]), ("Sequence", ["sequence"]), ("State", ["state"]),
    ("Server", ["server"]), ("Keystore", ["xray"]), ("lessons", ["lesson-list"]), ("a lesson", ["lesson"]),
    ("step mode", ["step"]), ("faults", ["faults"]), ("clock", ["clock"]), ("the test plan", ["check", "checks"]),
    ("phones", ["phone", "phones"]), ("gallery", ["gallery"]), ("palette", ["palette"]), ("help", ["help"]),
    ("presenter mode", ["presenter"]),
  ]

  @Test func theyAreThoseOfTheKeyMap() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Keys.txt")
    let text = Self.tables.map { "# \($0.name)\n" + rows($0.states) }.joined(separator: "\n")
    if GoldenFile.areUpdated { return try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "make docs writes it, and the documents, anew")
  }

  /// Keys and what they do, a tab between; what they do in several states stands in one row.
  private func rows(_ beginnings: [String]) -> String {
    let look = Look()
    var order: [String] = []
    var words: [String: [String]] = [:]
    for (name, state) in StateRegistry.all where beginnings.isEmpty || beginnings.contains { name.split(separator: "-")[0] == $0 } {
      for binding in KeyMap.bindings(for: state, size: Size(110, 30)) where binding.isGlobal == beginnings.isEmpty && !binding.keys.isEmpty {
        let keys = binding.keys.map { KeyNames.full($0, look) }.joined(separator: " ")
        if words[keys] == nil { order.append(keys) }
        let said = look.catalogue(binding.phrase, binding.values)
        if words[keys]?.contains(said) != true { words[keys, default: []].append(said) }
      }
    }
    return order.map { "\($0)\t\(words[$0]!.joined(separator: "; "))\n" }.joined()
  }
}
