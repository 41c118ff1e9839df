import TerminalUI

extension Picture {
  /// Draws the keys of the current screen, as many as fit, the most useful ones first; each can be clicked.
  mutating func drawFooter(_ bindings: [Binding], in rect: Rect) {
    // The palette finds everything else that is possible here.
    let keepsPalette = rect.width >= 80
    let items = bindings.filter(\.isInFooter).compactMap { binding in
      let isPalette = binding.action == KeyMap.palette.action
      return binding.keys.first.map {
        FooterItem(
          KeyNames.name($0, look), look.catalogue(binding.short ?? binding.phrase), id: binding.action,
          priority: isPalette && keepsPalette ? -1 : -binding.priority,
          isEssential: [.quit, .view(.toggleHelp)].contains(binding.action) || isPalette && keepsPalette,
          wordsPriority: isPalette ? -binding.priority : nil)
      }
    }
    canvas.footer(items, in: rect, hits: &hits)
  }
}

/// The names of keys.
package enum KeyNames {
  static func full(_ keys: [Key], _ look: Look) -> String { keys.map { full($0, look) }.joined(separator: " ") }

  /// In words if they fit.
  package static func full(_ key: Key, _ look: Look) -> String {
    switch key {
    case .control(let character): look.catalogue(.keyNameControl, ["key": String(character).uppercased()])
    case .enter: look.catalogue(.keyNameEnter)
    case .backtab: look.catalogue(.keyNameBacktab)
    default: name(key, look)
    }
  }

  package static func name(_ key: Key, _ look: Look) -> String {
    let ascii = look.glyphs == .ascii
    return switch key {
    case .character(" "): look.catalogue(.keyNameSpace)
    case .character(let character): String(character)
    case .control(let character): "^" + String(character).uppercased()
    case .enter: ascii ? look.catalogue(.keyNameEnter) : "↵"
    case .tab: look.catalogue(.keyNameTab)
    case .backtab: (ascii ? "S-" : "⇧") + look.catalogue(.keyNameTab)
    case .escape: look.catalogue(.keyNameEscape)
    case .up: ascii ? look.catalogue(.keyNameUp) : "↑"
    case .down: ascii ? look.catalogue(.keyNameDown) : "↓"
    case .left: ascii ? look.catalogue(.keyNameLeft) : "←"
    case .right: ascii ? look.catalogue(.keyNameRight) : "→"
    case .home: look.catalogue(.keyNameHome)
    case .end: look.catalogue(.keyNameEnd)
    case .pageUp: look.catalogue(.keyNamePageUp)
    case .pageDown: look.catalogue(.keyNamePageDown)
    case .backspace: look.catalogue(.keyNameBackspace)
    case .delete: look.catalogue(.keyNameDelete)
    case .insert: look.catalogue(.keyNameInsert)
    case .function(let number): "F\(number)"
    }
  }
}
