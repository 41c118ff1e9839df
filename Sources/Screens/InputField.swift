import AppState
import Catalogue
import OAuthClient

package enum InputField: Hashable, Sendable {
  case signUp(SignUpForm.Field)
  case payment(PaymentForm.Field)
  case passphrase
  case tool(ToolField)

  /// Stable, for records of pressed keys.
  package var name: String {
    switch self {
    case .signUp: "sign-up"
    case .payment: "payment"
    case .passphrase: "passphrase"
    case .tool(let field): field.name
    }
  }

  func edit(_ change: TextChange) -> Action {
    switch self {
    case .signUp(let field): .view(.edit(field, change))
    case .payment(let field): .api(.edit(field, change))
    case .passphrase: .view(.editPassphrase(change))
    case .tool(let field): field.edit(change)
    }
  }

  /// - Parameter hint: what to enter, for plain lines.
  package static func tool(
    _ name: String, _ hint: Phrase? = nil, edit: @escaping @Sendable (TextChange) -> Action
  ) -> InputField {
    .tool(ToolField(name: name, hint: hint, edit: edit))
  }
}

/// A field of a tool; fields with the same name are equal.
package struct ToolField: Hashable, Sendable {
  package let name: String
  package let hint: Phrase?
  package let edit: @Sendable (TextChange) -> Action
  package static func == (one: ToolField, other: ToolField) -> Bool { one.name == other.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
