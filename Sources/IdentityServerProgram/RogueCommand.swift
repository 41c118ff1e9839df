import Foundation
import ArgumentParser
import IdentityServer
import Programs
import SharedValues
import SmallFiles

/// `rogue`: the hostile server of a lab, until its input ends. Each line of the input is answered by what its token endpoint was sent last.
struct RogueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rogue", abstract: "Play the hostile server of a lab.", shouldDisplay: false)

  @Argument(help: "The honest server's authorization endpoint.") var honestAuthorizationEndpoint: String

  func run() async throws {
    let server = RogueServer(honestAuthorizationEndpoint: honestAuthorizationEndpoint)
    do { try await server.start() } catch { throw CommandError(error) }
    say(["issuer": .string(server.issuer), "token_endpoint": .string(server.tokenEndpoint)])
    while readLine() != nil { say(.object(server.loot.map { JSON.Member($0.name, .string($0.value.revealed)) })) }
    await server.stop()
  }

  /// To the lab's process alone.
  private func say(_ object: JSON) { Descriptor.write(object.compact + "\n", to: STDOUT_FILENO) }
}
