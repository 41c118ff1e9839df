import GRDB
import Synchronization

/// Values by key, valid while the version is unchanged. One more than ``capacity`` empties the cache.
final class VersionedCache<Key: Hashable & Sendable, Version: Equatable & Sendable, Value: Sendable>: Sendable {
  private let capacity: Int
  private let held = Mutex<(version: Version?, values: [Key: Value])>((nil, [:]))

  init(capacity: Int) { self.capacity = capacity }

  /// Read the version before the data for `make`, so that a change in between is noticed the next time.
  func value(_ key: Key, version: Version, make: () throws -> Value) rethrows -> Value {
    if let known = held.withLock({ $0.version == version ? $0.values[key] : nil }) { return known }
    let value = try make()
    held.withLock { held in
      if held.version != version || held.values.count >= capacity { held = (version, [:]) }
      held.values[key] = value
    }
    return value
  }
}

/// Detects writes to the database: by this process, another one, or a person with an SQL prompt.
///
/// SQLite counts the commits that a connection sees from all others (`PRAGMA data_version`), and this connection only reads
/// that count. It costs a hundredth of a query for a token.
final class ChangeCount: Sendable {
  private let connection: DatabaseQueue

  init(path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    connection = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// A number that changes with each commit.
  func now() throws -> Int { try connection.unsafeRead { try $0.value(Int.self, "PRAGMA data_version") ?? 0 } }
  func close() throws { try connection.close() }
}
