import GRDB

/// Statements of requests. Each is compiled once for each connection and kept: compiling one takes longer than running it.
///
/// SQL that is put together from what a person chose (an order, a filter) is not kept, so that their number stays bounded.
extension Database {
  typealias Arguments = [(any DatabaseValueConvertible)?]

  /// Runs one statement.
  func run(sql: String, arguments: Arguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: .whole(arguments))
  }

  /// The first row of a query.
  func row(sql: String, arguments: Arguments = []) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: .whole(arguments))
  }

  /// The first column of the first row; `nil` when there is no row, or NULL in it.
  func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, sql: String, arguments: Arguments = []
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: .whole(arguments))
  }
}

/// A text with a NUL reached a statement. Requests with control characters are refused long before, so this is a mistake of
/// the program.
struct TextWouldBeCut: Error {}

extension StatementArguments {
  /// Arguments of any statement, of these and of those that are not kept. SQLite is given texts as C strings: it would cut one at
  /// a NUL and find the row of what is left.
  ///
  /// - Throws: ``TextWouldBeCut``.
  static func whole(_ values: Database.Arguments) throws -> StatementArguments {
    let values = values.map { $0?.databaseValue ?? .null }
    for value in values { if case .string(let text) = value.storage, text.utf8.contains(0) { throw TextWouldBeCut() } }
    return StatementArguments(values)
  }
}
