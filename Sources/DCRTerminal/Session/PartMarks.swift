import Asciicast

/// Marks in a recording where each part of a presentation begins: at its first complete picture, in which nothing moves any more.
@MainActor final class PartMarks {
  /// Long enough for pictures that belong together to have come, and for a viewer to see one.
  private static let rest = Duration.milliseconds(300)
  private static let glimpse = Duration.milliseconds(100)

  private let terminal: Terminal
  private var lastPart: String?
  /// The part that has begun and has no mark yet.
  private var unmarked: (part: String, begin: ContinuousClock.Instant)?
  private var timer: Task<Void, Never>?

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// Call before a picture is shown. Marks the part before now, because its last picture is about to be replaced, unless that was too short to be seen.
  /// - Parameter finish: shows the last picture without its movement.
  func willShow(_ part: String?, finish: () -> Void) {
    guard let unmarked, let part, part != lastPart else { return }
    timer?.cancel()
    if ContinuousClock.now - unmarked.begin >= PartMarks.glimpse {
      finish()
      mark()
    }
    self.unmarked = nil
  }

  /// Call when a picture is on the terminal; `moves` says whether something on it still moves.
  func hasShown(_ part: String?, moves: @escaping @MainActor () -> Bool) {
    guard let part, part != lastPart else { return }
    lastPart = part
    unmarked = (part, .now)
    timer = Task { [weak self] in
      repeat {
        try? await Task.sleep(for: PartMarks.rest)
        guard !Task.isCancelled else { return }
      } while moves()
      self?.mark()
    }
  }

  func stop() { timer?.cancel() }

  private func mark() {
    if let unmarked { _ = terminal.send(MarkerSequence.text(unmarked.part)) }
    unmarked = nil
  }
}
