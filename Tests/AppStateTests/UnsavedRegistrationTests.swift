import Foundation
import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// A registration that the server has confirmed but that could not be saved.
@Suite struct UnsavedRegistrationTests {
  private func unsaved() -> Scenario {
    var scenario = Scenario().started()
    scenario.registerAtTheServer()
    scenario.send(.answered(scenario.flowID, .notSaved(KeystoreError(.noSpace, path: "keystore.age"))))
    scenario.send(.dismissBanner)
    return scenario
  }

  @Test func quittingAsksFirstBecauseTheClientWouldBeLost() {
    var scenario = unsaved()
    scenario.send(.quit)
    #expect(!scenario.effects.contains(.quit) && scenario.state.view.confirmation == .quit)
    scenario.send(.quit)
    #expect(scenario.effects.contains(.quit))
  }

  @Test func savingIsTriedAgainWithoutASecondRegistration() {
    var scenario = unsaved()
    scenario.send(.saveAgain)
    #expect(scenario.request == nil)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration?.credentials.clientID == "87f1d9de-de2f-4e96-b27b-882cce0a3352")
    #expect(scenario.state.unsavedRegistration == nil)
    scenario.send(.quit)
    #expect(scenario.effects.contains(.quit))
  }

  /// The browser has the session of the registration's login, whether or not the registration was saved.
  @Test func theLoginAfterItIsNotForced() {
    var scenario = unsaved()
    scenario.beginAuthentication()
    #expect(scenario.openedURL != nil && scenario.query("prompt") == nil)
  }

  @Test func theClientCanBeDeletedAtTheServer() {
    var scenario = unsaved()
    scenario.begin(.forgetDevice)
    #expect(scenario.request?.method == "DELETE")
  }
}
