/// Breaks a paragraph of styled text and links into rows of at most `width` columns.
struct InlineFlow {
  struct Piece: Hashable {
    var text: String
    var style: Style
    var link: Int?
    var x: Int
    var width: Int
  }

  private(set) var rows: [[Piece]] = [[]]
  private let width: Int
  private var x = 0
  private var pendingSpace = false

  init(_ inlines: [WebPage.Inline], of page: WebPage, width: Int, style: Style, focusedLink: Int?) {
    self.width = max(1, width)
    for inline in inlines {
      switch inline {
      case .text(let text, let strong):
        var own = style
        own.bold = own.bold || strong
        add(text, own, link: nil)
      case .link(let id):
        add(page.links[id].text, Style(id == focusedLink ? .phoneLinkFocused : .phoneLink), link: id)
      case .lineBreak: newRow()
      }
    }
    if rows.last?.isEmpty == true, rows.count > 1 { rows.removeLast() }
  }

  private mutating func newRow() {
    rows.append([])
    x = 0
    pendingSpace = false
  }

  private mutating func add(_ text: String, _ style: Style, link: Int?) {
    if text.first == " " { pendingSpace = true }
    let words = text.split(scalar: " ", omittingEmptySubsequences: true)
    for (index, word) in words.enumerated() {
      if index > 0 { pendingSpace = true }
      for (part, piece) in TextLayout.wrap(String(word), width: width).enumerated() {
        if part > 0 { newRow() }
        place(piece, style, link)
      }
    }
    if text.last == " " { pendingSpace = true }
  }

  private mutating func place(_ word: String, _ style: Style, _ link: Int?) {
    let columns = TextLayout.width(word)
    guard columns > 0 else { return }
    var gap = pendingSpace && x > 0 ? 1 : 0
    if x + gap + columns > width {
      newRow()
      gap = 0
    }
    let last = rows.count - 1
    // Adjacent words of the same link and style become one piece, so that a link is one target per row.
    if var previous = rows[last].last, previous.style == style, previous.link == link {
      previous.text += (gap == 1 ? " " : "") + word
      previous.width += gap + columns
      rows[last][rows[last].count - 1] = previous
    } else {
      rows[last].append(Piece(text: word, style: style, link: link, x: x + gap, width: columns))
    }
    x += gap + columns
    pendingSpace = false
  }
}
