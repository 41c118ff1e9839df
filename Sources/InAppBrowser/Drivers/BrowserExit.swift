/// How `dcr-browser` ends; `Help/help.txt` has the meanings. The app and scripts read the exit status.
enum BrowserExit: Int32, CaseIterable, Sendable {
  case done = 0
  case closedByUser = 10
  case signOutUnconfirmed = 11
  case loginNotFilledIn = 12
  case noWayOn = 13
  case doneUnseen = 14
  case usage = 64
  case data = 65
  case unavailable = 69
  case stuck = 70
  case cannotWrite = 73
  case busy = 75
  case refused = 77
  case interrupted = 130
}
