import Foundation
import TerminalUI

// A small program with which the pseudo-terminal tests try `Terminal`: it shows the terminal's events, hands the
// terminal to child programs, and crashes on demand.
@MainActor final class Probe {
  private let terminal: Terminal
  private var log: [String] = []
  private var editor = TextEditor()
  private var word = ""

  init(_ terminal: Terminal) {
    self.terminal = terminal
    terminal.onEvent = { [self] event in
      handle(event)
      draw()
    }
    terminal.onTermination = { number in
      let note = Array("told \(number)\n".utf8)
      write(STDERR_FILENO, note, note.count)
      // Input often ends before the kernel's own signal arrives, and shells send another one.
      kill(getpid(), SIGHUP)
    }
    draw()
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .key(.character("q")):
      terminal.close()
      exit(0)
    case .key(.character("!")): fatalError("on purpose")
    case .key(.control("x")): abort()
    case .key(.character("$")):
      run(
        ["/bin/sh", "-c", "stty -a | tr ' ' '\\n' | grep -E '^-?(echo|icanon|onlcr);?$'; printf 'child> '; read line"],
        .lines)
    case .key(.character("<")): readElsewhere()
    case .key(.character("&")):
      DispatchQueue.main.async { MainActor.assumeIsolated { self.showWords() } }
    case .key(.character("%")): run([CommandLine.arguments[0], "nested"], .fullScreen)
    case .key(let key):
      log.append("key \(key)")
      _ = editor.apply(key)
    case .paste(let text):
      log.append("paste \(text.debugDescription)")
      editor.insert(text)
    case .mouse(let mouse): log.append("mouse \(mouse.kind) \(mouse.at.x),\(mouse.at.y)")
    case .resize(let size): log.append("resize \(size.width)x\(size.height)")
    case .report: break
    }
  }

  /// Pictures in immediate succession.
  private func showWords() {
    for next in ["first", "second", "third"] {
      word = next
      draw(mayWait: true)
    }
  }

  /// Does what a child program does that reads the terminal and ends before the main queue notices either.
  private func readElsewhere() {
    terminal.leave(for: .lines)
    var byte: UInt8 = 0
    _ = read(STDIN_FILENO, &byte, 1)
    log.append("read elsewhere: \(Character(Unicode.Scalar(byte)))")
    terminal.reenter()
  }

  /// Foundation's `Process` would put the child into its own process group, where it could not use the terminal.
  private func run(_ command: [String], _ kind: Terminal.ChildProgram) {
    terminal.leave(for: kind)
    var pid = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    posix_spawn(&pid, command[0], nil, nil, &arguments, environ)
    let child = pid
    Thread.detachNewThread {
      var status: Int32 = 0
      waitpid(child, &status, 0)
      let code = status >> 8
      DispatchQueue.main.async { MainActor.assumeIsolated { self.childEnded(code) } }
    }
  }

  private func childEnded(_ code: Int32) {
    log.append("child ended \(code)")
    terminal.reenter()
    draw()
  }

  private func draw(mayWait: Bool = false) {
    var canvas = Canvas(terminal.size, glyphs: terminal.glyphs)
    let title = CommandLine.arguments.dropFirst().first ?? "probe"
    canvas.box(canvas.bounds, Style(.panelFrame), .rounded, title: title)
    canvas.put("colours \(terminal.colourMode) glyphs \(terminal.glyphs)", at: Point(2, 1), Style(.heading))
    canvas.put("wide 日本語 Jörg → \u{1B}[31m\u{202E}evil\u{9B}", at: Point(2, 2), Style(.text))
    canvas.textField(editor, in: Rect(2, 3, 20, 1), focused: true)
    canvas.button("Start", in: Rect(24, 3, 14, 3), focused: true)
    for (row, line) in log.suffix(max(0, terminal.size.height - 6)).enumerated() {
      canvas.put(line, at: Point(2, 5 + row), Style(.text))
    }
    canvas.put(word, at: Point(60, 1), Style(.text))
    terminal.present(canvas, links: [], mayWait: mayWait)
  }
}

do {
  let probe = Probe(try Terminal(TerminalOptions(crashNote: "the program crashed")))
  withExtendedLifetime(probe) { dispatchMain() }
} catch {
  FileHandle.standardError.write(Data("probe: \(error.code.rawValue) \(error.detail)\n".utf8))
  exit(64)
}
