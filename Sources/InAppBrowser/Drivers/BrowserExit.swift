/// How `dcr-browser` ends. The app and scripts read the exit status.
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

  var meaning: String {
    switch self {
    case .done: "the app has taken the redirect"
    case .closedByUser: "closed by the user: Done, Esc, Control-C"
    case .signOutUnconfirmed: "headless, at a sign-out: no page led back to the app, so the sign-out is not confirmed"
    case .loginNotFilledIn: "headless: a login form was not filled in, because of where or how it would be sent"
    case .noWayOn: "headless, at a login: a page that asks for nothing and does not lead back to the app"
    case .doneUnseen: "with --slow-line: the app has taken the redirect, and nothing was shown"
    case .usage: "the command line is wrong, or there is no terminal to draw on"
    case .data: "the cookies are damaged, or the password file cannot be used"
    case .unavailable: "page, network or TLS failed (headless); the app is not there or refuses (headless, plain)"
    case .stuck: "headless: a page that it does not understand, or more than \(HeadlessDriver.maximumPages) pages"
    case .cannotWrite: "the browser's folder, or standard output, cannot be written"
    case .busy: "another browser uses the folder"
    case .refused: "headless: the login was refused"
    case .interrupted: "interrupted"
    }
  }

  static let help = "EXIT CODES:\n\(allCases.map { row("\($0.rawValue)", $0.meaning) }.joined())\n"

  private static func row(_ code: String, _ meaning: String) -> String {
    "  " + code + String(repeating: " ", count: 6 - code.count) + meaning + "\n"
  }
}
