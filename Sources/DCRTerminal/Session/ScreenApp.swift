import AppState
import Catalogue
import Foundation
import Screens
import TerminalUI

/// The app on the whole screen: keys become actions, states become pictures.
///
/// The first picture stands before anything else begins. Nothing is polled: without a running time on the screen there are
/// no ticks.
@MainActor
final class ScreenApp {
  private let terminal: Terminal
  private let session: AppSession
  private let look: Look
  private var ticker: Task<Void, Never>?
  private var status = ExitStatus.done
  private var watchesServer = false

  init(
    _ setup: AppSetup, userAgent: UserAgentSetup, catalogue: Catalogue, terminal options: TerminalOptions
  ) throws(CommandError) {
    do {
      terminal = try Terminal(options)
    } catch {
      throw CommandError(error.code.rawValue, ["detail": error.detail])
    }
    look = Look(catalogue: catalogue, glyphs: terminal.glyphs, timeZone: .current)
    let ending = Ending()
    let handover = TerminalHandover(
      leave: { [terminal] purpose in terminal.leave(for: purpose == .lines ? .lines : .fullScreen) },
      reenter: { [terminal] in terminal.reenter() })
    session = AppSession(setup, userAgent: userAgent, handover: handover) { ending.happen() }
    ending.action = { [session] in session.store.close() }
  }

  /// Until the user leaves. The terminal is restored before anything is waited for.
  func run() async -> ExitStatus {
    terminal.onEvent = { [self] event in receive(event) }
    terminal.onTermination = { [session] _ in session.kill() }
    session.store.onChange = { [self] _ in draw() }
    draw()
    session.store.send(.started)
    await session.store.run()
    ticker?.cancel()
    terminal.close()
    await session.stop()
    return status
  }

  private func receive(_ event: TerminalEvent) {
    switch event {
    case .resize: draw()
    case .key(.control("c")):
      status = .interrupted
      session.store.close()
    default:
      let action = KeyMap.action(for: event, in: session.store.state, size: terminal.size, look: look)
      if let action { session.store.send(action) }
    }
  }

  private func draw() {
    let state = session.store.state
    terminal.present(AppScreen.draw(state, size: terminal.size, look: look))
    watchServer(terminal.isSeen && AppScreen.showsServer(state, size: terminal.size))
    if state.needsTicks, ticker == nil { startTicking() }
  }

  /// The server is read while its panel can be seen, which the terminal's size decides, too.
  private func watchServer(_ isSeen: Bool) {
    guard isSeen != watchesServer else { return }
    watchesServer = isSeen
    session.store.inbox(.serverWatched(isSeen))
  }

  /// Once a second, as long as a time on the screen runs.
  private func startTicking() {
    ticker = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1), tolerance: .milliseconds(50))
        guard let self, !Task.isCancelled else { return }
        guard self.session.store.state.needsTicks else {
          self.ticker = nil
          return
        }
        self.session.store.send(.tick)
      }
    }
  }
}

/// Lets a session be told how to end before it exists.
@MainActor
final class Ending {
  var action: () -> Void = {}
  func happen() { action() }
}
