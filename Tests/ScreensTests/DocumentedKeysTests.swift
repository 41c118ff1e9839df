import Foundation
import TestSupport
import AppState
@testable import Samples
@testable import Screens
import TerminalUI
import Testing
@testable import Workshop

/// Keys.txt lists the keys of each tool for the tables of the documents (`make docs`).
struct DocumentedKeysTests {
  private typealias Table = (name: String, keys: (AppState) -> [Binding])

  /// Keys that move through lists and texts are the same everywhere; only the palette's table has them.
  private static let moves: Set<Key> = [.up, .down, .pageUp, .pageDown, .home, .end, .control("u")]

  private static var tables: [Table] {
    let tabs = Workshop.tabs.map { tab -> Table in
      (tab.name, { $0.view.tab == tab && !isCovered($0) ? ofPanel($0) : [] })
    }
    let others: [Table] = [
      ("gallery", { $0.openCover == nil ? [] : ofTool($0) }),
      ("step mode", { $0.hold?.keys($0, Arrangement(size, $0), []) ?? [] }), ("presenter mode", ofPresenter),
      ("palette", { $0.view.palette == nil ? [] : ofTool($0) }),
    ]
    return [("everywhere", { $0.settings.presenter ? [] : everywhere($0) })] + tabs + others
  }
  private static let size = Size(110, 30)

  @Test func theDocumentedKeysAreThoseOfTheKeyMap() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Keys.txt")
    let tables = Self.tables.map { name, keys in
      "# \(name)\n" + Self.rows(keys, without: name == "palette" ? [] : Self.moves)
    }
    let text = tables.joined(separator: "\n")
    if GoldenFolder.areUpdated { return try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "make docs writes it, and the documents, anew")
  }

  private static func everywhere(_ state: AppState) -> [Binding] {
    KeyMap.bindings(for: state, size: size).filter(\.isGlobal)
  }

  private static func ofTool(_ state: AppState) -> [Binding] {
    KeyMap.bindings(for: state, size: size).filter { !$0.isGlobal }
  }

  private static func ofPanel(_ state: AppState) -> [Binding] {
    Arrangement(size, state).focus == .panel ? ofTool(state) : []
  }

  private static func isCovered(_ state: AppState) -> Bool {
    state.openCover != nil || state.view.showsKeys || state.isHolding
  }

  /// The keys that a state has only in presenter mode.
  private static func ofPresenter(_ state: AppState) -> [Binding] {
    var without = state
    without.settings.presenter = false
    let known = Set(everywhere(without).map(\.keys))
    return state.settings.presenter ? everywhere(state).filter { !known.contains($0.keys) } : []
  }

  /// Keys with the same meanings, a tab, and the meanings.
  private static func rows(_ keys: (AppState) -> [Binding], without leftOut: Set<Key>) -> String {
    let look = Look()
    var order: [String] = []
    var words: [String: [String]] = [:]
    for state in StateRegistry.all.map(\.state) {
      for binding in keys(state) where binding.isOn && leftOut.isDisjoint(with: binding.keys) {
        // Backspace only deletes a letter.
        guard binding.keys != [.backspace] else { continue }
        let said = look.catalogue(binding.phrase, binding.values)
        for key in binding.keys.map({ KeyNames.full($0, look) }) {
          if words[key] == nil { order.append(key) }
          if words[key]?.contains(said) != true { words[key, default: []].append(said) }
        }
      }
    }
    let alike = Dictionary(grouping: order) { words[$0]!.joined(separator: "; ") }
    return order.filter { key in alike.values.contains { $0.first == key } }.map { key in
      let said = words[key]!.joined(separator: "; ")
      return "\(alike[said]!.joined(separator: " "))\t\(said)\n"
    }.joined()
  }
}
