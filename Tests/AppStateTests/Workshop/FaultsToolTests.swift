import Faults
import SharedValues
import TestValues
import Testing

@testable import AppState
@testable import Workshop

extension Scenario { fileprivate var faults: Phone<FaultsTool> { Phone(state) } }

/// The fault menu: keys, active faults, and the effects that they cause.
@Suite struct FaultsToolTests {
  private func row(_ state: AppState, _ isMeant: (FaultRow) -> Bool) throws -> Int {
    let place = Phone<FaultsTool>(state).rows.firstIndex(where: isMeant)
    return try #require(place)
  }

  @Test func aPresetIsSwitchedOnAndOff() throws {
    var scenario = Scenario(tools: Workshop.tools)
    let preset = try #require(FaultPresets.named("server-down-during-registration"))
    let place = try row(scenario.state) { $0 == .preset(preset) }
    scenario.send(.faults(.press(place)))
    #expect(scenario.faults.own.active.plan.rules == preset.plan.rules)
    #expect(scenario.effects == [.tool(FaultEffect.set(scenario.faults.own.active))])
    #expect(scenario.faults.selectedRow == .preset(preset), "rows inserted above do not move the selection")
    scenario.send(.faults(.press(0)))
    #expect(scenario.faults.own.active.isEmpty)
    #expect(scenario.effects == [.tool(FaultEffect.set(scenario.faults.own.active))])
  }

  @Test func aPresetThatIsOnIsSwitchedOffWhereItWasSwitchedOn() throws {
    var scenario = Scenario(tools: Workshop.tools)
    let preset = try #require(FaultPresets.named("server-down-during-registration"))
    for isOn in [true, false, true] {
      scenario.send(.faults(.press(try row(scenario.state) { $0 == .preset(preset) })))
      #expect(scenario.faults.own.active.isOn(preset.plan) == isOn)
      #expect(scenario.faults.own.active.isEmpty != isOn)
      #expect(scenario.faults.selectedRow == .preset(preset))
    }
    // With one more fault the plan is no longer the preset; switching the preset on again restores it.
    scenario.send(.faults(.add(FaultRule(.jwks, .connection(.offline), .once))))
    #expect(!scenario.faults.own.active.isOn(preset.plan))
    scenario.send(.faults(.press(try row(scenario.state) { $0 == .preset(preset) })))
    #expect(scenario.faults.own.active.plan.rules == preset.plan.rules)
  }

