import Glibc

/// Notes ^C and SIGTERM while scripts are played, so that started programs are ended and temporary folders removed.
package enum Interruption {
  nonisolated(unsafe) private static var number: sig_atomic_t = 0

  package static var hasCome: Bool { number != 0 }

  package static func listen() {
    for signal in [SIGINT, SIGTERM, SIGHUP] { Glibc.signal(signal) { Interruption.number = sig_atomic_t($0) } }
  }

  package static func come(_ signal: Int32) { number = sig_atomic_t(signal) }

  /// 128 and the signal's number, as shells report it.
  package static var status: ExitStatus { ExitStatus(rawValue: 128 + Int32(number)) ?? .interrupted }

  package static var error: CommandError { CommandError(CommandError.Code(CommandError.OwnCode.interrupted, status)) }
}
