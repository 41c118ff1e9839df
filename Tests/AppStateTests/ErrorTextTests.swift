import Catalogue
import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// Every error that a user sees has a text of its own, not the general one for unknown codes of servers.
@Suite struct ErrorTextTests {
  static let codes =
    AppError.OwnCode.allCases.map(\.rawValue) + ApplicationStateError.Code.allCases.map(\.rawValue)
    + UserAgentFailure.Code.allCases.map(\.rawValue) + ProtocolError.Code.allCases.map(\.rawValue)
    + KeystoreError.Code.allCases.map(\.rawValue) + TransportFailure.Code.allCases.map(\.rawValue)
    + AppError.Circumstance.allCases.map(\.rawValue)

  @Test(arguments: codes) func everyCodeThatTheAppCanShowHasAText(_ code: String) {
    #expect(ErrorText.codes.contains(code))
  }

  @Test(arguments: [
    ("https://127.0.0.2:8443/oauth/v2/oauth-anonymous", true),
    ("https://192.0.2.1:8443/oauth/v2/oauth-anonymous", true),
    ("https://localhost:8443/oauth/v2/oauth-anonymous", false), ("https://id.example.com/realm", false),
  ])
  func aStoppedServerOfThisProductIsStartedWithServe(_ url: String, _ isShared: Bool) {
    let refused = AppError(
      code: .transport(.connectionRefused), step: .discovery,
      cause: .transport(TransportFailure(.connectionRefused), url: url))
    #expect(refused.advice == (isShared ? .startSharedServer : nil))
  }

  /// The values that the app's own errors carry fill every placeholder, so no brace is shown.
  @Test(arguments: AppError.OwnCode.allCases.map(\.rawValue) + ["client_secret_expired", "user_agent_failed"])
  func ownErrorsLeaveNoPlaceholder(_ code: String) {
    let text = ErrorText.of(code)
    for phrase in [text.title, text.explanation, text.hint] {
      // Some errors also carry an address or a path; an expired secret may come from a judge, which says what it
      // received.
      let shown = Catalogue()(
        phrase, ["detail": "the reason", "url": "https://a.example", "path": "/a/file", "received": ""])
      #expect(!shown.contains("{"), "\(shown)")
    }
  }
}
