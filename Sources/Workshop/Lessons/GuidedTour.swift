import ForeignText
import AppState

/// Where the main job has to be for a stop of the tour.
public enum TourStop: Hashable, Sendable {
  /// The phone shows this screen, and no flow is running.
  case screen(TourScreen)
  /// Step mode holds this message.
  case message(StepMessage)

  init?(_ text: String) {
    if let screen = TourScreen(rawValue: text) {
      self = .screen(screen)
    } else if let message = StepMessage(rawValue: text) {
      self = .message(message)
    } else {
      return nil
    }
  }
}

public enum TourScreen: String, Hashable, Sendable, CaseIterable {
  case registration = "registration-screen"
  case signIn = "sign-in-screen"
  case signedIn = "signed-in-screen"
}

/// The guided tour: captions over the real main job. It uses step mode and sends messages without a caption by itself.
extension AppState {
  /// The tour that is open, once past its beginning.
  private var tour: Lesson? {
    guard let lesson = openedLesson, lesson.kind == .tour, lessonView.page > 0 else { return nil }
    return lesson
  }

  /// Whether the phone is where this stop is.
  public func isAt(_ stop: TourStop) -> Bool {
    switch stop {
    case .message(let name): heldMessage?.name == name
    case .screen(.registration): flow == nil && keystore == .empty && registration == nil && registers
    case .screen(.signIn): flow == nil && loginClient != nil && session == nil
    case .screen(.signedIn): flow == nil && session != nil
    }
  }

  /// The first stop that matches the phone's present state; `nil`: none does.
  public func tourStart(_ lesson: Lesson) -> Int? {
    lesson.steps.firstIndex { step in step.stop.map(isAt) ?? false }
  }

  /// Does what the stop explains: presses the button or sends the message.
  mutating func goOn(from step: Int, of lesson: Lesson) -> [Effect] {
    guard lesson.steps.indices.contains(step), let stop = lesson.steps[step].stop, isAt(stop) else { return [] }
    var effects: [Effect] = []
    switch stop {
    case .message: self.step(.next)
    case .screen(.registration): effects = begin(.startRegistration)
    case .screen(.signIn): effects = begin(.startAuthentication)
    case .screen(.signedIn): break
    }
    lessonView.page = lesson.page(of: step) + 1
    view.panelScroll = 0
    return effects + keep(lesson.id) { $0.steps = max($0.steps, step + 1) }
  }

  /// Keeps step mode on during the tour. If the tour switched it on, the end of the tour switches it off and sends what is held.
  mutating func stepForTour() {
    if tour != nil, !stepping.isOn, !lessons.tourHasStepMode {
      step(.toggle)
      lessons.tourHasStepMode = true
    } else if tour == nil, lessons.tourHasStepMode {
      if stepping.isOn { step(.toggle) }
      lessons.tourHasStepMode = false
    }
  }

  /// Runs after each action: sends messages that have no caption and shows the caption of a new one, whether the trainee or the tour led there.
  mutating func guide() -> [Effect] {
    guard let tour else { return [] }
    var effects: [Effect] = []
    while let message = heldMessage {
      // The question about the previous stop has to be answered first; until then the message is held.
      if case .question(let number)? = lessonPage, !isAnswered(number, of: tour) { break }
      if message.name == .openLogin { lessons.tourIsForced = message.asksForLogin }
      if let stop = tour.steps.firstIndex(where: { $0.stop == .message(message.name) }) {
        guard lessons.tourCount != stepping.count else { break }
        lessons.tourCount = stepping.count
        lessonView.page = tour.page(of: stop)
        view.panelScroll = 0
        break
      }
      step(.next)
      effects += stepThrough([])
    }
    return effects
  }
}

/// The tour is a lesson that uses step mode; it has no state of its own.
struct GuidedTour: Tool {
  static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] {
    app.stepForTour()
    return []
  }

  static func intercept(_ effects: [Effect], _ app: inout AppState) -> [Effect] { effects + app.guide() }
}

extension HeldMessage {
  /// Whether the browser has to ask for the password even if a user is signed in there (OpenID Connect Core §3.1.2.1).
  fileprivate var asksForLogin: Bool {
    guard case .openUserAgent(_, _, _, let url, _) = effect else { return false }
    return Address(url).value("prompt")?.split(scalar: " ").contains("login") == true
  }
}
