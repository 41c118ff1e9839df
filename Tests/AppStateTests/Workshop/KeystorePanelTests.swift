import Foundation
import Keystore
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// The panel **Keystore**: it reads the file while it is visible, one reading at a time. A changed file drops trials.
struct KeystorePanelTests {
  private var scenario = Scenario(tools: Workshop.tools)
  private var state: AppState { scenario.state }

  /// Sends an action and expects these effects.
  private mutating func send(
    _ action: Action, wants effects: [Effect] = [], _ location: SourceLocation = #_sourceLocation
  ) {
    scenario.send(action)
    #expect(scenario.effects == effects, sourceLocation: location)
  }

  private mutating func sendPanel(
    _ action: KeystorePanelAction, wants effects: [Effect] = [], _ location: SourceLocation = #_sourceLocation
  ) {
    send(.keystorePanel(action), wants: effects, location)
  }

  private func reading(_ fingerprint: UInt8) -> KeystoreReading {
    let inspection = KeystoreInspection(
      path: "keystore.age", size: 1, modifiedAt: state.now, protection: .device, recipients: ["X25519"],
      hasKeyFile: true)
    return KeystoreReading(
      xray: KeystoreXRay(
        inspection: inspection, parts: [], modes: .init(file: 0o600, folder: 0o700, key: 0o600),
        fingerprint: [fingerprint]),
      contents: .failure(KeystoreError(.wrongKey, path: "")), seconds: 1)
  }

  private func result(_ trial: KeystoreTrial, _ fingerprint: UInt8) -> KeystoreTrialResult {
    KeystoreTrialResult(
      trial: trial, alteration: nil, refusal: KeystoreError(.wrongKey, path: ""), seconds: 1, fingerprint: [fingerprint]
    )
  }

  @Test mutating func theFileIsReadOnceASecondWhileThePanelIsVisible() {
    send(.tick)
    sendPanel(.watched(true), wants: [.tool(KeystoreEffect.read(1))])
    // The disk has not answered, so no second reading starts.
    send(.tick)
    sendPanel(.read(1, .success(reading(1))), wants: [.tool(KeystoreEffect.read(2))])
    sendPanel(.read(2, .success(reading(1))))
    send(.tick, wants: [.tool(KeystoreEffect.read(3))])
    #expect(state.needsTicks)
    sendPanel(.watched(false))
    sendPanel(.read(3, .success(reading(1))))
    send(.tick)
    #expect(!state.needsTicks)
  }

  @Test mutating func eachPartIsDamagedInItsTurn() {
    sendPanel(.watched(true), wants: [.tool(KeystoreEffect.read(1))])
    sendPanel(.read(1, .success(reading(1))))
    for (index, part) in (KeystoreTrial.DamagedPart.allCases + [.recipient]).enumerated() {
      let trial = KeystoreTrial.damage(state.keystoreInsight.nextDamage)
      #expect(trial == .damage(part))
      sendPanel(.attempt(trial), wants: [.tool(KeystoreEffect.attempt(index + 1, trial))])
      // A key that is held down starts one trial.
      sendPanel(.attempt(trial))
      sendPanel(.attempted(index + 1, .success(result(trial, 1))))
      #expect(state.keystoreInsight.trial?.outcome == .done(result(trial, 1)))
    }
  }

  @Test mutating func nothingIsTriedWhereThereIsNoFile() {
    sendPanel(.attempt(.guess))
    #expect(state.keystoreInsight.trial == nil)
  }

  @Test mutating func aTrialIsDroppedWhenItsFileChanges() {
    sendPanel(.watched(true), wants: [.tool(KeystoreEffect.read(1))])
    sendPanel(.read(1, .success(reading(1))))
    sendPanel(.attempt(.guess), wants: [.tool(KeystoreEffect.attempt(1, .guess))])
    sendPanel(.attempted(1, .success(result(.guess, 1))))
    send(.tick, wants: [.tool(KeystoreEffect.read(2))])
    sendPanel(.read(2, .success(reading(1))))
    #expect(state.keystoreInsight.trial != nil)
    send(.tick, wants: [.tool(KeystoreEffect.read(3))])
    sendPanel(.read(3, .success(reading(2))))
    #expect(state.keystoreInsight.trial == nil)
  }

  @Test mutating func theSecureElementsKeysComeInTheirOwnAnswer() throws {
    sendPanel(.watched(true), wants: [.tool(KeystoreEffect.read(1))])
    #expect(!state.keystoreInsight.hasElement)
    let point = [UInt8](repeating: 1, count: P256PublicKey.coordinateLength)
    let key = ElementKey(
      thumbprint: "t", use: .dpop, publicKey: try #require(P256PublicKey(x: point, y: point)), madeAt: state.now)
    // The file is still being read.
    sendPanel(.listedKeys(.success([key])))
    #expect(state.keystoreInsight.hasElement && !state.keystoreInsight.hasClientKey)
    sendPanel(.listedKeys(.failure(.noSuchKey)))
    #expect(state.keystoreInsight.hasElement)
    sendPanel(.listedKeys(.success([])))
    #expect(!state.keystoreInsight.hasElement)
  }

  @Test mutating func anAnswerToAnOlderTrialIsIgnored() {
    sendPanel(.watched(true), wants: [.tool(KeystoreEffect.read(1))])
    sendPanel(.read(1, .success(reading(1))))
    sendPanel(.attempt(.guess), wants: [.tool(KeystoreEffect.attempt(1, .guess))])
    sendPanel(.attempted(1, .success(nil)))
    #expect(state.keystoreInsight.trial?.outcome == .nothing)
    sendPanel(.attempt(.guess), wants: [.tool(KeystoreEffect.attempt(2, .guess))])
    sendPanel(.attempted(1, .success(result(.guess, 1))))
    #expect(state.keystoreInsight.trial?.outcome == .pending)
  }
}
