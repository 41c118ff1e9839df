import Synchronization

/// Notes the words that a drawing had no room for, so that a test finds what is too long for a screen.
///
/// Everything that cuts a text says so here: ``TextLayout/clip(_:to:ellipsis:ofData:)`` and ``Canvas/put(_:at:_:width:ofData:)``.
/// What may be cut (a URL, an id, a row of a table, a line of JSON) is said to be data where it is drawn. Costs nothing while
/// nobody listens.
public final class CutTexts: Sendable {
  @TaskLocal private static var listener: CutTexts?

  private let texts = Mutex<[String]>([])

  /// What `draw` cuts, whole, in the order in which it is drawn.
  public static func of<Result>(_ draw: () -> Result) -> (result: Result, cut: [String]) {
    let cuts = CutTexts()
    let result = $listener.withValue(cuts) { draw() }
    return (result, cuts.texts.withLock { $0 })
  }

  static func note(_ text: String, ofData: Bool) { if !ofData { listener?.texts.withLock { $0.append(text) } } }
}
