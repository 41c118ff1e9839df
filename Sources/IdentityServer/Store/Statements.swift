import GRDB

/// Statements of requests. Each is compiled once per connection and cached, because compiling takes longer than running.
///
/// SQL that depends on a person's choices (an order, a filter) is not cached, so that the cache stays bounded.
extension Database {
  typealias Arguments = [(any DatabaseValueConvertible)?]

  func run(sql: String, arguments: Arguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: .whole(arguments))
  }

  func row(sql: String, arguments: Arguments = []) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: .whole(arguments))
  }

  /// The first column of the first row; `nil` when there is no row or the value is NULL.
  func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, sql: String, arguments: Arguments = []
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: .whole(arguments))
  }
}

/// A text with a NUL reached a statement. Requests with control characters are refused much earlier, so this is a
/// programming error.
struct TextWouldBeCut: Error {}

extension StatementArguments {
  /// Arguments of any statement, cached or not. SQLite receives texts as C strings: it would cut a text at a NUL and find
  /// the row of the shorter text.
  ///
  /// - Throws: ``TextWouldBeCut``.
  static func whole(_ values: Database.Arguments) throws -> StatementArguments {
    let values = values.map { $0?.databaseValue ?? .null }
    for value in values { if case .string(let text) = value.storage, text.utf8.contains(0) { throw TextWouldBeCut() } }
    return StatementArguments(values)
  }
}
