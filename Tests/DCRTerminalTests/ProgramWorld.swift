import Foundation
import SharedValues
import Synchronization
import Testing
import TestSupport

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Edge
@testable import Evidence

/// A data directory, a configuration with its own port and password, and the programs of this build.
final class ProgramWorld: Sendable {
  struct Run: Sendable {
    var exit: ChildProcess.Exit
    var text: String
    var errors: String
    var objects: [JSON] { text.split(separator: "\n").compactMap { try? JSON.parse(String($0)) } }
  }

  struct Running {
    var child: ChildProcess
    var lines: AsyncStream<String>
  }

  let folder = TemporaryFolder()
  /// Random, so that no program contains it.
  let password = "pw-" + UUID().uuidString + "-never-in-the-app"
  private let issuer: String
  private let seen = Mutex<Set<String>>([])

  init() throws {
    folder.write("alice.pw", password + "\n")
    issuer = "https://localhost:\(FreePort.find())/oauth/v2/oauth-anonymous"
    configure([:])
    try #require(access(ProgramWorld.program, X_OK) == 0, "dcr-terminal has to be built beside the tests")
  }

  static var program: String { BuiltProgram.path("dcr-terminal") }

  var login: [String] { ["--username", "alice", "--password-file", folder.path + "/alice.pw"] }

  /// Rewrites `config.json`: the shipped one with these members, and with these policies of the embedded server.
  func configure(_ members: JSON, policies: JSON = [:]) {
    let server: JSON = [
      "users": [["name": "alice", "passwordFile": "alice.pw"]], "adminPort": 0, "policies": policies,
    ]
    let shipped = ConfigurationFile.shipped.setting("issuer", .string(issuer)).setting("embeddedServer", server)
    let document = (members.objectValue ?? []).reduce(shipped) { $0.setting($1.name, $1.value) }
    folder.write("config.json", document.pretty)
  }

  func configuration(issuer: String, name: String = "other.json") -> String {
    let server: JSON = ["users": [["name": "alice", "passwordFile": "alice.pw"]], "adminPort": 0]
    let document = ConfigurationFile.shipped.setting("issuer", .string(issuer)).setting("embeddedServer", server)
    return folder.write(name, document.pretty)
  }

  func start(
    _ arguments: [String], configuration: String? = nil, program: String = ProgramWorld.program
  ) throws -> Running {
    let (child, lines) = try spawn(arguments, configuration, program)
    return Running(child: child, lines: lines)
  }

  func run(_ arguments: [String], configuration: String? = nil) async throws -> Run {
    let (child, lines) = try spawn(arguments, configuration, ProgramWorld.program)
    child.closeInput()
    async let errors = child.readErrors()
    let text = await lines.reduce(into: "") { $0 += $1 + "\n" }
    return Run(exit: await child.exit(), text: text, errors: await errors)
  }

  private func spawn(
    _ arguments: [String], _ configuration: String?, _ program: String
  ) throws -> (ChildProcess, AsyncStream<String>) {
    let places = ["--config", configuration ?? folder.path + "/config.json", "--data-dir", folder.path + "/data"]
    let takesPlaces = !arguments.contains("--version") && !arguments.contains("--help") && arguments.first != "dance"
    // The names of commands come first.
    let names =
      ["clients", "devices", "push", "keystore", "keys"].contains(arguments.first)
      ? 2 : arguments.first.map { $0.hasPrefix("-") ? 0 : 1 } ?? 0
    let words = Array(arguments.prefix(names)) + (takesPlaces ? places : []) + Array(arguments.dropFirst(names))
    let child = try ChildProcess(program, words, input: .pipe, output: .pipe, errors: .pipe)
    let (lines, feed) = AsyncStream.makeStream(of: String.self)
    child.readLines { line in if let line { feed.yield(line) } else { feed.finish() } }
    return (child, lines)
  }

  // MARK: Files

  private var browserFolder: String { folder.path + "/data/devices/phone/browser" }

  private func files(under path: String) -> [String] {
    let entries = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return entries.map { path + "/" + $0 }.filter { file in
      var info = stat()
      return lstat(file, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    }
  }

  func filesInBrowserFolder() -> [String] { files(under: browserFolder) }

  /// Every file in the data directory except the browser's.
  func filesOutsideBrowserFolder() -> [String] {
    files(under: folder.path + "/data").filter { !$0.hasPrefix(browserFolder + "/") }
  }

  func file(_ path: String, holds text: String) -> Bool {
    FileManager.default.contents(atPath: path)?.range(of: Data(text.utf8)) != nil
  }

  /// The values of the session cookies that the browser stores now: every longer string in its files.
  func cookies() -> [String] {
    var values: Set<String> = []
    for file in filesInBrowserFolder() {
      let text = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
      for match in text.matches(of: /"value"\s*:\s*"([^"]{16,})"/) { values.insert(String(match.1)) }
    }
    seen.withLock { $0.formUnion(values) }
    return values.sorted()
  }

  /// Every value that ``cookies()`` has found so far.
  var seenCookies: [String] { seen.withLock { $0.sorted() } }
}

/// The contents of a process's memory at one moment, without code and constants.
struct ProcessMemory {
  private var regions: [[UInt8]] = []

  /// Waits until a process stands still after SIGSTOP, then reads it. `nil` if it ended instead.
  init?(of pid: pid_t) async {
    while let state = ProcessMemory.state(of: pid), state != "T" {
      guard !"ZX".contains(state) else { return nil }
      await Task.yield()
    }
    guard let maps = memoryMap(of: pid) else { return nil }
    let descriptor = open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    for line in maps.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 5).map(String.init)
      let isConstant = !parts[1].hasPrefix("rw") && parts.count > 5
      guard parts[1].hasPrefix("r"), !isConstant else { continue }
      let ends = parts[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      regions.append(ProcessMemory.read(descriptor, from: ends[0], to: ends[1]))
    }
    guard regions.contains(where: { !$0.isEmpty }) else { return nil }
  }

  func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return regions.contains { ProcessMemory.bytes($0, hold: wanted) }
  }

  /// Uses `memchr` and `memcmp`, because tests are built without optimisation.
  private static func bytes(_ bytes: [UInt8], hold wanted: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { area in
      guard var place = area.baseAddress, area.count >= wanted.count else { return false }
      let end = place + area.count - wanted.count + 1
      while place < end, let found = memchr(place, Int32(wanted[0]), end - place) {
        if memcmp(found, wanted, wanted.count) == 0 { return true }
        place = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }

  private static func state(of pid: pid_t) -> Character? {
    let line = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    return line?.split(separator: ")").last?.first { $0 != " " }
  }

  /// Leaves out pages that cannot be read (guards, reservations).
  private static func read(_ descriptor: Int32, from start: UInt64, to end: UInt64) -> [UInt8] {
    var data: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var position = start
    while position < end {
      let wanted = Int(min(UInt64(buffer.count), end - position))
      let count = buffer.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, wanted, off_t(truncatingIfNeeded: position))
      }
      guard count > 0 else { break }
      data.append(contentsOf: buffer[..<count])
      position += UInt64(count)
    }
    return data
  }
}

/// A port where something other than a TLS server listens: it closes every connection.
final class TakenPort: Sendable {
  let port: Int
  private let descriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    try #require(isBound)
    port = Int(UInt16(bigEndian: address.sin_port))
    self.descriptor = descriptor
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        _ = write(connection, "220 hello\r\n", 11)
        close(connection)
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}