  @Test func oneDefectByEndpointAndHowOften() throws {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.faults(.press(try row(scenario.state) { $0 == .endpoint(.token) })))
    #expect(scenario.faults.own.level == .defects(.token))
    #expect(scenario.effects.isEmpty)
    let defect = FaultDefect.connection(.offline)
    scenario.send(.faults(.press(try row(scenario.state) { $0 == .defect(.token, defect) })))
    let rule = FaultRule(.token, defect, .times(3))
    scenario.send(.faults(.press(try row(scenario.state) { $0 == .times(rule) })))
    #expect(scenario.faults.own.level == .top)
    #expect(scenario.faults.own.active.plan.rules == [rule])
    guard case .on(let entry) = scenario.faults.selectedRow else {
      throw Unexpected("the new fault is not the chosen row")
    }
    #expect(entry.rule == rule)
  }

  @Test func backLeadsToWhereOneCameFrom() throws {
    var scenario = Scenario(tools: Workshop.tools)
    let place = try row(scenario.state) { $0 == .endpoint(.browser) }
    scenario.send(.faults(.press(place)))
    scenario.send(.faults(.press(2)))
    scenario.send(.faults(.back))
    #expect(scenario.faults.own.level == .defects(.browser) && scenario.faults.own.selected == 2)
    scenario.send(.faults(.back))
    #expect(scenario.faults.own.level == .top && scenario.faults.own.selected == place)
  }

  @Test func rowsThatDoNotExistAreNotPressed() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.faults(.press(10_000)))
    scenario.send(.faults(.select(-5)))
    #expect(scenario.faults.own.selected == 0 && scenario.effects.isEmpty)
    scenario.send(.faults(.select(10_000)))
    #expect(scenario.faults.own.selected == scenario.faults.rows.count - 1)
  }

  @Test func defectsOfMaxAgeAreOfferedWhereItIsSent() throws {
    var scenario = Scenario(tools: Workshop.tools)
    let needy = FaultRow.defect(.token, .idToken(.authTimeTooOld))
    scenario.state.tools[FaultsTool.self].level = .defects(.token)
    #expect(!scenario.faults.rows.contains(needy))
    scenario.state.settings.authorizationParameters = try .init([JSON.Member("max_age", 60)])
    #expect(scenario.faults.rows.contains(needy))
  }

  @Test func aPresetSaysWhenItActs() throws {
    func occasion(_ name: String, _ state: AppState) throws -> FaultOccasion? {
      Phone<FaultsTool>(state).occasion(of: try #require(FaultPresets.named(name)).plan)
    }
    let fresh = Scenario(tools: Workshop.tools).state
    #expect(try occasion("registration-closed", fresh) == nil, "now")
    #expect(try occasion("replayed-id-token", fresh) == .login)
    #expect(try occasion("client-revoked", fresh) == .login)
    var registered = Scenario(tools: Workshop.tools).signedIn().state
    registered.auth = .idle
    #expect(try occasion("registration-closed", registered) == .registration)
    #expect(try occasion("client-revoked", registered) == nil)
    #expect(try occasion("evil-issuer", registered) == .registration, "the metadata of this run is known")
    let signedIn = Scenario(tools: Workshop.tools).signedIn().state
    #expect(try occasion("refresh-token-used-up", signedIn) == nil)
    #expect(try occasion("login-denied", signedIn) == .login)
  }

  // MARK: At the server

  /// The menu about the server, with these faults on.
  private func atServer(_ entries: [ActiveServerFault] = []) -> Scenario {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.faults(.watched(true)))
    scenario.send(.faults(.side(.server)))
    scenario.send(.faults(.server(.success(entries))))
    return scenario
  }

  @Test func theServersMenuHasOnlyWhatAServerCanCommit() throws {
    let rows = atServer().faults.rows
    let presets = rows.compactMap { row in if case .preset(let preset) = row { preset } else { nil } }
    #expect(presets == FaultPresets.all.filter(\.plan.isPossibleAtServer))
    #expect(presets.contains { $0.name == "compressed-answers" } && !presets.contains { $0.name == "disk-full" })
    #expect(rows.contains(.endpoint(.token)) && !rows.contains(.endpoint(.keystore)))
    var token = atServer()
    token.send(.faults(.press(try row(token.state) { $0 == .endpoint(.token) })))
    #expect(token.faults.rows.contains(.defect(.token, .transfer(.gzip))))
    #expect(!token.faults.rows.contains(.defect(.token, .connection(.refused))))
  }

  @Test func aPresetIsSwitchedOnAtTheServerAndNotHere() throws {
    let preset = try #require(FaultPresets.named("login-denied"))
    var scenario = atServer()
    scenario.send(.faults(.press(try row(scenario.state) { $0 == .preset(preset) })))
    #expect(scenario.effects == [.tool(ServerFaultEffect.on(file: preset.plan.json.compact, name: preset.name))])
    #expect(scenario.faults.own.active.isEmpty)
    let fault = ActiveServerFault(number: 7, name: preset.name, fault: "authorize: error-redirect access_denied")
    scenario.send(.faults(.server(.success([fault]))))
    #expect(scenario.faults.selectedRow == .preset(preset), "rows inserted above do not move the selection")
    scenario.send(.faults(.press(try row(scenario.state) { $0 == .preset(preset) })))
    #expect(scenario.effects == [.tool(ServerFaultEffect.off(preset.name))])
    scenario.send(.faults(.press(0)))
    #expect(scenario.effects == [.tool(ServerFaultEffect.off("7"))])
    scenario.send(.faults(.switchOffAtServer(nil)))
    #expect(scenario.effects == [.tool(ServerFaultEffect.off(nil))])
  }

  /// The phone's own faults stay as they are behind the other side of the menu.
  @Test func theSidesAreApart() throws {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.faults(.add(FaultRule(.jwks, .connection(.offline), .once))))
    let active = scenario.faults.own.active
    scenario.send(.faults(.side(.server)))
    #expect(!scenario.faults.rows.contains { if case .on = $0 { true } else { false } })
    scenario.send(.faults(.side(.app)))
    #expect(scenario.faults.own.active == active && scenario.faults.rows.first == active.entries.first.map(FaultRow.on))
  }

  @Test func theServerIsReadAgainWhileTheMenuCanBeSeen() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.faults(.watched(true)))
    #expect(scenario.effects == [.tool(ServerFaultEffect.read)])
    scenario.state.tools[FaultsTool.self].tick()
    scenario.send(.faults(.select(0)))
    #expect(scenario.effects.isEmpty, "one reading at a time")
    scenario.send(.faults(.server(.success([]))))
    #expect(scenario.effects == [.tool(ServerFaultEffect.read)])
    scenario.send(.faults(.server(.success([]))))
    scenario.send(.faults(.watched(false)))
    scenario.state.tools[FaultsTool.self].tick()
    scenario.send(.faults(.select(0)))
    #expect(scenario.effects.isEmpty)
  }

  @Test func anotherServerHasNoSide() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.state.settings.embeddedServer = false
    scenario.send(.faults(.side(.server)))
    #expect(!scenario.faults.own.server.isShown && !scenario.faults.hasSides)
  }

  @Test func impossibleFaultsAreListedButCannotBePressed() throws {
    var scenario = Scenario(tools: Workshop.tools)
    let preset = try #require(FaultPresets.named("assertion-expired"))
    let place = try row(scenario.state) { $0 == .preset(preset) }
    scenario.send(.faults(.press(place)))
    #expect(scenario.faults.own.active.isEmpty && scenario.effects.isEmpty)
    #expect(scenario.faults.obstacle(to: preset.plan) != nil)
    scenario.state.settings.keys.privateKey = true
    #expect(scenario.faults.obstacle(to: preset.plan) == nil)
  }

  @Test func theWholeMenuIsSearched() throws {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.faults(.beginSearch))
    scenario.send(.faults(.editSearch(.insert("nonce"))))
    #expect(scenario.faults.rows.contains(.defect(.token, .idToken(.wrongNonce))))
    scenario.send(.faults(.editSearch(.insert(" no such thing"))))
    #expect(scenario.faults.rows.isEmpty && scenario.faults.selectedRow == nil)
    scenario.send(.faults(.press(0)))
    scenario.send(.view(.moveSelection(1)))
    #expect(scenario.effects.isEmpty && scenario.faults.own.search != nil)
    scenario.send(.faults(.editSearch(.replace("client revoked"))))
    scenario.send(.faults(.press(0)))
    #expect(scenario.faults.own.active.title == "Client revoked" && scenario.faults.own.search == nil)
  }

  @Test func countsFromTheEdgeAreShown() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.faults(.add(FaultRule(.token, .connection(.reset), .times(2)))))
    var edge = scenario.faults.own.active
    _ = edge.take(.token)
    scenario.send(.faults(.counted(edge)))
    #expect(scenario.faults.own.active.entries[0].left == 1)
    #expect(scenario.effects.isEmpty)
    // A fault that was switched off meanwhile stays off.
    scenario.send(.faults(.removeAll))
    scenario.send(.faults(.counted(edge)))
    #expect(scenario.faults.own.active.isEmpty)
  }

  @Test func theNextMessageOfTheBrowserBearsTheMark() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.faults(.touched("authorize: wrong-state")))
    scenario.state.log(from: .browser, to: .app, .redirect(url: "a:/b"))
    scenario.state.log(from: .app, to: .browser, .userAgentOpened(url: "https://x"))
    scenario.send(.tick)
    #expect(scenario.state.messages.map(\.faults) == [["authorize: wrong-state"], []])
  }

  /// A fault of the browser program marks the message that starts it, not the messages after it.
  @Test func aFaultOfTheBrowserMarksItsStart() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.state.log(from: .app, to: .browser, .userAgentOpened(url: "https://x"))
    scenario.state.log(
      from: .app, to: .server, .observed(ObservedRequest(method: "GET", path: "/", status: 200, note: "")))
    scenario.send(.faults(.touched("browser: cannot-start")))
    scenario.state.log(from: .app, to: .keystore, .keystoreErased)
    #expect(scenario.state.messages.map(\.faults) == [["browser: cannot-start"], [], []])
  }

  /// Looking back at an earlier picture leaves the active faults on.
  @Test func lookingBackChangesNoFault() {
    var scenario = Scenario(tools: Workshop.tools)
    var presentation = Presentation()
    presentation.note(scenario.state)
    scenario.send(.startRegistration)
    scenario.send(.faults(.add(FaultRule(.token, .connection(.reset)))))
    presentation.note(scenario.state)
    presentation.back()
    #expect(presentation.seen(scenario.state)[FaultsTool.self] == scenario.faults.own)
  }
}
