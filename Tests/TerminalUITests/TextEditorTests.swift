import Testing

@testable import TerminalUI

@Suite struct TextEditorTests {
  private func typed(_ start: String, _ keys: [Key]) -> TextEditor {
    var editor = TextEditor(start)
    for key in keys {
      let applied = editor.apply(key)
      #expect(applied)
    }
    return editor
  }

  @Test(arguments: [
    ("ab", [Key.character("c")], "abc", 3), ("ab", [.left, .character("x")], "axb", 2), ("ab", [.backspace], "a", 1),
    ("", [.backspace, .delete, .left, .right], "", 0), ("abc", [.home, .delete], "bc", 0),
    ("abc", [.home, .right, .control("k")], "a", 1), ("abc", [.left, .control("u")], "c", 0),
    ("one two ", [.control("w")], "one ", 4), ("one", [.control("w")], "", 0), ("   ", [.control("w")], "", 0),
    ("👩‍💻x", [.left, .backspace], "x", 0), ("e", [.character("\u{301}")], "é", 1),
  ])
  func keys(_ start: String, _ keys: [Key], _ text: String, _ cursor: Int) {
    let editor = typed(start, keys)
    #expect(editor.text == text)
    #expect(editor.cursor == cursor)
  }

  @Test func otherKeysAreLeftToTheScreen() {
    var editor = TextEditor("a")
    for key in [Key.enter, .tab, .escape, .up, .function(1), .control("c")] {
      let applied = editor.apply(key)
      #expect(!applied)
    }
    #expect(editor.text == "a")
  }

  @Test func pastedTextIsOneLineWithoutControls() {
    var editor = TextEditor("<>")
    _ = editor.apply(.left)
    editor.insert("Pass\r\nword\t1\u{1B}[A\u{7F}\u{9B}\u{2028}")
    #expect(editor.text == "<Password1[A>")
    #expect(editor.cursor == 12)
  }

  @Test func inputIsBounded() {
    var editor = TextEditor(String(repeating: "x", count: 10_000))
    #expect(editor.text.count == TextEditor.limit)
    editor.insert("y")
    #expect(editor.text.count == TextEditor.limit)
  }
}
