import Programs
import Edge
import TerminalUI

/// Plays one script on a terminal, step by step, until its end or the first expectation that fails.
@MainActor package final class ScriptPlayer {
  /// Seconds to wait for an expectation, unless the script says otherwise. Generous, because machines are busy.
  package static let patience = 10.0
  /// Seconds to wait for a command: some run a whole flow.
  private static let commandPatience = 60.0
  /// Multiplies the patience while something is under way.
  private static let longer = 6.0
  /// The largest number of key presses to find a button.
  private static let mostButtons = 40

  package let script: Script
  package let terminal: ScriptTerminal
  private let device: ScriptDevice
  private let pace: ScriptPace
  private var patience = ScriptPlayer.patience
  /// The output of the last command, or of the app if it has ended.
  private var output = ""
  package private(set) var pictures: [(name: String, canvas: Canvas)] = []
  private let clock = ContinuousClock()

  package init(_ script: Script, _ device: ScriptDevice, _ terminal: ScriptTerminal, pace: ScriptPace = .atOnce) {
    (self.script, self.device, self.terminal, self.pace) = (script, device, terminal, pace)
  }

  /// Plays the steps before the app's start.
  package func prepare() async throws(ScriptFailure) { try await play(script.preparation) }

  /// Plays the rest of the script; the app keeps running.
  package func play() async throws(ScriptFailure) { try await play(script.steps[script.preparation.endIndex...]) }

  private func play(_ steps: ArraySlice<ScriptStep>) async throws(ScriptFailure) {
    for step in steps {
      if Interruption.hasCome { throw .interrupted }
      do throws(UnmetExpectation) { try await perform(step.action) } catch { throw await failure(step, error) }
      pause(pace.betweenSteps)
    }
  }

  struct UnmetExpectation: Error {
    var expected: String
    /// `nil`: what the screen shows says it.
    var actual: String?
    var missing: [String] = []
    /// The output that a program wrote instead.
    var output: String?
  }

  private func perform(_ action: ScriptAction) async throws(UnmetExpectation) {
    switch action {
    case .press(let keys): for key in keys { try press(key) }
    case .type(let text): try type(text)
    case .paste(let text): try send(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8))
    case .click(let text): try click(text)
    case .clickAt(let place): try send(ScriptKey.click(at: place))
    case .button(let name): try pressButton(name)
    case .login(let user, let password): try logIn(user, password)
    case .expect(let condition, let isMet): try await expect(condition, isMet)
    case .wait(let seconds): pause(seconds)
    case .resize(let size): try resize(size)
    case .picture(let name): if let snapshot = terminal.snapshot { pictures.append((name, snapshot.canvas)) }
    case .command(let words, let code): try await run(words, code)
    case .file(let operation):
      do throws(CommandError) { try device.perform(operation) } catch {
        throw UnmetExpectation(expected: "a file that can be changed", actual: error.report())
      }
    case .quit:
      try press(ScriptKey("q")!)
      // The app may ask for a confirmation, which the second `q` gives.
      if terminal.exit == nil, let snapshot = terminal.snapshot,
        ScriptCondition.fact("sheet", "question").holds(snapshot)
      {
        try press(ScriptKey("q")!)
      }
      try await expect(.exit(0), true)
    case .start(let words): try start(words)
    case .timeout(let seconds): patience = seconds
    }
  }

  // MARK: Keys

  private func press(_ key: ScriptKey) throws(UnmetExpectation) { try send(key.bytes) }

  /// Returns when the program has read the keys and drawn their immediate effect.
  private func send(_ bytes: [UInt8]) throws(UnmetExpectation) {
    // Waits for the first screen, as a user does before typing.
    let isThere = wait(until: { terminal.exit != nil || terminal.snapshot?.isOpen ?? false })
    guard terminal.exit == nil else { throw hasEnded("an app that reads what is typed") }
    guard isThere else { throw UnmetExpectation(expected: "an app that shows its first screen") }
    terminal.type(bytes)
    try demand("an app that reads what is typed") { terminal.hasTakenAll }
  }

  private func demand(_ expected: String, until condition: () -> Bool) throws(UnmetExpectation) {
    guard wait(until: condition) else { throw UnmetExpectation(expected: expected) }
  }

  private func type(_ text: String) throws(UnmetExpectation) {
    guard pace.betweenKeys > 0 else { return try send(Array(text.utf8)) }
    for character in text {
      try send(Array(String(character).utf8))
      pause(pace.betweenKeys)
    }
  }

  private func click(_ text: String) throws(UnmetExpectation) {
    let isThere = wait(until: { terminal.snapshot?.canvas.place(of: text) != nil })
    guard isThere, let place = terminal.snapshot?.canvas.place(of: text) else {
      throw UnmetExpectation(expected: quoted([text]), missing: [text])
    }
    try send(ScriptKey.click(at: place))
  }

  /// Moves the focus down to the button; after the last button, up.
  private func pressButton(_ name: String) throws(UnmetExpectation) {
    var seen: [String] = []
    for key in ["down", "up"] {
      for _ in 0..<ScriptPlayer.mostButtons {
        let before = terminal.snapshot?.facts["focus"]
        if before == name { return try send([0x0D]) }
        if let before { seen.append(before) }
        try press(ScriptKey(key)!)
        // A scrolling page may move before the focus does.
        if terminal.snapshot?.facts["focus"] == before, terminal.snapshot?.facts["focus"] != nil { break }
      }
    }
    throw UnmetExpectation(expected: "a button “\(name)” that can have the focus", missing: [name])
  }

  /// Fills in the browser's login form and sends it. After a refusal, the form comes back with the user's name filled in.
  private func logIn(_ user: String, _ password: String) throws(UnmetExpectation) {
    try demand("the browser, with a page that asks for a password") {
      terminal.snapshot?.program == .browser && terminal.snapshot?.facts["page"] == "login"
    }
    let entries = terminal.snapshot?.facts["entries"] ?? ""
    for (entry, text) in [("username", user), ("password", password)] where entries.contains(entry) {
      for _ in 0..<ScriptPlayer.mostButtons where terminal.snapshot?.facts["entry"] != entry {
        try press(ScriptKey("tab")!)
      }
      try send([0x15])
      try type(text)
    }
    try send([0x0D])
  }

  private func resize(_ size: Size) throws(UnmetExpectation) {
    terminal.resize(size)
    guard wait(until: { terminal.snapshot?.canvas.size == size || terminal.exit != nil }), terminal.exit == nil else {
      throw UnmetExpectation(expected: "a screen of \(size.width)x\(size.height)")
    }
  }

  // MARK: Expectations

  private func expect(_ condition: ScriptCondition, _ isMet: Bool) async throws(UnmetExpectation) {
    let expected = text(of: condition, isMet)
    switch condition {
    case .exit(let code): try await expectEnd(code, isMet)
    case .output(let texts):
      let said = output.oneLine
      guard texts.allSatisfy({ said.contains($0.oneLine) }) == isMet else {
        throw UnmetExpectation(expected: expected, actual: "what was written is this:", output: output)
      }
    default:
      let hasCome = wait(until: { terminal.exit != nil || terminal.snapshot.map(condition.holds) == isMet })
      if terminal.exit != nil { throw hasEnded(expected) }
      guard hasCome else { throw UnmetExpectation(expected: expected, missing: isMet ? condition.texts : []) }
    }
  }

  private func expectEnd(_ code: Int32, _ isMet: Bool) async throws(UnmetExpectation) {
    let expected = "the end of the app, with \(isMet ? "exit code" : "another exit code than") \(code)"
    try demand(expected) { terminal.exit != nil }
    guard (terminal.exit?.status == code) == isMet else { throw hasEnded(expected) }
    output = await terminal.complaints()
  }

  private func hasEnded(_ expected: String) -> UnmetExpectation {
    let code = terminal.exit.map { "\($0.status)" } ?? ""
    return UnmetExpectation(expected: expected, actual: "the app has ended with exit code \(code)")
  }

  private func text(of condition: ScriptCondition, _ isMet: Bool) -> String {
    let words =
      switch condition {
      case .texts(let texts): quoted(texts)
      case .fact(let kind, let value): "\(kind) \(value)"
      case .absent(let kind): "\(kind) none"
      case .program(let name): name
      case .exit(let code): "exit \(code)"
      case .output(let texts): "output " + quoted(texts)
      }
    return isMet ? words : "no longer \(words)"
  }

  private func quoted(_ texts: [String]) -> String { texts.map { "“\($0)”" }.joined(separator: ", ") }

  // MARK: The app and other commands

  private func start(_ words: [String]) throws(UnmetExpectation) {
    guard terminal.exit != nil else {
      throw UnmetExpectation(expected: "an app that has ended: quit goes before start")
    }
    do throws(CommandError) { try terminal.start(words.map(device.withFolder)) } catch {
      throw UnmetExpectation(expected: "an app that starts", actual: error.report())
    }
  }

  /// The app keeps running, as if the user had typed the command in another terminal.
  private func run(_ words: [String], _ code: Int32) async throws(UnmetExpectation) {
    let command = "dcr-terminal " + words.joined(separator: " ")
    let expected = "that \(command) " + (code == 0 ? "succeeds" : "ends with exit code \(code)")
    let child: ChildProcess
    do throws(CommandError) { child = try device.start(command: try await device.filled(words)) } catch {
      throw UnmetExpectation(expected: expected, actual: error.report())
    }
    async let written = child.readOutput()
    async let complaints = child.readErrors()
    let hasEnded = wait(until: { !child.isRunning }, for: max(patience, ScriptPlayer.commandPatience))
    if !hasEnded { await child.end() }
    let exit = await child.exit()
    output = await written + complaints
    guard hasEnded, exit == .code(code) else {
      let actual = hasEnded ? "it ended with exit code \(exit.status)" : "it ran on, and was ended"
      throw UnmetExpectation(expected: expected, actual: actual, output: output)
    }
  }

  // MARK: Waiting

  private func pause(_ seconds: Double) {
    let end = clock.now + .seconds(seconds)
    while clock.now < end, !Interruption.hasCome { terminal.turn((end - clock.now) / .seconds(1)) }
  }

  private func wait(until condition: () -> Bool, for seconds: Double? = nil) -> Bool {
    let (start, seconds) = (clock.now, seconds ?? patience)
    var end = start + .seconds(seconds)
    while !condition() {
      // A busy machine takes long to open a keystore, so whatever ends by itself gets more time.
      if isUnderWay { end = min(clock.now + .seconds(seconds), start + .seconds(seconds * ScriptPlayer.longer)) }
      guard clock.now < end, !Interruption.hasCome else { return false }
      terminal.turn((end - clock.now) / .seconds(1))
    }
    return true
  }

  /// The app is starting, has not read all input yet, or is doing something that ends by itself.
  private var isUnderWay: Bool {
    terminal.exit == nil && (terminal.snapshot?.isUnderWay ?? true || !terminal.hasTakenAll)
  }

  private func failure(_ step: ScriptStep, _ error: UnmetExpectation) async -> ScriptFailure {
    var complaints = error.output ?? ""
    if error.output == nil, terminal.exit != nil { complaints = await terminal.complaints() }
    return ScriptFailure(
      path: script.path, step: step, expected: error.expected, actual: error.actual, complaints: complaints,
      missing: error.missing, snapshot: terminal.snapshot)
  }
}

extension String {
  /// The text on one line, because line breaks depend on the length of paths.
  fileprivate var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
