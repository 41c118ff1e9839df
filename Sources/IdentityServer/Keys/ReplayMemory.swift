import SmallFiles
import Synchronization

/// `jti` (RFC 7523 §3, RFC 9449 §11.1), as long as each token could be accepted, also across restarts (``ReplayLog``).
///
/// There are two generations of at most ``capacity`` identifiers, each kept as 8 bytes of its SHA-256: 9 MB at most. When a
/// generation fills up early, new tokens are refused and no identifier is forgotten, so that flooding never enables a
/// replay. Each share has its own smaller limit, so that one sender cannot lock out all others.
///
/// Time is the server's clock. When it is set back, nothing is forgotten until it has caught up.
final class ReplayMemory: Sendable {
  enum Verdict: Sendable {
    case new, known, full
    /// The disk is full or failed; the token is refused, because a restart would forget it.
    case unwritable
  }

  private struct Generations {
    var current: Set<UInt64> = []
    var previous: Set<UInt64> = []
    /// When the current generation began (`distantPast` after a restart: only `newestBefore` then decides when it ends), and
    /// the times of the last identifiers of this and the previous generation.
    var begun = Date.distantPast
    var newest = Date.distantPast
    var newestBefore = Date.distantPast
    /// The number of identifiers of each share in the current generation, since the start.
    var shares: [String: Int] = [:]
    var log: ReplayLog?
  }

  /// Seconds for which an identifier is at least remembered: the longest time for which a token is accepted.
  let window: TimeInterval
  let capacity: Int
  private let held: Mutex<Generations>

  static let usualCapacity = 393_216
  /// One share may fill this fraction of a generation; there may be more shares than that.
  private static let shares = 8

  /// - Parameter path: the file that keeps the identifiers; `nil`: restarts forget them.
  init(window: TimeInterval, capacity: Int = ReplayMemory.usualCapacity, path: String? = nil)
    throws(IdentityServerError)
  {
    (self.window, self.capacity) = (window, capacity)
    var generations = Generations()
    if let path {
      let log = try ReplayLog(path)
      let kept = try log.read()
      generations.log = log
      generations.previous = Set(kept.before.map(\.identifier))
      generations.newestBefore = kept.before.map(\.time).max().map(date) ?? .distantPast
      generations.current = Set(kept.current.map(\.identifier))
      generations.newest = kept.current.map(\.time).max().map(date) ?? .distantPast
    }
    held = Mutex(generations)
  }

  deinit { held.withLock { $0.log?.close() } }

  /// Of any number of concurrent calls with the same values, exactly one gets ``Verdict/new``.
  /// - Parameters:
  ///   - owner: the identifier's namespace; different owners may use the same identifier.
  ///   - share: callers with the same share get ``Verdict/full`` together, after an eighth of a generation's capacity.
  func remember(_ id: String, of owner: String, share: String = "", now: Date) -> Verdict {
    let key = identifier(id, of: owner)
    return held.withLock { held in
      if now.timeIntervalSince(held.begun) > window, now.timeIntervalSince(held.newestBefore) > window {
        guard turn(&held, now) else { return .unwritable }
      }
      guard !held.current.contains(key), !held.previous.contains(key) else { return .known }
      let count = held.shares[share, default: 0]
      guard held.current.count < capacity, share.isEmpty || count < max(1, capacity / ReplayMemory.shares) else {
        return .full
      }
      // Rounded up, so that nothing is forgotten early.
      guard held.log?.append(.init(time: seconds(now) + 1, identifier: key)) ?? true else { return .unwritable }
      held.current.insert(key)
      held.shares[share] = count + 1
      held.newest = max(held.newest, now)
      return .new
    }
  }

  /// Whether the identifier is remembered, as it is while its token could still be accepted.
  func knows(_ id: String, of owner: String) -> Bool {
    let key = identifier(id, of: owner)
    return held.withLock { $0.current.contains(key) || $0.previous.contains(key) }
  }

  private func identifier(_ id: String, of owner: String) -> UInt64 {
    Primitives.sha256(Array(owner.utf8) + [0] + Array(id.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func turn(_ held: inout Generations, _ now: Date) -> Bool {
    guard held.log?.turn() ?? true else { return false }
    let isLongAgo = now.timeIntervalSince(held.newest) > window
    held.previous = isLongAgo ? [] : held.current
    held.newestBefore = isLongAgo ? .distantPast : held.newest
    (held.current, held.shares, held.begun) = ([], [:], now)
    return true
  }

  var count: Int { held.withLock { $0.current.count + $0.previous.count } }
  var room: Int { held.withLock { $0.current.capacity + $0.previous.capacity } }
}

/// Keeps the content of ``ReplayMemory`` on disk, so that restarts forget nothing: one file per generation, of 16-byte records
/// (seconds since 1970 and the identifier, both big-endian), in order of arrival.
///
/// A record is written before its token is accepted and survives the death of the process. A power failure may lose the
/// last records, as it may lose the database's last commits.
struct ReplayLog: Sendable {
  struct Record: Hashable, Sendable {
    var time: Int
    var identifier: UInt64
  }

  private static let recordBytes = 16
  /// Bytes; more than two generations can have.
  private static let largestFile = 4 * ReplayMemory.usualCapacity * recordBytes

  private let path: String
  private var descriptor: Int32

  init(_ path: String) throws(IdentityServerError) {
    self.path = path
    descriptor = ReplayLog.open(path)
    guard descriptor >= 0 else {
      throw IdentityServerError(.directoryUnwritable, path, detail: SystemError.last.message)
    }
    dropTornRecord()
  }

  private static func open(_ path: String) -> Int32 {
    Foundation.open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  private var pathBefore: String { path + ".before" }

  func read() throws(IdentityServerError) -> (before: [Record], current: [Record]) {
    (try records(pathBefore), try records(path))
  }

  private func records(_ path: String) throws(IdentityServerError) -> [Record] {
    guard access(path, F_OK) == 0 else { return [] }
    guard let bytes = SmallFile.whole(path, limit: ReplayLog.largestFile, follows: false) else {
      throw IdentityServerError(.directoryUnwritable, path, detail: "it is not a file of a reasonable size")
    }
    func number(_ place: Int) -> UInt64 { bytes[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    return stride(from: 0, through: bytes.count - ReplayLog.recordBytes, by: ReplayLog.recordBytes).map {
      Record(time: Int(truncatingIfNeeded: number($0)), identifier: number($0 + 8))
    }
  }

  func append(_ record: Record) -> Bool {
    let bytes = [UInt64(bitPattern: Int64(record.time)), record.identifier].flatMap { value in
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      dropTornRecord()
      return false
    }
    return true
  }

  /// Starts a new generation: the current one becomes the previous one.
  /// - Returns: whether it succeeded; otherwise nothing has changed.
  mutating func turn() -> Bool {
    guard rename(path, pathBefore) == 0 else { return false }
    let next = ReplayLog.open(path)
    guard next >= 0 else {
      rename(pathBefore, path)
      return false
    }
    close()
    descriptor = next
    return true
  }

  func close() { _ = Foundation.close(descriptor) }

  /// Removes the partial record that a full disk or a killed process left.
  private func dropTornRecord() {
    let size = lseek(descriptor, 0, SEEK_END)
    if size % off_t(ReplayLog.recordBytes) != 0 { ftruncate(descriptor, size - size % off_t(ReplayLog.recordBytes)) }
  }
}
