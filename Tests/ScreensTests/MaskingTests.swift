import AppState
import Foundation
import OAuthClient
import Screens
import SharedValues
import TerminalUI
import Testing

@testable import Samples
@testable import Workshop

/// Secrets are masked everywhere by default; they appear when the user asks, and never for an audience.
struct MaskingTests {
  private let secrets = [
    "14757ddb-1814-4abd-a898-665fdea83ccc", "671eb77b-932b-460e-8c77-61237a9edb21",
    "25a3ee8e-451d-4d00-9ea4-4d8f258405bb", "tfs9nad3dweFAa1CqpUj5p6NC4-092hb5Gg4SVRhOkc",
    "e99ab41e-52a1-4fa3-b21b-fb95a398c33a", "Cg85vgCfElPckCgzPYDcZUrMekzA1iv5", "b9TkLm3VxQzR7pYwNs2HdFa5Ue8GjC4i",
    "ex_OaauEnB0cLdBwXUXypYxr4j2CrkPNfWOsdI", "Zb6mTq1WcXv9RkYh3PsLd8NgUe4JfAo7",
    "ODdmMWQ5ZGU6dGZzOW5hZDNkd2VGQWExQ3FwVWo1cDZO", "eyJhbGciOiJSUzI1NiIsImtpZCI6",
    // The signature of every sample, and the reference of a pushed request.
    "WlpaWlpaWlpa", "6esc_11ACC5bwc014ltc14eY22c",
  ]

  /// Everything that a person could read, without line breaks that would divide a secret.
  private func readable(_ state: AppState) -> String { shown(state) + lines(of: state.messages) }

  private func shown(_ state: AppState) -> String {
    // High and wide enough that nothing is cut off or hidden.
    let canvas = AppScreen.draw(state, size: Size(300, 160), look: Look())
    var tool = state
    tool.view.focus = .panel
    let lines = [state, tool].flatMap { state in
      PlainText.lines(for: state, look: Look()) + PlainText.choices(for: state, look: Look()).map(\.text)
    }
    return canvas.text + lines.joined(separator: "\n")
  }

  /// The same for every opened message and every setting.
  private func lines(of messages: MessageLog) -> String {
    messages.suffix(60).map { PlainText.line(for: $0, look: Look()) }.joined(separator: "\n")
  }

  private var masking: [(name: String, state: AppState)] {
    StateRegistry.all.filter { !$0.state.view.revealsSecrets || $0.state.settings.presenter }
  }

  @Test func secretsAreMaskedByDefault() {
    for (name, state) in masking { expectMasked(readable(state), name) }
  }

  @Test(arguments: Workshop.tabs)
  func secretsAreMaskedInEveryMessage(_ tab: PanelTab) {
    var seen: Set<MessageLog> = []
    for (name, state) in masking where seen.insert(state.messages).inserted {
      expectMasked(lines(of: state.messages), name)
      // Long logs repeat themselves.
      for message in state.messages.suffix(60) {
        var shown = state
        shown.view.showsHelp = false
        shown.view.tab = tab
        shown.messagesView.selected = message.id
        shown.messagesView.showsDetail = true
        expectMasked(self.shown(shown), "\(name) \(message.id)")
      }
    }
  }

  private func expectMasked(_ text: String, _ name: String) {
    for secret in SecretSearch.found(of: secrets, in: text) { Issue.record("\(name) shows \(secret)") }
  }

  @Test func secretsAppearWhenRevealed() throws {
    let state = try sample("authenticated-revealed")
    let text = readable(state)
    #expect(text.contains(secrets[0]))
    #expect(text.contains(secrets[1]))
    let message = try sample("message-registration-revealed")
    #expect(readable(message).contains(secrets[3]))
  }

  @Test func anAudienceNeverSeesThem() throws {
    let state = try sample("authenticated-presenter")
    #expect(state.view.revealsSecrets)
    #expect(!readable(state).contains(secrets[0]))
  }

  @Test func theClaimsOfAnIDTokenAreReadAlthoughTheTokenIsMasked() throws {
    let state = try sample("message-id-token")
    let text = readable(state)
    #expect(text.contains("JWT claims"))
    #expect(text.contains("\"sub\": \"demouser\""))
    #expect(text.contains("signature ••••"))
  }
}

enum SecretSearch {
  /// Compares bytes, because comparing characters of thousands of screens takes longer than drawing them.
  static func found(of secrets: [String], in text: String) -> [String] {
    text.withCString { bytes in
      precondition(strlen(bytes) == text.utf8.count, "a search would end at the first zero byte")
      return secrets.filter { strstr(bytes, $0) != nil }
    }
  }
}
