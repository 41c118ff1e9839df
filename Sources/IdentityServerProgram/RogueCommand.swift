import ArgumentParser

/// `rogue`: the hostile server of a lab, until its input ends. A line `loot` is answered with the latest parameters that its token endpoint
/// received; a line `rewrite` has a JSON object with the parameters of authorization requests to replace.
struct RogueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rogue", abstract: "Play the hostile server of a lab.", shouldDisplay: false)

  @Argument(help: "The honest server's authorization endpoint.") var honestAuthorizationEndpoint: String

  func run() async throws {
    let server = RogueServer(honestAuthorizationEndpoint: honestAuthorizationEndpoint) { Self.say($0) }
    try await server.start()
    Self.say(["issuer": .string(server.issuer), "token_endpoint": .string(server.tokenEndpoint)])
    while let line = readLine() {
      if let told = line.without(prefix: "rewrite "), let others = try? JSON.parse(Array(told.utf8)).objectValue {
        server.rewrite(others.compactMap { member in member.value.stringValue.map { (member.name, $0) } })
        Self.say([:])
      } else {
        Self.say(.object(server.captured.map { JSON.Member($0.name, .string($0.value.revealed)) }))
      }
    }
  }

  /// Writes to the lab's process, which reads standard output.
  private static func say(_ object: JSON) { Descriptor.write(object.compact + "\n", to: STDOUT_FILENO) }
}
