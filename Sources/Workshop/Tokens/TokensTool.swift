import AppState
import FoundationEssentials
import SharedValues

/// The tool **Tokens**. It keeps nothing: all that it shows is in the phone's state.
package struct TokensTool: Hashable, Sendable {
  package init() {}
}

/// A token that the phone has.
struct HeldToken: Hashable {
  enum Kind: Hashable { case access, refresh, id }

  var kind: Kind
  var value: Secret
  /// `nil`: unknown. No server says when a refresh token ends.
  var end: Date?
}

extension Phone<TokensTool> {
  /// Access token, refresh token, ID token. After a session, only the ID token may be left.
  var heldTokens: [HeldToken] {
    let (tokens, claims) = (state.session?.tokens, state.session?.claims)
    let all: [HeldToken?] = [
      tokens.map { HeldToken(kind: .access, value: $0.accessToken, end: $0.expiresAt) },
      tokens?.refreshToken.map { HeldToken(kind: .refresh, value: $0) },
      (tokens?.idToken ?? state.storedIDToken).map { HeldToken(kind: .id, value: $0, end: claims?.expiresAt) },
    ]
    return all.compactMap(\.self)
  }
}

extension TokensTool: Tool {
  package static var tabs: [PanelTab] { [.tokens] }

  /// The time that is left is shown in seconds.
  package static func needsTicks(_ phone: Phone<Self>) -> Bool {
    phone.view.tab == .tokens && phone.heldTokens.contains { $0.end != nil }
  }
}

extension PanelTab { package static let tokens = PanelTab("tokens", at: 10, key: "K", .tabTokens, .keyTokens) }
