import TerminalUI
import Testing

@testable import AppState
@testable import Samples
@testable import Screens
@testable import Workshop

/// A test of a client goes on behind other panels, and may ask for something: a sign says so until it is over.
struct ClientTestSignTests {
  @Test(
    arguments: [
      ("client-test", false), ("client-test-acting", true), ("client-test-asking", true),
      ("client-test-watching", true), ("client-test-waiting", true), ("client-test-ended", false),
      ("client-test-stopped", false), ("client-test-refused", false),
    ], [Size(40, 15), Size(110, 30)])
  func aTestThatRunsHasASign(_ test: (name: String, isRunning: Bool), _ size: Size) throws {
    var state = try sample(test.name)
    _ = update(&state, .clientTest(.close), now: state.now)
    let text = AppScreen.draw(state, size: size, look: Look()).text
    #expect(text.contains("client test") == test.isRunning, "\(text)")
  }
}
