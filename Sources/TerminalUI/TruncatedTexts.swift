import Synchronization

/// Records the program's words that were cut (``TextLayout/clip(_:to:ellipsis:ofData:)``, ``Canvas/put(_:at:_:width:ofData:)``), so that tests find
/// texts too long for a screen. Drawing code marks as data what may be cut: a URL, an id, a row of a table, a line of JSON.
public final class TruncatedTexts: Sendable {
  @TaskLocal private static var listener: TruncatedTexts?
  private let texts = Mutex<[String]>([])

  /// The full texts that `draw` cuts, in drawing order.
  public static func of<Result>(_ draw: () -> Result) -> (result: Result, cut: [String]) {
    let cuts = TruncatedTexts()
    let result = $listener.withValue(cuts) { draw() }
    return (result, cuts.texts.withLock { $0 })
  }

  static func note(_ text: String, ofData: Bool) { if !ofData { listener?.texts.withLock { $0.append(text) } } }
}
