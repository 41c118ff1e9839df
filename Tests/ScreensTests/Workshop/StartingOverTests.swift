import OAuthClient
import SharedValues
import TerminalUI
import Testing

@testable import AppState
@testable import Samples
@testable import Screens
@testable import Workshop

/// One key returns to the beginning from every state.
@Suite struct StartingOverTests {
  private let size = Size(110, 30)

  /// Answers of server, disk and browser; the server refuses the phone's token or is gone.
  private func answer(_ effect: Effect, isServerThere: Bool) -> Action? {
    switch effect {
    case .ensureServer: return .server(isServerThere ? .ready : .failed("gone"))
    case .send(let id, _, let reply): return .answered(id, .response(reply, .success(HTTPResponse(401))))
    case .eraseKeystore(let id): return .answered(id, .erased(["keystore.age"]))
    case .clearBrowserData: return .browserDataCleared([])
    default:
      guard case .change(let change)? = effect.of(ServerEffect.self) else { return nil }
      return .serverPanel(.changed(change, nil))
    }
  }

  private func reset(_ state: inout AppState, isServerThere: Bool = true) {
    let now = state.now
    var effects = update(&state, .presenter(.reset), now: now)
    // During a flow the first press asks.
    if !state[PresenterTool.self].isResetting { effects = update(&state, .presenter(.reset), now: now) }
    for _ in 0..<30 where state[PresenterTool.self].isResetting {
      guard let next = effects.lazy.compactMap({ answer($0, isServerThere: isServerThere) }).first else { break }
      effects = update(&state, next, now: now)
    }
  }

  /// Whether the test can use the state: screens before the start, covers and pending saves lack the key, and faults,
  /// clocks and unread warnings stay.
  private func isOnStage(_ name: String, _ state: AppState) -> Bool {
    state[PresenterTool.self].place == nil && !state[PresenterTool.self].isResetting && state.unreadWarnings.isEmpty
      && !state.showsGallery
      && state[EvidenceTool.self].report == nil
      && state.keystore != .loading && state[Clocks.self] == Clocks() && state[FaultsTool.self].active.entries.isEmpty
      && state[FaultsTool.self].server.entries.isEmpty
      && state[ServerInsight.self].change?.outcome != .pending
  }

  private func picture(_ state: AppState) -> [String] {
    let canvas = AppScreen.draw(state, size: size, look: Look())
    return (0..<size.height).map { canvas.row($0) }
  }

  @Test(arguments: [true, false]) func fromEveryStateItLeadsToAFreshStart(_ isServerThere: Bool) {
    for (name, sample) in StateRegistry.all where isOnStage(name, sample) {
      var state = sample
      // Settings and preferences that the user has chosen, and the surroundings of the app, stay.
      state.settings.presenter = true
      reset(&state, isServerThere: isServerThere)
      var fresh = StateRegistry.state()
      fresh.settings = state.settings
      fresh.preferences = state.preferences
      (fresh.now, fresh.server, fresh.phones.all) = (state.now, state.server, state.phones.all)
      // Whoever uses the server beside this phone goes on with it.
      fresh.tools[ServerInsight.self].reach.others = state[ServerInsight.self].reach.others
      (
        fresh.tools[PresenterTool.self].pace, fresh.tools[PresenterTool.self].key,
        fresh.tools[PresenterTool.self].isForGood
      ) = (
        state[PresenterTool.self].pace, state[PresenterTool.self].key, state[PresenterTool.self].isForGood
      )
      #expect(!state[PresenterTool.self].isResetting, "\(name)")
      #expect(state.registration == nil && state.session == nil && state.messages.isEmpty, "\(name)")
      #expect(picture(state) == picture(fresh), "\(name)")
    }
  }
}
