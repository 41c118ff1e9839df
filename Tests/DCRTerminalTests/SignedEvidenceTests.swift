import AppState
import Foundation
import OAuthClient
import Screens
import SharedValues
import TerminalUI
import TestValues
import Testing

@testable import Automation
@testable import DCRTerminal
@testable import Evidence
@testable import Samples
@testable import Workshop

/// Proofs and assertions in evidence and in exports can be read, but not used.
@Suite struct SignedEvidenceTests {
  private static let useful = ["WlpaWlpa", Sample.requestURI, "ltc14eY22c", Sample.boundAccessToken]

  private func state() -> AppState {
    var state = AppState(settings: Sample.settings, now: Sample.now, tools: Workshop.tools)
    state.messages = Sample.bound
    state.view.focus = .panel
    state.view.revealsSecrets = true
    state.tools[MessagesTool.self].view.showsDetail = true
    return state
  }

  private func expectNoUse(_ text: String, _ name: String) {
    for secret in Self.useful where text.contains(secret) { Issue.record("\(name) holds \(secret)") }
  }

  @MainActor @Test func aBundleHoldsNoProofThatCouldBeUsed() throws {
    var (state, seconds) = (state(), 0.0)
    let (size, look) = (Size(200, 200), Look())
    let recorder = EvidenceRecorder(
      EvidenceContext(options: [], configuration: ["dpop": true, "client_secret": "SECRETSECRET"], look: look)
    ) { Sample.now.addingTimeInterval(seconds) }
    for message in state.messages {
      seconds += 1
      state.tools[MessagesTool.self].view.selected = message.id
      let canvas = AppScreen.draw(state, size: size, look: look)
      recorder.show(state, canvas, [:], size: size, look: look)
    }
    let effects = update(&state, .evidence(.write), now: state.now).compactMap { $0.of(EvidenceEffect.self) }
    guard case .write(_, let request)? = effects.first else { throw Unexpected("nothing is written") }
    let archive = recorder.bundle(request).archive
    #expect(archive.members.count > 20)
    for member in archive.members { expectNoUse(String(decoding: member.bytes, as: UTF8.self), member.name) }
    // A switch is not secret and stays readable.
    let configuration = try JSON.parse(try #require(archive["config.json"]))
    #expect(configuration == ["dpop": true, "client_secret": "SECR••••"])
    let proof = Sample.proof("POST", "/oauth/v2/oauth-token", "m4Kd0sWq").split(separator: ".").prefix(2)
    let har = String(decoding: try #require(archive["messages.har"]), as: UTF8.self)
    #expect(har.contains(proof.joined(separator: ".") + ".••••"))
  }

  /// A bundle holds the settings of the app's keys, and a replay begins with them.
  @MainActor @Test func theSettingsOfKeysAreInTheBundleAndInItsReplay() throws {
    var state = state()
    state.settings.keys = KeyRequirements(
      privateKey: true, dpop: true, pushedAuthorization: true, userPresence: true, allowsDowngrade: false)
    let members: JSON = [
      "clientAuthentication": "private-key", "dpop": true, "pushedAuthorization": true, "userPresence": true,
      "profile": "fapi-2.0", "allowDowngrade": false,
    ]
    let recorder = EvidenceRecorder(EvidenceContext(options: [], configuration: members, look: Look())) { Sample.now }
    let size = Size(110, 30)
    recorder.show(state, AppScreen.draw(state, size: size, look: Look()), [:], size: size, look: Look())
    guard
      case .write(_, let request)? = update(&state, .evidence(.write), now: state.now).compactMap({
        $0.of(EvidenceEffect.self)
      }).first
    else { throw Unexpected("nothing is written") }
    let archive = recorder.bundle(request).archive
    let settings = try JSON.parse(try #require(archive["settings.json"]))
    #expect(
      settings["keys"] == [
        "clientAuthentication": "private-key", "dpop": true, "pushedAuthorization": true, "userPresence": true,
        "allowDowngrade": false,
      ])
    let manifest = try JSON.parse(try #require(archive["manifest.json"]))
    for member in members.objectValue ?? [] { #expect(manifest["configuration"]?[member.name] == member.value) }
  }

  @Test func aStepsReportHoldsNoUsableProof() {
    let detail: JSON = ["request_uri": .string(Sample.requestURI), "access_token": .string(Sample.boundAccessToken)]
    expectNoUse(FlowDetail.masked(detail).compact, "the report")
  }
}
