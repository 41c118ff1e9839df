import Catalogue
import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// Whatever error reaches a user has words of its own, and not the general ones for a code that only a server knows.
@Suite struct ErrorTextTests {
  static let codes =
    AppError.OwnCode.allCases.map(\.rawValue) + ApplicationStateError.Code.allCases.map(\.rawValue)
    + UserAgentFailure.Code.allCases.map(\.rawValue) + ProtocolError.Code.allCases.map(\.rawValue)
    + KeystoreError.Code.allCases.map(\.rawValue) + TransportFailure.Code.allCases.map(\.rawValue)

  @Test(arguments: codes) func everyCodeThatTheAppCanShowHasAText(_ code: String) {
    #expect(ErrorText.codes.contains(code))
  }

  /// Nobody reads a brace: an error is shown with what its cause knows, and no more than that.
  @Test(arguments: AppError.OwnCode.allCases.map(\.rawValue) + ["client_secret_expired", "user_agent_failed"])
  func ownErrorsNeedNoMoreThanTheirDetail(_ code: String) {
    let text = ErrorText.of(code)
    for phrase in [text.title, text.explanation, text.hint] {
      // A lost answer knows its address too, a file its path, and an expired secret may come from a judge, who says what it
      // received.
      let shown = Catalogue()(
        phrase, ["detail": "the reason", "url": "https://a.example", "path": "/a/file", "received": ""])
      #expect(!shown.contains("{"), "\(shown)")
    }
  }
}
