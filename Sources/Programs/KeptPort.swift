import Glibc
import SmallFiles

/// A port of this data directory's server that the configuration does not name: chosen at the first start and kept for good.
package struct KeptPort: Sendable {
  /// The preferred port, as in the tutorial.
  package let usual: Int
  private let line: StoredLine
  /// Where this data directory begins to search for a free port: two users with their default directories never begin at the same place.
  private let start: Int
  private let isUsualWhereNoneIsKept: Bool

  /// The issuer's port, to which every registration is bound. A database without a file for its port is from the time when the port was always 8443.
  package static func issuer(_ data: DataDirectory) -> KeptPort {
    KeptPort(
      usual: 8443, line: StoredLine(file: data.serverPath + "/port"), start: start(data),
      isUsualWhereNoneIsKept: data.hasServerDatabase)
  }

  package static func administration(_ data: DataDirectory) -> KeptPort {
    KeptPort(
      usual: 6749, line: StoredLine(file: data.serverPath + "/admin-port"), start: start(data) + 1,
      isUsualWhereNoneIsKept: false)
  }

  /// - Returns: `nil`: no port has been chosen yet.
  package func read() throws(CommandError) -> Int? {
    guard let text = try line.read() else { return isUsualWhereNoneIsKept ? usual : nil }
    guard let port = Int(text), (1...65535).contains(port) else {
      throw CommandError(.keptFileDamaged, path: line.file, "it holds no port")
    }
    return port
  }

  /// - Returns: the kept port, which another program of this data directory may have chosen.
  package func keep(_ port: Int) throws(CommandError) -> Int { Int(try line.keep(String(port))) ?? port }
  package func replace(by port: Int) throws(CommandError) { try line.replace(by: String(port)) }

  /// The ports to try, in order: the usual one if this user is certainly alone on the machine; then ports from this data directory's own place on,
  /// below those that the system gives to connections. On a shared machine the usual port is left out: it could belong to another user the next day,
  /// and a registration is bound to its issuer for good.
  package func candidates(alone: Bool = SoleUser.isProven) -> [Int] {
    (alone ? [usual] : []) + (0..<200).map { 20_000 + (start + $0 * 14) % 12_000 }
  }

  private static func start(_ data: DataDirectory) -> Int {
    // The account's home folder, even if HOME is another.
    let home = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) }
    let isUsual = data.path == home.map { $0 + "/.local/share/dcr-terminal" }
    return ((isUsual ? 0 : place(of: data.path)) + Int(geteuid() % 6000)) % 6000 * 2
  }

  /// A place from 0 to 5999, always the same for a path.
  package static func place(of path: String) -> Int {
    // FNV-1a gives the same result in every process. The last steps of MurmurHash3 move apart names that differ in one digit.
    var hash = path.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    for (shift, factor) in [(16, 0x85eb_ca6b), (13, 0xc2b2_ae35), (16, 1)] as [(UInt32, UInt32)] {
      hash = (hash ^ (hash >> shift)) &* factor
    }
    return Int(hash % 6000)
  }
}

/// One line in a file that is written once and stays: if several programs start at the same moment, the first writes it and the others read it.
package struct StoredLine {
  /// Absolute.
  package let file: String
  package init(file: String) { self.file = file }

  /// - Returns: `nil` if the file does not exist yet.
  package func read() throws(CommandError) -> String? {
    do {
      let bytes = try SmallFile.read(file, upTo: 256, follows: false)
      return String(String(decoding: bytes, as: UTF8.self).firstLine)
    } catch .unopened(SystemError(number: ENOENT)) { return nil } catch {
      throw CommandError(.keptFileDamaged, path: file, error.reason(notRegular: "it is not a file"))
    }
  }

  /// - Returns: the kept line, which may be another program's.
  package func keep(_ line: String) throws(CommandError) -> String {
    let temporary = AtomicWriter.temporaryName(for: file)
    defer { unlink(temporary) }
    do { try SmallFile.replace(temporary, by: Array((line + "\n").utf8)) } catch { throw unwritable(error) }
    if link(temporary, file) == 0 { return line }
    guard errno == EEXIST, let first = try read() else { throw unwritable(.last) }
    return first
  }

  package func replace(by line: String) throws(CommandError) {
    try SmallFile.replace(file, by: line + "\n", orThrow: .dataDirUnwritable)
  }

  private func unwritable(_ error: SystemError) -> CommandError {
    CommandError(.dataDirUnwritable, path: file, error)
  }
}
