extension LabSession {
  /// Runs the app of a lab's phone: a session like any other, in which a script presses the buttons.
  @MainActor static func run(
    _ lab: LabSession, _ note: @escaping @MainActor (Note) -> Void
  ) async throws(CommandError) -> Result {
    var setup = try AppSetup(lab.options, known: lab.configuration)
    (setup.faults, setup.clocks, setup.log) = (lab.faults, lab.clocks, lab.log)
    // The lab's server is already running.
    setup.server = ForeignServer()
    // A phone that keeps its refresh token starts with it, as a user's phone does.
    setup.settings.isUnattended = !setup.configuration.silentStart
    // A lesson may come from a stranger; all its servers are on this computer.
    setup.confinement = .whole
    setup.isScripted = true
    let session = AppSession(
      setup, userAgent: UserAgentSetup(kind: .inApp, inApp: lab.browser, takesTerminal: false),
      userAgents: UserAgents(always: lab.userAgent), quit: {})
    let store = session.store
    lab.events.connect(store.inbox)
    let end = Task {
      try await Task.sleep(for: limit)
      store.close()
    }
    var script = FlowScript(until: lab.app.until, registersAgain: false)
    script.confirmsPresence = !lab.app.nobodyTypes
    let ending = await withTaskCancellationHandler {
      await script.run(in: store) { line in
        let detail: JSON? = if case .done(_, _, let detail) = line { detail } else { nil }
        note((store.state.flow?.step, detail))
      }
    } onCancel: {
      Task { @MainActor in store.close() }
    }
    end.cancel()
    lab.events.connect(lab.lateEvents)
    await session.stop()
    let outcome: Result.Ending =
      switch ending {
      case .complete, .reached: .done
      case .failed(let step, let error): .failed(step, error)
      case nil: .stopped
      }
    return Result(
      outcome, messages: Array(store.state[MessagesTool.self].log), droppedAnswers: store.state.droppedAnswers,
      clientID: store.state.registration?.credentials.clientID)
  }
}
