import GRDB

/// Statements of requests. Each is compiled once for each connection and kept: compiling one takes longer than running it.
///
/// SQL that is put together from what a person chose (an order, a filter) is not kept, so that their number stays bounded.
extension Database {
  /// Runs one statement.
  func run(sql: String, arguments: StatementArguments = StatementArguments()) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The first row of a query.
  func row(sql: String, arguments: StatementArguments = StatementArguments()) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first column of the first row; `nil` when there is no row, or NULL in it.
  func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }
}
