import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// An editor for the parameters of messages that have not been sent yet.
package struct ParameterEditor: Hashable, Sendable {
  package struct Parameter: Hashable, Sendable {
    /// Index of the message that it belongs to.
    package var message: Int
    package var name: String
    /// Empty: the parameter is left out.
    package var value: String

    package init(_ name: String, _ value: String, of message: Int = 0) {
      (self.message, self.name, self.value) = (message, name, value)
    }

    /// A placeholder for a new parameter. Its value is `name=value`.
    package static func another(of message: Int = 0) -> Parameter { Parameter("", "", of: message) }

    /// The parameter that was typed into the placeholder of ``another(of:)``.
    var added: (name: String, value: String)? {
      guard name.isEmpty, let sign = value.firstIndex(ofScalar: "="), sign > value.startIndex else { return nil }
      return (String(value[..<sign]), String(value.after(sign)))
    }

    var isSecret: Bool { SecretNames.isSecret(name) }

    /// `nil`: removed. A list stays a list if the typed text is one.
    func json(like old: JSON?) -> JSON? {
      let text = added?.value ?? value
      if text.isEmpty { return nil }
      if old?.stringValue != nil { return .string(text) }
      return (try? JSON.parse(Array(text.utf8))) ?? .string(text)
    }
  }

  /// The parameters as they would be sent unchanged.
  package private(set) var originals: [Parameter]
  package var parameters: [Parameter]
  package var selected = 0
  /// The new value of the selected parameter while it is being typed; `nil`: nothing is being typed.
  package var text: String?

  package init?(_ originals: [Parameter]) {
    guard !originals.isEmpty else { return nil }
    (self.originals, parameters) = (originals, originals)
  }

  /// The maximum length of a value, in characters.
  static let limit = 2000

  func isChanged(_ index: Int) -> Bool { parameters[index].value != originals[index].value }

  package var changes: [Parameter] { parameters.indices.filter(isChanged).map { parameters[$0] } }

  package mutating func apply(_ edit: ParameterEdit) {
    switch edit {
    case .select(let index): selected = min(max(0, index), parameters.count - 1)
    // Editing a secret starts empty, so that it is never shown.
    case .beginAt(let index):
      apply(.select(index))
      apply(.begin)
    case .begin: text = parameters[selected].isSecret && !isChanged(selected) ? "" : parameters[selected].value
    case .type(let change): text?.apply(change, limit: ParameterEditor.limit)
    case .keep:
      if let text { parameters[selected].value = text }
      text = nil
      makeRoom()
    case .drop: text = nil
    case .restore: (parameters, text) = (originals, nil)
    }
  }

  /// Adds a new placeholder when the last one was filled.
  private mutating func makeRoom() {
    let message = parameters[selected].message
    guard parameters[selected].name.isEmpty, parameters.count < ParameterEditor.most,
      !parameters.contains(where: { $0.message == message && $0.name.isEmpty && $0.value.isEmpty })
    else { return }
    for keyPath in [\ParameterEditor.parameters, \.originals] {
      self[keyPath: keyPath].insert(.another(of: message), at: selected + 1)
    }
  }

  private static let most = 60
}

package enum ParameterEdit: Hashable, Sendable {
  case select(Int)
  case begin
  case beginAt(Int)
  case type(TextChange)
  case keep
  case drop
  case restore
}

extension String {
  /// Applies a change to a single-line field.
  mutating func apply(_ change: TextChange, limit: Int) { self = String(change.applied(to: self).prefix(limit)) }
}

extension ParameterEditor {
  /// - Parameter heading: of a message, if there are several.
  func lines(
    _ look: Look, reveal: Bool, width: Int, edit: (ParameterEdit) -> Action, heading: (Int) -> String? = { _ in nil }
  ) -> [StyledLine] {
    var lines = StyledLine.wrapped(look.catalogue(.changeOne), Style(.heading, bold: true), width: width)
    for (index, parameter) in parameters.enumerated() {
      if index == 0 || parameters[index - 1].message != parameter.message, let heading = heading(parameter.message) {
        lines += StyledLine.wrapped(heading, Style(.secondary), width: width)
      }
      let isSelected = index == selected
      let mark = isSelected ? look.marks.selected : isChanged(index) ? look.marks.current : " "
      let style = Style(isSelected ? .selection : isChanged(index) ? .warning : .text, bold: isSelected)
      let words = parameter.name.isEmpty ? look.catalogue(.changeAnother) : parameter.name
      var drawn = StyledLine.wrapped(
        "\(mark) \(words)  \(shown(index, look, reveal: reveal))", style, width: width, hanging: 4)
      let press: ParameterEdit = look.reader == .lines ? .beginAt(index) : isSelected ? .begin : .select(index)
      for line in drawn.indices { drawn[line].action = edit(press) }
      lines += drawn
    }
    return lines + [.blank] + StyledLine.wrapped(look.catalogue(.changeHow), Style(.secondary), width: width)
  }

  private func shown(_ index: Int, _ look: Look, reveal: Bool) -> String {
    if index == selected, let text { return text + (look.glyphs == .ascii ? "_" : "▏") }
    let parameter = parameters[index]
    if parameter.value.isEmpty { return parameter.name.isEmpty ? "" : look.catalogue(.changeLeftOut) }
    // A value that the user typed is not secret, and a name in braces is not a value.
    guard parameter.isSecret, !reveal, !isChanged(index), !parameter.value.hasPrefix(bytes: "{") else {
      return parameter.value
    }
    return Secret(parameter.value).masked(with: look.glyphs == .ascii ? "*" : "•")
  }

  /// - Parameters:
  ///   - send: label and action of the key that sends all messages.
  ///   - leave: closes the editor without changes.
  func keys(send: (Phrase, Action), leave: Action, _ edit: (ParameterEdit) -> Action) -> [Binding] {
    guard text == nil else {
      return [
        Binding([.enter], .keyChangeKeep, edit(.keep), inFooter: 0),
        Binding([.escape], .keyChangeDrop, edit(.drop), inFooter: 1),
        Binding([.backspace], .keyErase, edit(.type(.removeLast)), inFooter: 4, short: .keyEraseShort),
        Binding([.control("u")], .keyEraseAll, edit(.type(.clear)), inFooter: 5),
      ]
    }
    return [
      Binding([.enter], .keyChange, edit(.begin), inFooter: 0), Binding([.character(" ")], send.0, send.1, inFooter: 1),
      Binding([.down, .character("j")], .keyNextRow, edit(.select(selected + 1)), inFooter: 4),
      Binding([.up, .character("k")], .keyPreviousRow, edit(.select(selected - 1)), inFooter: 6),
      Binding([.character("u")], .keyChangeRestore, edit(.restore), inFooter: 5)
        .off(.reasonNothingChanged, if: changes.isEmpty),
      Binding([.escape], .keyChangeLeave, leave, inFooter: 3),
    ]
  }
}

extension [StyledLine] {
  /// The lines of the selected item, which must be visible.
  func place(of selected: Action) -> Range<Int>? {
    guard let first = firstIndex(where: { $0.action == selected }),
      let last = lastIndex(where: { $0.action == selected })
    else { return nil }
    return first..<last + 1
  }
}
