import Glibc
import TerminalUI

/// `--browser manual`: the user takes the address to a browser and pastes the redirect. For SSH, and for browsers that this program cannot start.
///
/// The address is one unbroken line, so that it can be selected. The pasted text contains a code and is not shown. A redirect that arrives by itself,
/// at the loopback port or through `open-uri`, counts as well.
struct ManualUserAgent: ExternalUserAgent {
  var language: @Sendable () -> Language
  var environment: [String: String]
  var handover: TerminalHandover
  /// Writes the instructions, to standard error if a script reads standard output.
  var write: @Sendable (String) -> Void

  private var catalogue: Catalogue { Catalogue(language()) }

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    await handover.leave(.lines)
    let visit = BrowserVisit(reception)
    let line = HiddenLine(question: catalogue(.manualPrompt)) { text in receive(text, visit, reception) }
    write(instructions(url, reception.redirectURI))
    line.start()
    let outcome = await visit.outcome { _ in .goesOn }
    await line.stop()
    write("\n")
    await handover.reenter(true)
    return outcome
  }

  /// - Returns: whether to read another line.
  private func receive(_ text: String?, _ visit: BrowserVisit, _ reception: RedirectReception) -> Bool {
    guard let text else {
      // At a terminal, the end of input means that the user gave up.
      visit.end(isatty(STDIN_FILENO) == 1 ? .closed : .failed(UserAgentFailure(.inputEnded)))
      return false
    }
    let uri = text.withoutEdgeSpaces
    if uri.isEmpty {
      visit.end(.closed)
      return false
    }
    switch reception.offer(uri) {
    case .accepted: return false
    case .otherURI: write("\n" + catalogue(.manualNotTheRedirect, ["uri": reception.redirectURI]) + "\n")
    case .otherAnswer: write("\n" + catalogue(.manualNotTheAnswer) + "\n")
    }
    return true
  }

  func instructions(_ url: String, _ redirectURI: String) -> String {
    var lines = ["", catalogue(.manualOpenThis), "", url, ""]
    if let tunnel = ManualUserAgent.tunnel(redirectURI, environment) {
      lines += [catalogue(.manualTunnel), "", "    " + tunnel, ""]
    }
    lines += [catalogue(.manualPaste, ["uri": redirectURI]), ""]
    return lines.joined(separator: "\n") + catalogue(.manualPrompt)
  }

  /// The command that tunnels a redirect from a browser on the user's machine to the port here; `nil` without SSH or a port.
  static func tunnel(_ redirectURI: String, _ environment: [String: String]) -> String? {
    let places = (environment["SSH_CONNECTION"] ?? "").split(scalar: " ").map(String.init)
    guard places.count == 4, let uri = AbsoluteURL(redirectURI), uri.scheme == "http", let port = uri.port,
      let host = uri.host
    else { return nil }
    func isPlain(_ text: String) -> Bool {
      !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-:".contains($0)) }
    }
    guard isPlain(places[2]) else { return nil }
    let user = environment["USER"].flatMap { isPlain($0) ? $0 + "@" : nil } ?? ""
    let literal = host.contains(scalar: ":") ? "[\(host.trimming { "[]".unicodeScalars.contains($0) })]" : host
    return "ssh -L \(port):\(literal):\(port) \(user)\(places[2])"
  }
}

/// Reads lines of standard input byte by byte and without echo until it is stopped; it never reads beyond that.
private final class HiddenLine: @unchecked Sendable {
  // Only the thread uses `line`; the pipe's ends are closed after the thread has ended.
  private let receive: @Sendable (String?) -> Bool
  private let prompt = SecretPrompt(input: STDIN_FILENO, output: STDERR_FILENO, byCharacter: true)
  private var wake: [Int32] = [-1, -1]
  private let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  /// Bytes; longer than any redirect.
  private static let limit = 1 << 16

  /// - Parameter receive: gets each line, and `nil` at the end of the input; returns whether to go on.
  init(question: String, receive: @escaping @Sendable (String?) -> Bool) {
    self.receive = receive
    (ended, end) = AsyncStream.makeStream(of: Void.self)
    prompt?.repeatAfterStop(question)
  }

  func start() {
    guard pipe(&wake) == 0 else { return end.finish() }
    for descriptor in wake { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    OwnThread.start { [self] in
      read()
      end.finish()
    }
  }

  /// Returns when reading has stopped and the terminal echoes again.
  func stop() async {
    if wake[1] >= 0 { close(wake[1]) }
    for await _ in ended {}
    if wake[0] >= 0 { close(wake[0]) }
    prompt?.end(discardsInput: false)
  }

  private func read() {
    var line: [UInt8] = []
    while let byte = next() {
      if prompt?.takeAskedAgain() == true { line = [] }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard receive(String(decoding: line, as: UTF8.self)) else { return }
        line = []
      case 0x7F, 0x08: _ = line.popLast()
      case 0x15: line = []
      case 0x04:
        _ = receive(nil)
        return
      default: if line.count < HiddenLine.limit { line.append(byte) }
      }
    }
  }

  /// `nil`: the input has ended, which `receive` is told, or `stop()` was called.
  private func next() -> UInt8? {
    while true {
      var waiting = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), pollfd(fd: wake[0], events: 0, revents: 0),
      ]
      guard poll(&waiting, 2, -1) >= 0 || errno == EINTR else { return nil }
      if waiting[1].revents != 0 { return nil }
      guard waiting[0].revents != 0 else { continue }
      var byte: UInt8 = 0
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count == 1 { return byte }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      _ = receive(nil)
      return nil
    }
  }
}
