import Glibc

/// How many files and connections this process may have open (getrlimit(2), `ulimit -n`).
package enum OpenFiles {
  private static let kind = Int32(RLIMIT_NOFILE.rawValue)
  /// The soft limit of most shells.
  package static let usual: rlim_t = 1024
  /// Enough for a classroom, for which the usual limit is too low.
  package static let ofServer: rlim_t = 4096

  /// SwiftNIO ends a program by an assertion if its event loops, one a processor, do not get three descriptors each.
  private static var least: rlim_t { 32 + 3 * rlim_t(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Raises a lower limit as far as the system allows it.
  /// - Throws: `open_files_limited` if the programs cannot work with what is allowed.
  package static func raiseLimit(to wanted: rlim_t) throws(CommandError) {
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(limit.rlim_max, wanted)
    setrlimit(kind, &limit)
    guard limit.rlim_cur < least else { return }
    throw CommandError(.openFilesLimited, ["received": "\(limit.rlim_cur)", "expected": "\(least)"])
  }
}
