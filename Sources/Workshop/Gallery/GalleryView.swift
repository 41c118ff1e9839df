import ForeignText
import AppState

/// Where the user is in the gallery of all screens. It lies over everything, and looking through it touches nothing else:
/// who closes it is where they were.
public struct GalleryView: Hashable, Sendable {
  public internal(set) var isOpen = false
  /// Of the app's own states.
  var names: [String] = []
  /// Of the browser's, which is another program; `nil` until it has said them.
  public internal(set) var browserNames: [String]?
  /// What they look like, as far as it has been asked.
  package internal(set) var browserScreens = BrowserScreens()
  /// Why it has said none.
  public internal(set) var problem: ExportProblem?
  /// The state that is looked at.
  var chosen: String?
  /// Place in the list of sizes, characters and languages.
  public internal(set) var variant = 0
  /// What the screen is painted with while the gallery is open; `nil`: as ever.
  public internal(set) var theme: String?
  /// Words that the names have to hold, all of them.
  public internal(set) var filter = ""
  /// Whether typed letters go into the filter.
  public internal(set) var editsFilter = false
  /// Whether the arrows move what is seen of a picture that is larger than its place.
  public internal(set) var scrolls = false
  /// Upper left corner of what is seen. It may lie beyond the end, where the picture has become smaller.
  public internal(set) var x = 0
  public internal(set) var y = 0

  public init() {}

  /// Longer filters find nothing.
  static let longest = 60

  /// What the filter lets through, the app's states first.
  public var listed: [String] {
    let all = names + (browserNames ?? [])
    let words = filter.lowercased().split(scalar: " ")
    return words.isEmpty ? all : all.filter { name in words.allSatisfy { name.contains($0) } }
  }

  /// How many there are without the filter.
  public var count: Int { names.count + (browserNames?.count ?? 0) }

  /// The state that is looked at; `nil` where the filter lets none through.
  public var selected: String? {
    let listed = listed
    return chosen.flatMap { listed.contains($0) ? $0 : nil } ?? listed.first
  }
}

/// What happens in the gallery, from both sides.
public enum GalleryAction: ToolAction {
  /// - Parameters:
  ///   - names: of the states; empty: of all. Nothing draws up all states before somebody wants to look at them.
  ///   - variant: the one that is shown when the gallery is opened for the first time; later the last one is kept.
  case open(names: [String] = [], variant: Int)
  case close
  /// Steps farther than the list is long lead to its end.
  case move(Int)
  case select(String)
  /// To the next size, characters or language (1) or the one before (-1) of so many, and around the end.
  case turn(Int, of: Int)
  /// With this theme until the gallery is closed.
  case paint(String)
  case toggleScrolling
  /// Columns and rows.
  case scroll(Int, Int)
  case beginFilter
  case editFilter(TextChange)
  case endFilter
  case clearFilter
  // The edge.
  case browserSaid([String], BrowserScreens = BrowserScreens())
  case browserFailed(ExportProblem)
}

extension AppState {
  /// What the screen is painted with.
  public var shownTheme: String { (showsGallery ? gallery.theme : nil) ?? preferences.shownTheme }

  /// Whether the gallery is what is seen. A question that has to be answered goes before it.
  public var showsGallery: Bool { gallery.isOpen && view.confirmation == nil && !showsToolSheet }

  mutating func lookAtGallery(_ action: GalleryAction) {
    switch action {
    case .open(let names, let variant):
      if gallery.names.isEmpty { gallery.variant = variant }
      gallery.names = names.isEmpty ? StateRegistry.names : names
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
    // What was looked at stays, as long as the filter lets it through.
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

extension Action { public static func gallery(_ action: GalleryAction) -> Action { .tool(ToolEvent(action)) } }

extension GalleryView: Tool {}

extension AppState {
  /// The gallery of all screens.
  public var gallery: GalleryView {
    get { tools[GalleryView.self] }
    set { tools[GalleryView.self] = newValue }
  }
}
