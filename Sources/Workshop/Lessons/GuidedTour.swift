import AppState
import SharedValues

/// Where the main job has to be for a stop of the tour.
package enum TourStop: Hashable, Sendable {
  /// The phone shows this screen, and no flow is running.
  case screen(TourScreen)
  /// Step mode holds this message.
  case message(StepMessage)

  static func named(_ text: String) -> TourStop? {
    TourScreen(rawValue: text).map(TourStop.screen) ?? StepMessage(rawValue: text).map(TourStop.message)
  }

  func isReached(_ state: AppState) -> Bool {
    switch self {
    case .message(let name): state[Stepping.self].heldMessage?.name == name
    case .screen(.registration):
      state.flow == nil && state.keystore == .empty && state.registration == nil && state.registers
    case .screen(.signIn): state.flow == nil && state.loginClient != nil && state.session == nil
    case .screen(.signedIn): state.flow == nil && state.session != nil
    }
  }
}

package enum TourScreen: String, Hashable, Sendable, CaseIterable {
  case registration = "registration-screen"
  case signIn = "sign-in-screen"
  case signedIn = "signed-in-screen"
}

extension Lesson {
  /// The first stop that matches the phone's present state; `nil`: none does.
  func tourStart(_ state: AppState) -> Int? { steps.firstIndex { $0.stop?.isReached(state) ?? false } }
}

/// The guided tour: captions over the real main job. It uses step mode and sends messages without a caption by itself.
extension Phone<Lessons> {
  /// The tour that is open, once past its beginning.
  private var tour: Lesson? { own.view.page > 0 && own.openedLesson?.kind == .tour ? own.openedLesson : nil }
  private var stepping: Stepping { self[Stepping.self] }

  /// Does what the stop explains: presses the button or sends the message.
  mutating func goOn(from step: Int, of lesson: Lesson) -> [Effect] {
    guard lesson.steps.indices.contains(step), let stop = lesson.steps[step].stop, stop.isReached(state) else {
      return []
    }
    let effects: [Effect] =
      switch stop {
      case .message: perform(.step(.next))
      case .screen(.registration): perform(.startRegistration)
      case .screen(.signIn): perform(.startAuthentication)
      case .screen(.signedIn): []
      }
    own.view.page = lesson.page(of: step) + 1
    scrollPanelToTop()
    // A tour that begins past a stop that was never done does not count it as done.
    let begun = own.tourStart ?? 0
    return effects + keep(lesson.id) { $0.steps = begun > $0.steps ? $0.steps : max($0.steps, step + 1) }
  }

  /// Keeps step mode on during the tour. If the tour switched it on, the end of the tour switches it off and sends what is held.
  mutating func stepForTour() -> [Effect] {
    if tour != nil, !stepping.isOn, !own.tourHasStepMode {
      own.tourHasStepMode = true
      return perform(.step(.toggle))
    }
    guard tour == nil, own.tourHasStepMode else { return [] }
    own.tourHasStepMode = false
    return stepping.isOn ? perform(.step(.toggle)) : []
  }

  /// Runs after each action: sends messages that have no caption and shows the caption of a new one, whether the trainee or the tour led there.
  mutating func guide() -> [Effect] {
    own.tourStart = self.tour.flatMap { own.tourStart ?? $0.tourStart(state) }
    guard let tour else { return [] }
    var effects: [Effect] = []
    while let message = stepping.heldMessage {
      // The question about the previous stop has to be answered first; until then the message is held.
      if case .question(let number)? = own.openedPage, !own.isAnswered(number, of: tour) { break }
      // Whether the browser has to ask for the password even if a user is signed in there (OpenID Connect Core §3.1.2.1).
      if message.name == .openLogin, case .openUserAgent(_, _, _, let url, _) = message.effect {
        own.tourIsForced = Address(url).value("prompt")?.split(scalar: " ").contains("login") == true
      }
      if let stop = tour.steps.firstIndex(where: { $0.stop == .message(message.name) }) {
        guard own.tourCount != stepping.count else { break }
        own.tourCount = stepping.count
        own.view.page = tour.page(of: stop)
        scrollPanelToTop()
        break
      }
      effects += perform(.step(.sendNow))
    }
    comeBack(in: tour)
    return effects
  }

  /// After a flow that has ended early, as when the trainee has left the browser, goes back to the stop where the phone is then.
  private mutating func comeBack(in tour: Lesson) {
    defer { own.tourHasFlow = state.flow != nil }
    guard own.tourHasFlow, state.flow == nil, case .step? = own.openedPage, let stop = tour.tourStart(state),
      tour.page(of: stop) < own.view.page
    else { return }
    own.view.page = tour.page(of: stop)
    scrollPanelToTop()
  }
}
