import AppState

/// The list of phones on this machine, over any screen of the phone.
extension StateRegistry {
  static let phones: [Entry] = [
    list("phones-one", .fresh, Array(known.prefix(1))),
    list("phones") { $0.view.button = 1 },
    list("phones-cloned") { ($0.phones.cloned, $0.view.button) = (Phones.Clone(from: "phone", to: "phone-2"), 1) },
    list("phones-busy") { $0.phones.problem = PhoneProblem(.phoneIsBusy, ["received": "phone"]) },
    list("phones-in-use") {
      $0.phones.problem = PhoneProblem(.deviceInUse, ["received": "tablet", "detail": "4711"])
      $0.view.button = 3
    },
    list("phones-second") { $0.settings.device = "phone-2" },
    list("phone-named") { ($0.settings.device, $0.phones.isShown) = ("phone-2", false) },
    list("phones-full", .signedIn, known + ["stand", "visitor"].map { PhoneSummary(name: $0, condition: .fresh) }) {
      $0.view.focus = .panel
    },
  ]

  private static let known = [
    PhoneSummary(name: "phone", condition: .signedIn, clientID: Sample.clientID),
    PhoneSummary(name: "phone-2", condition: .registered, clientID: Sample.otherClientID),
    PhoneSummary(name: "phone-3", condition: .locked),
    PhoneSummary(name: "tablet", condition: .unopened),
  ]

  private static func list(
    _ name: String, _ stage: Stage = .signedIn, _ phones: [PhoneSummary] = known,
    _ change: Setup = { _ in }
  ) -> Entry {
    state(name, stage) {
      $0.phones.isShown = true
      $0.phones.all = phones
      change(&$0)
    }
  }
}
