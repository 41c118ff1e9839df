import AppState
import SharedValues

/// Where the user is in the gallery of all screens. It covers everything and changes nothing else: closing it leads back to the same place.
package struct GalleryView: Hashable, Sendable {
  var isOpen = false
  package var states = GalleryStates()
  /// Names of the app's own states.
  var names: [String] = []
  /// Names of the states of the browser, which is another program; `nil` until they arrive.
  var browserNames: [String]?
  package internal(set) var browserScreens = BrowserScreens()
  /// Why the browser's states could not be loaded.
  package internal(set) var problem: FileProblem?
  var chosen: String?
  /// Index into the list of variants.
  var variant = 0
  /// The theme while the gallery is open; `nil`: the app's.
  var theme: String?
  /// Words that a name must contain, all of them.
  var filter = ""
  /// Whether typed letters go into the filter.
  var editsFilter = false
  /// Whether the arrow keys move the visible part of a picture that is larger than its place.
  var scrolls = false
  /// The upper left corner of the visible part. It may lie beyond the end when the picture has become smaller.
  var x = 0
  var y = 0

  package init() {}

  /// Longer filters match nothing.
  static let longest = 60

  /// The names that match the filter, the app's states first.
  var listed: [String] {
    let all = names + (browserNames ?? [])
    let words = filter.lowercased().split(scalar: " ")
    return words.isEmpty ? all : all.filter { name in words.allSatisfy { name.contains($0) } }
  }

  /// The number of states without the filter.
  var count: Int { names.count + (browserNames?.count ?? 0) }

  /// The state that is shown; `nil`: none matches the filter.
  var selected: String? {
    let listed = listed
    return chosen.flatMap { listed.contains($0) ? $0 : nil } ?? listed.first
  }
}

package enum GalleryAction: ToolAction {
  /// - Parameters:
  /// - names: of the states; empty: all. The registry is not built before the gallery is first opened.
  ///   - variant: shown when the gallery opens for the first time; later it keeps the last one.
  case open(names: [String] = [], variant: Int)
  case close
  /// Moves by this many states; stops at the ends of the list.
  case move(Int)
  case select(String)
  /// To the next variant (1) or the previous one (-1), of this many, wrapping around.
  case turn(Int, of: Int)
  /// Uses this theme until the gallery closes.
  case paint(String)
  case toggleScrolling
  /// Columns and rows.
  case scroll(Int, Int)
  case beginFilter
  case editFilter(TextChange)
  case endFilter
  case clearFilter
  // From the edge.
  case browserSaid([String], BrowserScreens = BrowserScreens())
  case browserFailed(FileProblem)

  package func apply(to phone: inout Phone<GalleryView>) -> [Effect] {
    phone.own.apply(self, over: phone.preferences.shownTheme)
    return []
  }
}

extension GalleryView {
  /// - Parameter theme: the app's.
  mutating func apply(_ action: GalleryAction, over theme: String) {
    switch action {
    case .open(let names, let variant):
      if self.names.isEmpty { self.variant = variant }
      self.names = names.isEmpty ? states.names() : names
      isOpen = true
    case .close:
      (isOpen, editsFilter, scrolls) = (false, false, false)
      self.theme = nil
    case .move(let step):
      let listed = listed
      if let selected, let place = listed.firstIndex(of: selected) { show(listed[listed.place(step, from: place)]) }
    case .select(let name): show(name)
    case .turn(let step, let count):
      guard count > 0 else { return }
      variant = (variant + step % count + count) % count
      (x, y) = (0, 0)
    case .paint(let wanted): self.theme = wanted == theme ? nil : wanted
    case .toggleScrolling: scrolls.toggle()
    case .scroll(let columns, let rows): (x, y) = (max(0, x + columns), max(0, y + rows))
    case .beginFilter: (editsFilter, scrolls) = (true, false)
    case .editFilter(let change):
      // Keep the shown state as long as it matches the filter.
      (chosen, filter) = (selected, change.applied(to: filter, limit: GalleryView.longest))
      (x, y) = (0, 0)
    case .endFilter: editsFilter = false
    case .clearFilter: (filter, editsFilter) = ("", false)
    case .browserSaid(let names, let screens): (browserNames, browserScreens, problem) = (names, screens, nil)
    case .browserFailed(let problem): self.problem = problem
    }
  }

  private mutating func show(_ name: String) {
    guard chosen != name else { return }
    chosen = name
    (x, y) = (0, 0)
  }
}

extension Phone<GalleryView> {
  /// Whether the gallery is visible. A question that needs an answer comes first.
  var showsGallery: Bool { own.isOpen && state.view.confirmation == nil && !state.showsToolSheet }
  package var shownTheme: String { (showsGallery ? own.theme : nil) ?? state.preferences.shownTheme }
}

extension Action { package static func gallery(_ action: GalleryAction) -> Action { .tool(AnyToolAction(action)) } }

extension GalleryView: Tool {}
