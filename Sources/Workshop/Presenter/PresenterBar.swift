import AppState
import Catalogue
import Screens
import TerminalUI

/// The strip between screen and keys for the audience: the place in the flow, the explanation, and the pressed key.
extension Picture {
  mutating func drawPresenterBar(_ state: AppState, in rect: Rect) {
    canvas.fill(rect, Style(.selection))
    guard rect.height > 1 else { return drawPast(state, in: rect) }
    let caption = StopCaption(state)
    let room = rect.width - 4
    let title = caption.headline(look)
    canvas.put(title, at: Point(rect.x + 2, rect.y), Style(.captionTitle, bold: true), width: room)
    let used = TextLayout.width(title) + 2
    // Leaves out the pressed key if both do not fit.
    let key = state[PresenterTool.self].key.map { look.catalogue(.showKey, ["name": $0]) }
    let status = status(state)
    let texts = [[key, status], [status]].map { $0.compactMap(\.self).joined(separator: " \(look.marks.separator) ") }
    if let status = texts.first(where: { used + TextLayout.width($0) <= room }) {
      canvas.put(status, at: Point(rect.maxX - 2 - TextLayout.width(status), rect.y), Style(.selection))
    }
    let lines = TextLayout.balanced(look.catalogue(caption.text), width: room)
    put(lines, Style(.selection), in: Rect(rect.x + 2, rect.y + 1, room, rect.height - 1))
  }

  /// The line that says that the picture shows the past, and which stop.
  private mutating func drawPast(_ state: AppState, in rect: Rect) {
    guard let place = state[PresenterTool.self].place else { return }
    let values = [
      "number": String(place.number), "count": String(place.count), "separator": look.marks.separator,
      "key": KeyNames.name(.escape, look),
    ]
    let words = look.catalogue(.showPastAndReturn, values)
    let used = canvas.put(words, at: Point(rect.x + 1, rect.y), Style(.selection, bold: true), width: rect.width - 2)
    target(rect, .presenter(.present))
    let title = StopCaption(state).headline(look)
    if used + TextLayout.width(title) + 5 <= rect.width {
      canvas.put(title, at: Point(rect.maxX - 2 - TextLayout.width(title), rect.y), Style(.selection))
    }
  }

  private func status(_ state: AppState) -> String {
    let show = state[PresenterTool.self]
    if show.isResetting { return look.catalogue(.showResetting) }
    if show.asks(state.now) { return look.catalogue(.showAsksReset) }
    if let place = show.place {
      return look.catalogue(.showPast, ["number": String(place.number), "count": String(place.count)])
    }
    guard show.isPlaying || show.saysPace else { return look.catalogue(.keyPresenter) }
    let values = ["mark": look.marks.selected, "seconds": String(show.pace.rawValue)]
    return look.catalogue(show.isPlaying ? .showPlaying : .showReady, values)
  }
}

package enum PresenterKeys {
  static func bindings(_ state: AppState) -> [Binding] {
    let show = state[PresenterTool.self]
    guard show.place == nil else { return past }
    guard state.settings.presenter else {
      return [key("P", .keyPresenter, .toggle, priority: 8, footer: false)]
        + stage(state).map { $0.off(.because(.reasonNoPresenter)) }
    }
    let leave = key("P", .keyLeavePresenter, .toggle, priority: 8, footer: false)
    return stage(state) + [leave.off(.reasonPresenterForGood, if: show.isForGood)]
  }

  /// - Parameter short: a shorter name for narrow footers.
  private static func key(
    _ key: Character, _ phrase: Phrase, _ action: PresenterAction, priority: Int, footer: Bool = true,
    short: Phrase? = nil
  ) -> Binding {
    Binding(
      [.character(key)], phrase, .presenter(action), priority: priority, footer: footer, global: true, short: short)
  }

  private static func stage(_ state: AppState) -> [Binding] {
    let show = state[PresenterTool.self]
    let paces = PresenterTool.Pace.allCases
    return [
      key("[", .keyBackStop, .back, priority: 4), key("]", .keyForthStop, .forth, priority: 4),
      key("{", .keyBackChapter, .backChapter, priority: 7, footer: false),
      key("}", .keyForthChapter, .forthChapter, priority: 7, footer: false),
      key("A", show.isPlaying ? .keyPause : .keyPlay, .play, priority: 3),
      show.asks(state.now)
        ? key("0", .keyResetAgain, .reset, priority: 0) : key("0", .keyReset, .reset, priority: 6),
      key("+", .keyShowFaster, .faster, priority: 5, footer: show.isPlaying)
        .off(.reasonEnd, if: show.pace == paces.last),
      key("-", .keyShowSlower, .slower, priority: 5, footer: show.isPlaying)
        .off(.reasonEnd, if: show.pace == paces.first),
    ]
  }

  /// Short words, so that 80 columns fit all keys that move and the narrowest footer fits the first two; there, the line above names the way back.
  private static var past: [Binding] {
    [
      key("[", .keyEarlierStop, .back, priority: 0), key("]", .keyLaterStop, .forth, priority: 0),
      key("{", .keyBackChapter, .backChapter, priority: 5, short: .keyChapter),
      key("}", .keyForthChapter, .forthChapter, priority: 5, short: .keyChapter),
      Binding([.escape], .keyPresent, .presenter(.present), priority: 3, footer: true, global: true),
      key("0", .keyReset, .reset, priority: 6),
    ]
  }

  /// The key's name for the audience; `nil` for text typed into a field and for keys that do nothing.
  package static func name(of event: TerminalEvent, in state: AppState, size: Size, look: Look) -> String? {
    guard case .key(let key) = event else { return nil }
    if case .character = key, KeyMap.editedField(state, Arrangement(size, state)) != nil { return nil }
    guard let binding = KeyMap.bindings(for: state, size: size).first(where: { $0.keys.contains(key) }) else {
      return nil
    }
    return "\(KeyNames.name(key, look)) (\(look.catalogue(binding.phrase)))"
  }
}

extension PresenterTool: ToolView {
  package static var caption: ToolCaption? {
    var caption = ToolCaption()
    caption.isOn = { $0.settings.presenter }
    caption.looksBack = { $0[PresenterTool.self].place != nil }
    caption.draw = { $1.drawPresenterBar($0, in: $2) }
    caption.keys = { PresenterKeys.bindings($0) }
    return caption
  }
}

extension AppScreen {
  /// The part of the show that this picture belongs to; `nil`: none.
  package static func part(_ state: AppState, look: Look) -> String? {
    let show = state[PresenterTool.self]
    let isSeen = state.settings.presenter && show.place == nil && !show.isResetting
    return isSeen ? StopCaption(state).headline(look) : nil
  }

  /// The show's place in its story; `nil` outside the story.
  package static func place(_ state: AppState, look: Look) -> String? {
    state.settings.presenter ? StopCaption(state).place(look) : nil
  }
}
