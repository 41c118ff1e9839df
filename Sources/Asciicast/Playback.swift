/// Where a player is in a recording, and what it does next: no clock and no terminal, only the seconds that it is told.
public struct Playback: Sendable {
  public enum Key: Hashable, Sendable {
    case pause, step, faster, slower, restart
    case nextMarker, previousMarker

    /// Whether what was shown before does not stay: the picture has to be painted anew.
    public var goesBack: Bool { self == .restart || self == .previousMarker }
  }

  public let timeline: Timeline
  public private(set) var speed: Double
  public private(set) var isPaused = false
  /// How many pictures have been shown.
  public private(set) var shown = 0

  /// The place in the recording at a moment of the clock.
  private var position = 0.0
  private var moment: Double

  public static let speeds = 0.01...1000.0

  /// - Parameters:
  ///   - speed: within ``speeds``.
  ///   - now: seconds of any clock that goes forward; every other method is told the same clock's.
  public init(_ timeline: Timeline, speed: Double, now: Double) {
    (self.timeline, self.speed) = (timeline, speed)
    moment = now
  }

  /// Seconds of the recording that have gone by.
  public mutating func position(_ now: Double) -> Double {
    catchUp(now)
    return min(position, timeline.length)
  }

  /// The number of the marker that was passed last, from 1, and what it is called; `nil` before the first.
  public var marker: (number: Int, label: String)? {
    guard let last = timeline.markers.lastIndex(where: { $0 <= position }) else { return nil }
    return (last + 1, timeline.labels[last])
  }

  public var isFinished: Bool { shown == timeline.frames.count }

  /// The output that is due by now, in one piece.
  public mutating func advance(_ now: Double) -> String {
    catchUp(now)
    guard !isPaused else { return "" }
    var text = ""
    while !isFinished, timeline.frames[shown].time <= position {
      text += timeline.frames[shown].text
      shown += 1
    }
    return text
  }

  /// Seconds until something is due; `nil` when only a key can change anything.
  public func wait(_ now: Double) -> Double? {
    guard !isPaused, !isFinished else { return nil }
    return max(0, (timeline.frames[shown].time - position) / speed - (now - moment))
  }

  /// - Returns: what is to be shown at once.
  public mutating func press(_ key: Key, _ now: Double) -> String {
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
      // The marker that has just gone by is not the one that is meant.
      let reach = timeline.markers.contains(position) ? position : position - Playback.grace * speed
      go(to: timeline.markers.last { $0 < reach } ?? 0)
    }
    return ""
  }

  /// Seconds within which a marker has just gone by.
  static let grace = 1.0

  /// Moves to a time; all output up to it counts as shown.
  private mutating func go(to time: Double) {
    position = time
    shown = timeline.frames.prefix { $0.time <= time }.count
  }

  /// Everything that has been shown: paints the picture anew, on an empty screen.
  public var picture: String { timeline.frames.prefix(shown).map(\.text).joined() }

  private mutating func catchUp(_ now: Double) {
    if !isPaused { position += max(0, now - moment) * speed }
    moment = now
  }
}
