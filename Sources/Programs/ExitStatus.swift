/// The exit codes that scripts may rely on (from sysexits.h where possible).
package enum ExitStatus: Int32, Error, Hashable, Sendable, CaseIterable, Codable {
  case done = 0
  case scriptFailed = 1
  case usage = 64
  case data = 65
  case unavailable = 69
  case cannotWrite = 73
  case tryLater = 75
  case refused = 77
  /// 128 and the signal's number, as shells report it.
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// The text about it in `--help` and the manual.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .scriptFailed: "a script failed, or a replay went another way"
    case .usage: "the command line is wrong"
    case .data: "configuration or local data is wrong or damaged"
    case .unavailable: "a server or program is not reachable, or its answer is wrong"
    case .cannotWrite: "something cannot be written"
    case .tryLater: "the same may work later"
    case .refused: "refused by the user, the server or the keystore's lock"
    case .hungUp: "ended because the terminal was closed"
    case .interrupted: "interrupted or cancelled, e.g. by Control-C"
    case .terminated: "ended by the signal TERM"
    }
  }
}
