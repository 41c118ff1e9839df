import ForeignText
import AppState

/// Where the user is in the gallery of all screens. It covers everything and changes nothing else: closing it leads back to the same place.
public struct GalleryView: Hashable, Sendable {
  public internal(set) var isOpen = false
  package var states = GalleryStates()
  /// Names of the app's own states.
  var names: [String] = []
  /// Names of the states of the browser, which is another program; `nil` until they arrive.
  public internal(set) var browserNames: [String]?
  /// The browser's screens that have been loaded.
  package internal(set) var browserScreens = BrowserScreens()
  /// Why the browser's states could not be loaded.
  public internal(set) var problem: ExportProblem?
  /// The state that is shown.
  var chosen: String?
  /// Index into the list of variants.
  public internal(set) var variant = 0
  /// The theme while the gallery is open; `nil`: the app's.
  public internal(set) var theme: String?
  /// Words that a name must contain, all of them.
  public internal(set) var filter = ""
  /// Whether typed letters go into the filter.
  public internal(set) var editsFilter = false
  /// Whether the arrow keys move the visible part of a picture that is larger than its place.
  public internal(set) var scrolls = false
  /// The upper left corner of the visible part. It may lie beyond the end when the picture has become smaller.
  public internal(set) var x = 0
  public internal(set) var y = 0

  public init() {}

  /// Longer filters match nothing.
  static let longest = 60

  /// The names that match the filter, the app's states first.
  public var listed: [String] {
    let all = names + (browserNames ?? [])
    let words = filter.lowercased().split(scalar: " ")
    return words.isEmpty ? all : all.filter { name in words.allSatisfy { name.contains($0) } }
  }

  /// The number of states without the filter.
  public var count: Int { names.count + (browserNames?.count ?? 0) }

  /// The state that is shown; `nil`: none matches the filter.
  public var selected: String? {
    let listed = listed
    return chosen.flatMap { listed.contains($0) ? $0 : nil } ?? listed.first
  }
}

/// Actions of the gallery, by the user and by the edge.
public enum GalleryAction: ToolAction {
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
  case browserFailed(ExportProblem)
}

extension AppState {
  /// The theme that the screen is painted with.
  public var shownTheme: String { (showsGallery ? gallery.theme : nil) ?? preferences.shownTheme }

  /// Whether the gallery is visible. A question that needs an answer comes first.
  public var showsGallery: Bool { gallery.isOpen && view.confirmation == nil && !showsToolSheet }

  mutating func lookAtGallery(_ action: GalleryAction) {
    switch action {
    case .open(let names, let variant):
      if gallery.names.isEmpty { gallery.variant = variant }
      gallery.names = names.isEmpty ? gallery.states.names() : names
      gallery.isOpen = true
    case .close:
      (gallery.isOpen, gallery.editsFilter, gallery.scrolls) = (false, false, false)
      gallery.theme = nil
    case .move(let step): moveInGallery(step)
    case .select(let name): showInGallery(name)
    case .turn(let step, let count):
      guard count > 0 else { return }
      gallery.variant = (gallery.variant + step % count + count) % count
      (gallery.x, gallery.y) = (0, 0)
    case .paint(let theme): gallery.theme = theme == preferences.shownTheme ? nil : theme
    case .toggleScrolling: gallery.scrolls.toggle()
    case .scroll(let columns, let rows):
      gallery.x = max(0, gallery.x + columns)
      gallery.y = max(0, gallery.y + rows)
    case .beginFilter: (gallery.editsFilter, gallery.scrolls) = (true, false)
    case .editFilter(let change): editGalleryFilter(change)
    case .endFilter: gallery.editsFilter = false
    case .clearFilter: (gallery.filter, gallery.editsFilter) = ("", false)
    case .browserSaid(let names, let screens):
      (gallery.browserNames, gallery.browserScreens, gallery.problem) = (names, screens, nil)
    case .browserFailed(let problem): gallery.problem = problem
    }
  }

  private mutating func moveInGallery(_ step: Int) {
    let listed = gallery.listed
    guard let selected = gallery.selected, let place = listed.firstIndex(of: selected) else { return }
    let wanted = place + max(-listed.count, min(step, listed.count))
    showInGallery(listed[min(max(0, wanted), listed.count - 1)])
  }

  private mutating func showInGallery(_ name: String) {
    guard gallery.chosen != name else { return }
    gallery.chosen = name
    (gallery.x, gallery.y) = (0, 0)
  }

  private mutating func editGalleryFilter(_ change: TextChange) {
    var text = gallery.filter
    switch change {
    case .insert(let typed): text += typed.filter { !$0.isNewline && $0 != "\t" }
    case .removeLast: text = String(text.dropLast())
    case .clear: text = ""
    case .replace(let typed): text = typed
    }
    guard text.utf8.count <= GalleryView.longest else { return }
    // Keep the shown state as long as it matches the filter.
    gallery.chosen = gallery.selected
    gallery.filter = text
    (gallery.x, gallery.y) = (0, 0)
  }
}

extension GalleryAction {
  public func apply(to app: inout AppState) -> [Effect] {
    app.lookAtGallery(self)
    return []
  }
}

extension Action { public static func gallery(_ action: GalleryAction) -> Action { .tool(AnyToolAction(action)) } }

extension GalleryView: Tool {}

extension AppState {
  /// The gallery of all screens.
  public var gallery: GalleryView {
    get { tools[GalleryView.self] }
    set { tools[GalleryView.self] = newValue }
  }
}
