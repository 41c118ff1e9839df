import Edge
import Testing

/// What the app knows of a server that does not become ready.
@Suite struct StartedServerTests {
  /// Otherwise a port that is taken would be reported as a server that is slow.
  @Test func aServerThatIsAboutToEndIsNotLate() async throws {
    let server = try StartedServer("/bin/sh", ["-c", "exec >&-; read -r line; exit 69"]) { _ in }
    #expect(await server.readyLine(within: .seconds(60)) == nil)
    #expect(server.hasClosedOutput && server.process.isRunning)
    server.process.closeInput()
    #expect(await server.process.exit() == .code(69))
  }

  @Test func aServerThatSaysNothingIsLate() async throws {
    let server = try StartedServer("/bin/sh", ["-c", "read -r line"]) { _ in }
    #expect(await server.readyLine(within: .milliseconds(50)) == nil)
    #expect(!server.hasClosedOutput)
    await server.process.end()
  }
}
