/// The position of a player in a recording, and what it does next. The caller passes the time.
package struct Playback: Sendable {
  package enum Key: Hashable, Sendable {
    case pause, step, faster, slower, restart
    case nextMarker, previousMarker

    /// Whether the earlier picture is invalid and has to be painted again.
    package var goesBack: Bool { self == .restart || self == .previousMarker }
  }

  package let timeline: Timeline
  package private(set) var speed: Double
  package private(set) var isPaused = false
  package private(set) var shown = 0

  /// The position in the recording at a time of the clock.
  private var position = 0.0
  private var moment: Double

  package static let speeds = 0.01...1000.0

  /// - Parameter now: seconds of any monotonic clock; all methods need the same clock.
  package init(_ timeline: Timeline, speed: Double, now: Double) {
    (self.timeline, self.speed) = (timeline, speed)
    moment = now
  }

  /// The position in the recording, in seconds.
  package mutating func position(_ now: Double) -> Double {
    catchUp(now)
    return min(position, timeline.length)
  }

  /// The last passed marker, counted from 1, with its label; `nil`: none yet.
  package var marker: (number: Int, label: String)? {
    guard let last = timeline.markers.lastIndex(where: { $0 <= position }) else { return nil }
    return (last + 1, timeline.labels[last])
  }

  package var isFinished: Bool { shown == timeline.frames.count }

  /// The output that is due by now, in one piece.
  package mutating func advance(_ now: Double) -> String {
    catchUp(now)
    guard !isPaused else { return "" }
    var text = ""
    while !isFinished, timeline.frames[shown].time <= position {
      text += timeline.frames[shown].text
      shown += 1
    }
    return text
  }

  /// Seconds until output is due; `nil`: only a key can change anything.
  package func wait(_ now: Double) -> Double? {
    guard !isPaused, !isFinished else { return nil }
    return max(0, (timeline.frames[shown].time - position) / speed - (now - moment))
  }

  /// - Returns: the output to show at once.
  package mutating func press(_ key: Key, _ now: Double) -> String {
    catchUp(now)
    switch key {
    case .pause: isPaused.toggle()
    case .step:
      isPaused = true
      guard !isFinished else { return "" }
      let frame = timeline.frames[shown]
      (position, shown) = (max(position, frame.time), shown + 1)
      return frame.text
    case .faster: speed = min(speed * 2, Playback.speeds.upperBound)
    case .slower: speed = max(speed / 2, Playback.speeds.lowerBound)
    case .restart: (position, shown) = (0, 0)
    case .nextMarker:
      guard let marker = timeline.markers.first(where: { $0 > position }) else { return "" }
      let before = shown
      go(to: marker)
      return timeline.frames[min(before, shown)..<shown].map(\.text).joined()
    case .previousMarker:
      // Skips a marker that was passed just now.
      let reach = timeline.markers.contains(position) ? position : position - Playback.grace * speed
      go(to: timeline.markers.last { $0 < reach } ?? 0)
    }
    return ""
  }

  /// How long a marker counts as passed just now, in seconds.
  static let grace = 1.0

  /// Moves to a time; all output up to it counts as shown.
  private mutating func go(to time: Double) {
    position = time
    shown = timeline.frames.prefix { $0.time <= time }.count
  }

  /// All shown output: repaints the picture on an empty screen.
  package var picture: String { timeline.frames.prefix(shown).map(\.text).joined() }

  private mutating func catchUp(_ now: Double) {
    if !isPaused { position += max(0, now - moment) * speed }
    moment = now
  }
}
