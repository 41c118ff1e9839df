import Glibc

/// A port of this data directory's server, chosen at the first start and kept for good where the configuration names none.
package struct KeptPort: Sendable {
  /// What it is where nothing stands in the way, as in the tutorial.
  package let usual: Int
  private let line: KeptLine
  /// Data directories look for a free port from different places: two people never from the same one, as long as each has the usual
  /// data directory.
  private let start: Int
  private let isUsualWhereNoneIsKept: Bool

  /// The issuer's: every registration is bound to it. A database without a file for its port is of the time when it was always 8443.
  package static func issuer(_ data: DataDirectory) -> KeptPort {
    KeptPort(
      usual: 8443, line: KeptLine(file: data.serverPath + "/port"), start: start(data),
      isUsualWhereNoneIsKept: data.hasServerDatabase)
  }

  package static func administration(_ data: DataDirectory) -> KeptPort {
    KeptPort(
      usual: 6749, line: KeptLine(file: data.serverPath + "/admin-port"), start: start(data) + 1,
      isUsualWhereNoneIsKept: false)
  }

  /// - Returns: `nil` when none was chosen yet.
  package func read() throws(CommandError) -> Int? {
    guard let text = try line.read() else { return isUsualWhereNoneIsKept ? usual : nil }
    guard let port = Int(text), (1...65535).contains(port) else {
      throw CommandError(.keptFileDamaged, ["path": line.file, "detail": "it holds no port"])
    }
    return port
  }

  /// - Returns: the port that counts: another program of this data directory may have been first.
  package func keep(_ port: Int) throws(CommandError) -> Int {
    Int(try line.keep(String(port))) ?? port
  }

  package func replace(by port: Int) throws(CommandError) { try line.replace(by: String(port)) }

  /// Ports to try, in this order: the usual one where it is certain that nobody else works at the machine; then those from a place of
  /// this data directory's own, below the ports that the system gives to connections. With several people nobody has the usual one: it would be another's
  /// on another day, and a registration is bound to its issuer for good.
  package func candidates(alone: Bool = SoleUser.isProven) -> [Int] {
    (alone ? [usual] : []) + (0..<200).map { 20_000 + (start + $0 * 14) % 12_000 }
  }

  private static func start(_ data: DataDirectory) -> Int {
    let isUsual = data.path == homeOfUser.map { $0 + "/.local/share/dcr-terminal" }
    return ((isUsual ? 0 : place(of: data.path)) + Int(geteuid() % 6000)) % 6000 * 2
  }

  /// One of 6000 places, always the same for a path.
  package static func place(of path: String) -> Int {
    // FNV-1a: the same in every process, as `Hasher` is not. It leaves names that differ in one digit too close together: what MurmurHash3 ends with
    // mixes them.
    var hash = path.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    for (shift, factor) in [(16, 0x85eb_ca6b), (13, 0xc2b2_ae35), (16, 1)] as [(UInt32, UInt32)] {
      hash = (hash ^ (hash >> shift)) &* factor
    }
    return Int(hash % 6000)
  }

  /// Of the account, whatever HOME says.
  private static var homeOfUser: String? { getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) } }
}
