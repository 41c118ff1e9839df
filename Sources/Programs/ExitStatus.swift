/// The exit codes that scripts may rely on (sysexits.h where it has one).
package enum ExitStatus: Int32, Error, Hashable, Sendable, CaseIterable, Codable {
  case done = 0
  /// `script`: a script did not come to its end. `replay`: the app went another way.
  case scriptFailed = 1
  /// The command line is wrong.
  case usage = 64
  /// Configuration or local data is damaged or wrong.
  case data = 65
  /// A server is not reachable, or its answer breaks the protocol.
  case unavailable = 69
  case cannotWrite = 73
  case tryLater = 75
  /// Somebody said no: the user, the server, or the lock of the keystore.
  case refused = 77
  /// 128 and the signal's number, as shells count.
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// What `--help` and the manual say of it.
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
