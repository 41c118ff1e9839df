import Catalogue

/// Why a key of a tool does nothing now.
extension Phrase {
  static let reasonNoMessages = Phrase("reason.no-messages", "there is no message yet")
  static let reasonNothingFound = Phrase("reason.nothing-found", "nothing has been searched for and found")
  static let reasonNotSent = Phrase("reason.not-sent", "only a request can be copied")
  static let reasonServerUnread = Phrase("reason.server-unread", "the identity server cannot be looked into")
  static let reasonNoClient = Phrase("reason.no-client", "no client is chosen")
  static let reasonInClients = Phrase("reason.in-clients", "only in the list of clients")
  static let reasonActive = Phrase("reason.active", "the client is active")
  static let reasonNotActive = Phrase("reason.not-active", "the client is not active")
  static let reasonNothingKept = Phrase("reason.nothing-kept", "nothing is kept yet")
  static let reasonNoFault = Phrase("reason.no-fault", "no fault is on")
  static let reasonClocksReal = Phrase("reason.clocks-real", "every clock is right")
  static let reasonNoResult = Phrase("reason.no-result", "the case has no result yet")
  static let reasonNoRun = Phrase("reason.no-run", "no run has begun")
  static let reasonNoLab = Phrase("reason.no-lab", "no lab is open")
  static let reasonNoPresenter = Phrase("reason.no-presenter", "only in presenter mode: P")
  static let reasonPresenterForGood = Phrase("reason.presenter-for-good", "started with --presenter: it cannot be left")
  static let reasonManyPhones = Phrase("reason.many-phones", "there are as many phones as there may be")
  static let reasonNothingChanged = Phrase("reason.nothing-changed", "nothing has been changed")
  static let reasonNothingHeld = Phrase("reason.nothing-held", "step mode holds no message")
}
