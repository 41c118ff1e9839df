import Testing

@testable import AppState
@testable import Workshop

/// The phones of a machine, and what stays the same when the user switches to another phone.
@Suite struct PhonesTests {
  private let two = [
    PhoneSummary(name: "another", condition: .registered, clientID: "87f1d9de-de2f-4e96-b27b-882cce0a3352"),
    PhoneSummary(name: "phone", condition: .signedIn, clientID: "87f1d9de-de2f-4e96-b27b-882cce0a3352"),
  ]

  @Test func theListHasThisPhoneAndNoMoreThanFit() {
    var scenario = Scenario()
    scenario.send(.phones(.show))
    #expect(scenario.effects == [.phones(.list)])
    scenario.send(.phones(.listed(two + (0..<9).map { PhoneSummary(name: "a\($0)", condition: .fresh) })))
    #expect(scenario.state.phones.all.map(\.name) == ["a0", "a1", "a2", "a3", "a4", "phone"])
    scenario.send(.phones(.add))
    #expect(scenario.effects.isEmpty && scenario.state.phones.problem?.code.rawValue == "too_many_phones")
  }

  @Test func theOrderIsTheSameOnEveryPhoneAndTheFocusOnThisOne() {
    for device in ["another", "phone"] {
      var scenario = Scenario()
      scenario.state.settings.device = device
      scenario.send(.phones(.listed(two)))
      scenario.send(.phones(.show))
      #expect(scenario.state.phones.all.map(\.name) == ["another", "phone"])
      #expect(scenario.state.phones.all[scenario.state.view.button].name == device)
    }
  }

  @Test func aPhoneShowsItsNameWhereThereIsMoreThanOne() {
    var scenario = Scenario()
    scenario.send(.phones(.listed([two[1]])))
    #expect(scenario.state.nameOnPhone == nil)
    scenario.send(.phones(.listed(two)))
    #expect(scenario.state.nameOnPhone == "phone")
    #expect(scenario.state.settings.clientName == "Curity DCR Demo App (phone)")
  }

  @Test func theListGrowsAboveTheButtonThatIsFocused() {
    var scenario = Scenario()
    scenario.send(.phones(.show))
    #expect(scenario.state.phones.all.map(\.name) == ["phone"])
    scenario.send(.view(.focusButton(1)))
    scenario.send(.phones(.listed(two)))
    #expect(scenario.state.view.button == 2, "Add a Phone comes after two phones now")
    scenario.send(.view(.focusButton(0)))
    scenario.send(.phones(.listed(two + [PhoneSummary(name: "aardvark", condition: .fresh)])))
    #expect(scenario.state.phones.all[scenario.state.view.button].name == "another")
  }

  @Test func aBusyPhoneCannotBeLeft() {
    var scenario = Scenario()
    scenario.send(.keystoreLoaded(nil))
    scenario.send(.startRegistration)
    for wish in [PhonesAction.switchTo("another"), .add, .clone] {
      scenario.send(.phones(wish))
      #expect(scenario.effects.isEmpty && scenario.state.phones.problem?.code.rawValue == "phone_is_busy")
    }
    scenario.send(.cancel)
    scenario.send(.phones(.switchTo("another")))
    #expect(scenario.effects == [.phones(.switchTo("another"))])
  }

  @Test func panelAndPresenterModeStay() {
    var old = Scenario(tools: Workshop.tools).signedIn()
    old.send(.view(.tab(.server)))
    old.send(.presenter(.toggle))
    old.send(.prefer(.theme("curity")))
    old.send(.serverPanel(.event(method: "GET", path: "/x", status: 200, note: "", client: nil)))
    var new = Scenario(tools: Workshop.tools)
    new.state.view.revealsSecrets = true
    new.send(.phones(.arrived(old.state.surroundings)))
    #expect(new.state.view.tab == .server && new.state.settings.presenter && !new.state.view.revealsSecrets)
    #expect(new.state[ServerInsight.self].events.count == 1)
    #expect(new.state.registration == nil && new.state.session == nil, "the new phone has state of the other one")
    #expect(new.effects.contains(.phones(.list)))
  }

  @Test func aCloneIsTheSameClient() {
    var scenario = Scenario()
    scenario.send(.phones(.listed(two)))
    #expect(scenario.state.otherPhones(withClient: "87f1d9de-de2f-4e96-b27b-882cce0a3352") == ["another"])
    #expect(scenario.state.otherPhones(withClient: "x").isEmpty)
  }

  @Test func onlyAnExistingThemeCanBeChosen() {
    var scenario = Scenario()
    scenario.state.settings.themes = ["curity", "light"]
    scenario.send(.prefer(.theme("pink")))
    #expect(scenario.effects.isEmpty && scenario.state.preferences.theme == nil)
    scenario.send(.prefer(.theme("light")))
    #expect(scenario.effects == [.savePreferences(Preferences(theme: "light", motion: true))])
    let problem = FileProblem(.preferencesNotSaved, path: "/p", detail: "full")
    scenario.send(.prefer(.saved(problem)))
    #expect(scenario.state.preferenceProblem == problem && scenario.state.preferences.theme == "light")
  }
}
