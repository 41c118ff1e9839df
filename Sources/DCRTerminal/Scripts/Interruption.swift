import FoundationEssentials
import Glibc

/// Notes ^C and SIGTERM while scripts are played, so that started programs are ended and temporary folders removed.
enum Interruption {
  nonisolated(unsafe) private static var number: sig_atomic_t = 0

  static var hasCome: Bool { number != 0 }

  static func listen() {
    for signal in [SIGINT, SIGTERM, SIGHUP] { Glibc.signal(signal) { Interruption.number = sig_atomic_t($0) } }
  }

  static func come(_ signal: Int32) { number = sig_atomic_t(signal) }

  /// 128 and the signal's number, as shells report it.
  static var status: ExitStatus { ExitStatus(rawValue: 128 + Int32(number)) ?? .interrupted }

  static func check() throws(ScriptFailure) { if hasCome { throw .interrupted } }
}
