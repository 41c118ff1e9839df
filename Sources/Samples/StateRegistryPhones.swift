import AppState
import Workshop

/// The list of phones on this machine, over any screen of the phone.
extension StateRegistry {
  static let phones: [Entry] = [
    ("phones-one", list(Array(known.prefix(1)), registered: false)),
    ("phones", list(known) { $0.view.button = 1 }),
    (
      "phones-cloned",
      list(known) {
        $0.phones.cloned = Phones.Clone(from: "phone", to: "phone-2")
        $0.view.button = 1
      }
    ),
    ("phones-busy", list(known) { $0.phones.problem = PhoneProblem(.phoneIsBusy, ["received": "phone"]) }),
    (
      "phones-in-use",
      list(known) {
        $0.phones.problem = PhoneProblem(.deviceInUse, ["received": "tablet", "detail": "4711"])
        $0.view.button = 3
      }
    ),
    ("phones-second", list(known) { $0.settings.device = "phone-2" }),
    (
      "phone-named",
      list(known) {
        $0.settings.device = "phone-2"
        $0.phones.isShown = false
      }
    ),
    (
      "phones-full",
      list(known + ["stand", "visitor"].map { PhoneSummary(name: $0, condition: .fresh) }) { $0.view.focus = .panel }
    ),
  ]

  private static let known = [
    PhoneSummary(name: "phone", condition: .signedIn, clientID: Sample.clientID),
    PhoneSummary(name: "phone-2", condition: .registered, clientID: Sample.otherClientID),
    PhoneSummary(name: "phone-3", condition: .locked),
    PhoneSummary(name: "tablet", condition: .unopened),
  ]

  private static func list(
    _ phones: [PhoneSummary], registered: Bool = true, _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    state(registered: registered, signedIn: registered) {
      $0.phones.isShown = true
      $0.phones.all = phones
      change(&$0)
    }
  }
}
