import Foundation
import Keystore
import SharedValues
import TestValues
import Testing

@testable import AppState

/// The passphrase of the keystore, asked for on the first screen.
@Suite struct UnlockTests {
  private static let needed = ApplicationStateError.keystore(KeystoreError(.passphraseNeeded, path: "keystore.age"))
  private static let wrong = ApplicationStateError.keystore(KeystoreError(.wrongPassphrase, path: "keystore.age"))

  private func locked() -> Scenario {
    var scenario = Scenario()
    scenario.state.settings.unlocksOnScreen = true
    scenario.send(.started)
    scenario.send(.keystoreFailed(UnlockTests.needed))
    return scenario
  }

  private func typed(_ text: String) -> Scenario {
    var scenario = locked()
    for character in text { scenario.send(.view(.editPassphrase(.insert(String(character))))) }
    return scenario
  }

  @Test func aLockedKeystoreIsAQuestionAndNoError() {
    let scenario = locked()
    #expect(scenario.state.keystore == .locked(Unlock()))
    #expect(scenario.effects.isEmpty)
  }

  @Test func theTypedPassphraseIsTriedOnce() {
    var scenario = typed("geheim")
    scenario.send(.view(.editPassphrase(.removeLast)))
    scenario.send(.unlock)
    #expect(scenario.effects == [.unlockKeystore(Secret("gehei"))])
    #expect(scenario.state.keystore == .loading)
    scenario.send(.unlock)
    #expect(scenario.effects.isEmpty)
    scenario.send(.keystoreLoaded(nil))
    #expect(scenario.state.keystore == .empty)
  }

  @Test func aWrongOneIsCountedAndForgotten() throws {
    var scenario = typed("wrong")
    for count in 1...2 {
      if count > 1 { scenario.send(.view(.editPassphrase(.insert("again")))) }
      scenario.send(.unlock)
      scenario.send(.keystoreFailed(UnlockTests.wrong))
      guard case .locked(let unlock) = scenario.state.keystore else {
        throw Unexpected("it is not asked again: \(scenario.state.keystore)")
      }
      #expect(unlock.refusals == count)
      #expect(unlock.passphrase == Secret(""))
    }
  }

  @Test func anEmptyPassphraseIsNotTried() {
    var scenario = locked()
    scenario.send(.unlock)
    #expect(scenario.effects.isEmpty)
    #expect(scenario.state.keystore == .locked(Unlock()))
  }

  @Test func aPasteLeavesItsLineEndBehindAndHasALimit() {
    var scenario = locked()
    scenario.send(.view(.editPassphrase(.insert("one line\n"))))
    scenario.send(.view(.editPassphrase(.insert(String(repeating: "x", count: 5000)))))
    scenario.send(.unlock)
    #expect(scenario.effects == [.unlockKeystore(Secret("one line"))])
    scenario = typed("abc")
    scenario.send(.view(.editPassphrase(.clear)))
    #expect(scenario.state.keystore == .locked(Unlock()))
  }

  @Test func damageIsShownAsDamage() {
    var scenario = typed("right")
    scenario.send(.unlock)
    let damage = ApplicationStateError.keystore(KeystoreError(.damagedPayload, path: "keystore.age"))
    scenario.send(.keystoreFailed(damage))
    #expect(scenario.state.keystore == .failed(damage))
  }

  @Test func wherePassphrasesComeFromElsewhereTheRefusalIsAnError() {
    var scenario = Scenario()
    scenario.send(.started)
    scenario.send(.keystoreFailed(UnlockTests.wrong))
    #expect(scenario.state.keystore == .failed(UnlockTests.wrong))
  }

  @Test func afterAForgottenPassphraseTheDeviceCanBeForgotten() {
    var scenario = locked()
    scenario.send(.view(.ask(.forgottenPassphrase)))
    scenario.send(.forgetDevice)
    #expect(scenario.effects == [.eraseKeystore(scenario.flowID)])
    scenario.send(.answered(scenario.flowID, .erased(["keystore.age"])))
    #expect(scenario.state.keystore == .empty)
    // What the keystore held is unknown, so a client may still exist at the server.
    #expect(scenario.state.notice == .forgotDevice(erased: ["keystore.age"], serverDeleted: false))
  }

  @Test func noFlowBeginsWhileTheKeystoreIsLocked() {
    var scenario = locked()
    for action in [Action.startRegistration, .startAuthentication, .registerAgain] {
      scenario.send(action)
      #expect(scenario.effects.isEmpty, "\(action)")
    }
  }
}
