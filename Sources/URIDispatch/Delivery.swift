import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One connection of a listener: reads a line, answers, ends. Lives on the listener's queue.
final class Delivery {
  private let descriptor: Int32
  private let receive: @Sendable (String) -> URIDispatchAnswer
  private let ended: () -> Void
  private let source: any DispatchSourceRead
  private let timer: any DispatchSourceTimer
  private var line: [UInt8] = []
  private var isOver = false

  init(
    _ descriptor: Int32, on queue: DispatchQueue, deadline: DispatchTimeInterval,
    receive: @escaping @Sendable (String) -> URIDispatchAnswer, ended: @escaping () -> Void
  ) {
    (self.descriptor, self.receive, self.ended) = (descriptor, receive, ended)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    timer = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { [weak self] in self?.readable() }
    source.setCancelHandler { close(descriptor) }
    timer.schedule(deadline: .now() + deadline)
    timer.setEventHandler { [weak self] in self?.end(.refused("no complete line in time")) }
    source.activate()
    timer.activate()
  }

  /// Ends the connection without a word.
  func cancel() {
    guard !isOver else { return }
    isOver = true
    timer.cancel()
    source.cancel()
  }

  private func readable() {
    guard !isOver else { return }
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    let count = read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return end(nil) }
    let portion = bytes.prefix(count)
    let feed = portion.firstIndex(of: UInt8(ascii: "\n"))
    line += portion[..<(feed ?? portion.endIndex)]
    if line.count > URIDispatch.limit { return end(.refused("longer than \(URIDispatch.limit) bytes")) }
    if feed != nil { end(answer()) }
  }

  private func answer() -> URIDispatchAnswer {
    guard let uri = String(validating: line, as: UTF8.self), !uri.isEmpty, !uri.hasControlCharacters else {
      return .refused("not a URI")
    }
    return receive(uri)
  }

  private func end(_ answer: URIDispatchAnswer?) {
    guard !isOver else { return }
    if let answer {
      let bytes = Array(answer.line.utf8)
      // It fits into any socket's buffer. A peer that has gone already gets no answer.
      _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      // Unread bytes would make the system drop the answer: let the peer see its end first.
      shutdown(descriptor, Int32(SHUT_WR))
      discardInput()
    }
    cancel()
    ended()
  }

  private func discardInput() {
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    for _ in 0..<16 where read(descriptor, &bytes, bytes.count) <= 0 { return }
  }
}

extension URIDispatchAnswer {
  /// The answer as it is sent: one line of at most 200 characters of a reason, without control characters.
  var line: String {
    switch self {
    case .accepted: return "ok\n"
    case .refused(let reason):
      var text = ""
      for scalar in reason.unicodeScalars.prefix(200) { text.unicodeScalars.append(scalar.isControl ? " " : scalar) }
      return "refused: \(text)\n"
    }
  }
}

extension Unicode.Scalar {
  var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0x2028 || value == 0x2029 }
}

extension String { var hasControlCharacters: Bool { unicodeScalars.contains(where: \.isControl) } }
