import AppState
import Programs
import Edge
import Glibc
import ScreenMirror
import TerminalUI

/// Runs the app in a pseudo-terminal and sees its screen by the mirrors of app and browser, so that escape sequences need no interpretation.
@MainActor package final class ScriptTerminal {
  package struct Snapshot {
    package var program: MirrorFrame.Program
    package var canvas: Canvas
    package var facts: [String: String]
  }

  package private(set) var snapshot: Snapshot?
  package private(set) var size: Size
  private let device: ScriptDevice
  private let words: [String]
  private let mirror: MirrorReader
  private let observer: any ScriptTerminalObserver
  private var pseudo: PseudoTerminal?
  private var child: ChildProcess?
  private var errors: Task<String, Never>?
  private var written = 0
  private var taken: [Int: Int] = [:]

  /// How long the app and its server may take to end after SIGTERM; then the app is killed.
  private static let patience = Duration.seconds(30)

  /// - Parameter words: options for the command `run`.
  package init(
    _ device: ScriptDevice, _ setup: ScriptSetup, words: [String], observer: any ScriptTerminalObserver
  ) throws(CommandError) {
    (self.device, self.words, self.observer) = (device, words, observer)
    size = setup.size
    do { mirror = try MirrorReader(at: device.folder + "/mirror") } catch {
      throw CommandError(.scriptFolderUnwritable, path: device.folder + "/mirror", error)
    }
  }

  /// Starts the app, which must not be running.
  package func start(_ more: [String] = []) throws(CommandError) {
    let pseudo = try PseudoTerminal(size, modes: observer.modes)
    let arguments = ["run", "--mirror", mirror.path] + device.options + words + more
    let child = try ChildProcess(
      OwnPrograms.app, arguments, input: .terminal(pseudo.path), output: .terminal(pseudo.path), errors: .pipe,
      isDetached: true)
    pseudo.isTaken()
    (self.pseudo, self.child, snapshot, written, taken) = (pseudo, child, nil, 0, [:])
    errors = Task { await child.readErrors() }
  }

  /// How the app ended; `nil` while it runs.
  package var exit: ChildProcess.Exit? { child?.result }

  /// What the app wrote to standard error, once it has ended.
  func complaints() async -> String { await errors?.value ?? "" }

  package func type(_ bytes: [UInt8]) {
    written += bytes.count
    pseudo?.write(bytes)
  }

  /// Whether the program has read all input and shown its immediate effect.
  package var hasTakenAll: Bool { taken.values.reduce(0, +) >= written || exit != nil }

  package func resize(_ size: Size) {
    self.size = size
    observer.resized(size)
    pseudo?.resize(size)
  }

  package func end() async {
    guard let child else { return }
    child.send(SIGTERM)
    let deadline = ContinuousClock.now + ScriptTerminal.patience
    while child.isRunning, ContinuousClock.now < deadline { turn(0.02) }
    await child.end(after: .zero)
    _ = await errors?.value
    self.child = nil
  }

  /// Waits until the app writes, at most `seconds` or a tenth of a second, and updates ``snapshot``.
  package func turn(_ seconds: Double) {
    guard let pseudo else { return }
    let reading = [mirror.descriptor] + (pseudo.isOpen ? [pseudo.descriptor] : [])
    observer.wait(
      reading: reading, writing: pseudo.hasMoreToWrite ? [pseudo.descriptor] : [], seconds: min(seconds, 0.1))
    if pseudo.hasMoreToWrite { pseudo.flush() }
    // The terminal's output is drained before the mirror is read: a full pseudo-terminal blocks the program that writes to it.
    while let bytes = pseudo.read(), !bytes.isEmpty { observer.show(bytes) }
    for frame in mirror.read() {
      switch frame.content {
      case .taken(let bytes): taken[frame.process] = bytes
      case .picture(let canvas, let facts): snapshot = Snapshot(program: frame.program, canvas: canvas, facts: facts)
      }
    }
  }
}

extension ScriptCondition {
  @MainActor package func holds(_ snapshot: ScriptTerminal.Snapshot) -> Bool {
    switch self {
    case .texts(let texts): texts.allSatisfy { snapshot.canvas.place(of: $0) != nil }
    case .fact(let kind, let value): snapshot.facts[kind] == value
    // While something is under way, it may still fail.
    case .absent("error"): snapshot.facts["error"] == nil && !snapshot.isUnderWay
    case .absent(let kind): snapshot.facts[kind] == nil
    case .program(let name): snapshot.program.rawValue == name
    case .exit, .output: false
    }
  }

  package var texts: [String] { if case .texts(let texts) = self { texts } else { [] } }
}

extension ScriptTerminal.Snapshot {
  /// The app has read its keystore and shows its first screen.
  var isOpen: Bool { program == .browser || facts["state"] != Phase.opening.rawValue }

  var isUnderWay: Bool {
    switch program {
    case .app: facts["state"].flatMap(Phase.init(rawValue:))?.isUnderWay ?? false
    case .browser: facts["page"].map(["blank", "loading", "silent", "returning"].contains) ?? false
    }
  }
}

extension Canvas {
  /// The place of a text's first occurrence within one row.
  package func place(of text: String) -> Point? {
    for y in 0..<size.height {
      let line = row(y)
      guard line.contains(text), let found = line.byteRange(of: text) else { continue }
      // Places count columns, not characters: a wide character takes two.
      var x = 0
      var length = line.distance(from: line.startIndex, to: found.lowerBound)
      while length > 0, x < size.width {
        if !self[x, y].text.isEmpty { length -= 1 }
        x += 1
      }
      while x < size.width, self[x, y].text.isEmpty { x += 1 }
      return Point(x, y)
    }
    return nil
  }
}

/// Waits for a script's terminal, and shows on the person's terminal what happens there.
@MainActor package protocol ScriptTerminalObserver: AnyObject {
  /// The modes of the person's terminal, which the script's terminal gets too; `nil`: the system's default.
  var modes: termios? { get }
  func wait(reading: [Int32], writing: [Int32], seconds: Double)
  func show(_ bytes: [UInt8])
  func resized(_ size: Size)
}

/// Shows nothing: for scripts that are played without `--live`.
package final class NoObserver: ScriptTerminalObserver {
  package init() {}

  package var modes: termios? { nil }

  package func wait(reading: [Int32], writing: [Int32], seconds: Double) {
    var descriptors = reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    descriptors += writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    poll(&descriptors, nfds_t(descriptors.count), Int32((seconds * 1000).rounded(.up)))
  }

  package func show(_ bytes: [UInt8]) {}
  package func resized(_ size: Size) {}
}
