@testable import IdentityServer

extension RoutingTable {
  /// A path of the table and its methods.
  struct Entry: Hashable, Sendable {
    /// The path, with `*` for each variable segment.
    var path: String
    var methods: [String]
  }

  /// All paths with their methods; HEAD is not listed.
  var listing: [Entry] {
    (Array(exact.values) + open).map { Entry(path: $0.path, methods: $0.handlers.keys.sorted()) }
      .sorted { $0.path < $1.path }
  }
}
