import Foundation
import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppState
@testable import Workshop

/// A held message whose parameters the user changes before it is sent: nothing but those changes.
@Suite struct ChangedMessageTests {
  private func held(_ message: StepMessage) throws -> AppState {
    var scenario = Scenario(tools: Workshop.tools).started()
    scenario.send(.step(.toggle))
    scenario.begin(.startRegistration)
    while let name = scenario.state[Stepping.self].heldMessage?.name, name != message {
      scenario.send(.step(.next))
      switch name {
      case .metadata:
        scenario.respond(.openIDMetadata, Scenario.metadata)
        scenario.prepareAuthorization()
      case .openRegistrationLogin:
        scenario.returnCode("first")
      case .registrationToken:
        scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
      default: throw Unexpected()
      }
    }
    _ = try #require(scenario.state[Stepping.self].heldMessage)
    return scenario.state
  }

  /// Opens the editor, sets these values and sends.
  private func send(_ state: inout AppState, _ changes: [(name: String, value: String)]) -> [Effect] {
    _ = update(&state, .step(.change), now: state.now)
    for change in changes {
      let index = state[Stepping.self].editor?.parameters.firstIndex { $0.name == change.name } ?? -1
      #expect(index >= 0, "\(change.name) is no parameter")
      for edit in [ParameterEdit.select(index), .begin, .type(.clear), .type(.insert(change.value)), .keep] {
        _ = update(&state, .step(.edit(edit)), now: state.now)
      }
    }
    return update(&state, .step(.sendChanged), now: state.now)
  }

  private func request(_ effects: [Effect]) -> HTTPRequest? {
    effects.lazy.compactMap { if case .send(_, let request, _) = $0 { request } else { nil } }.first
  }

  @Test func aWrongVerifierIsSentAndNothingElseIsChanged() throws {
    var state = try held(.registrationToken)
    guard case .send(_, let original, _)? = state[Stepping.self].heldMessage?.effect else { throw Unexpected() }
    let sent = try #require(request(send(&state, [("code_verifier", "not mine")])))
    let (before, after) = (Address.form(text(original)), Address.form(text(sent)))
    #expect(after.map(\.name) == before.map(\.name))
    for (one, other) in zip(before, after) {
      #expect(other.value == (one.name == "code_verifier" ? "not mine" : one.value), "\(one.name)")
    }
    #expect((sent.url, sent.method) == (original.url, original.method) && sent.headers == original.headers)
    #expect(sent.secretParts == original.secretParts, "the secret parts stay masked")
    #expect(state[Stepping.self].editor == nil && state[Stepping.self].heldMessage == nil)
  }

  @Test func anEmptyValueLeavesItOutAndAnotherOneIsAdded() throws {
    var state = try held(.registrationToken)
    let sent = try #require(
      request(send(&state, [("code_verifier", ""), ("", "resource=https://api.example/a b&c")])))
    let form = Address.form(text(sent))
    #expect(!form.contains { $0.name == "code_verifier" })
    #expect(form.last == NamedValue("resource", "https://api.example/a b&c"))
  }

  @Test func theBrowsersAddressIsChanged() throws {
    var state = try held(.openRegistrationLogin)
    guard case .openUserAgent(_, _, _, let original, let redirect)? = state[Stepping.self].heldMessage?.effect else {
      throw Unexpected()
    }
    let effects = send(&state, [("scope", "openid profile"), ("code_challenge", "")])
    let opened = effects.lazy.compactMap { effect -> (String, RedirectURI)? in
      if case .openUserAgent(_, _, _, let url, let redirect) = effect { (url, redirect) } else { nil }
    }.first
    let (url, sentRedirect) = try #require(opened)
    #expect(Address(url).base == Address(original).base && sentRedirect == redirect)
    #expect(Address(url).value("scope") == "openid profile" && Address(url).value("code_challenge") == nil)
    #expect(Address(url).value("state") == Address(original).value("state"))
    #expect(state.messages.last?.content == .userAgentOpened(url: url), "the panel shows the address that was opened")
  }

  @Test func membersOfJSONAndTheTokenInTheHeaderAreChanged() throws {
    var state = try held(.register)
    let sent = try #require(
      request(
        send(
          &state,
          [
            ("access_token", "stolen\u{1}ünd token"), ("scope", "openid dcr"), ("redirect_uris", #"["a.b:/c"]"#),
          ])))
    let json = try JSON.parse(sent.body)
    #expect(json["scope"] == "openid dcr" && json["redirect_uris"] == ["a.b:/c"])
    #expect(sent.headers[first: "Authorization"] == "Bearer stolenndtoken", "a header keeps printable ASCII")
  }

  @Test func aSecretIsNotShownToBeEdited() throws {
    var state = try held(.registrationToken)
    _ = update(&state, .step(.change), now: state.now)
    let code = try #require(state[Stepping.self].editor?.parameters.firstIndex { $0.name == "code" })
    _ = update(&state, .step(.edit(.select(code))), now: state.now)
    _ = update(&state, .step(.edit(.begin)), now: state.now)
    #expect(state[Stepping.self].editor?.text == "")
  }

  @Test func leavingTheEditorChangesNothingAndSavesCannotBeChanged() throws {
    var state = try held(.registrationToken)
    let message = state[Stepping.self].heldMessage
    _ = update(&state, .step(.change), now: state.now)
    _ = update(&state, .step(.edit(.begin)), now: state.now)
    _ = update(&state, .step(.edit(.type(.insert("x")))), now: state.now)
    _ = update(&state, .step(.change), now: state.now)
    #expect(
      state[Stepping.self].heldMessage == message && state[Stepping.self].editor == nil
        && !state[Stepping.self].showsAll)
    let flow = try #require(state.flow)
    let write = HeldMessage(.saveTokens(flow.id, KeptTokens(idToken: nil)), of: flow)
    #expect(write?.parameters == [])
  }

  private func text(_ request: HTTPRequest) -> String { String(decoding: request.body, as: UTF8.self) }
}
