import Edge
import ForeignText
import Catalogue
import Programs
import SharedValues

/// The members of `embeddedServer` for clients and APIs of others: `resources` and `origins`.
enum OtherClientsReader {
  static func read(
    _ reader: inout MemberReader, into options: inout EmbeddedServerOptions
  ) throws(CommandError) {
    if var resources = try reader.objects("resources") {
      for index in resources.indices {
        options.resources.append(try resource(&resources[index]))
        reader.finish(&resources[index])
      }
    }
    options.origins = try reader.strings("origins") ?? []
    for origin in options.origins { try reader.judged("origins", origin, judgeOrigin) }
  }

  private static func resource(_ reader: inout MemberReader) throws(CommandError) -> ServerResource {
    let identifier = try reader.string("resource") { text throws(WrongValue) in
      // RFC 8707 §2.
      guard let url = AbsoluteURL(text), url.fragment == nil else { throw WrongValue(.expectedResource) }
    }
    let scopes = try reader.strings("scopes") ?? []
    for scope in scopes {
      try reader.judged("scopes", scope) { text throws(WrongValue) in
        // A client that could ask for `dcr` as an API's scope could register clients with it.
        guard !text.contains(scalar: " "), (try? ValueRule.scope(text)) != nil, text != "dcr" else {
          throw WrongValue(.expectedResourceScope)
        }
      }
    }
    return .init(identifier: identifier, scopes: scopes)
  }

  /// Demands the form in which browsers write `Origin` (RFC 6454 §6.2), because it is compared exactly.
  private static func judgeOrigin(_ text: String) throws(WrongValue) {
    guard let url = AbsoluteURL(text), let host = url.host,
      url.scheme == "https" || (url.scheme == "http" && url.isLoopback)
    else { throw WrongValue(.expectedOrigin) }
    let usual = url.scheme == "http" ? 80 : 443
    let port = url.port.map { $0 == usual ? "" : ":\($0)" } ?? ""
    guard text == url.scheme + "://" + host + port else { throw WrongValue(.expectedOrigin) }
  }
}
