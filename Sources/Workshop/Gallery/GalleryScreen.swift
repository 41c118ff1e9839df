import AppState
import Catalogue
import Screens
import TerminalUI

/// The gallery in the app: number and total, the list, and the screen.
extension Picture {
  mutating func drawGallery(_ state: AppState, _ places: GalleryPlaces) {
    let view = state[GalleryView.self]
    let listed = view.listed
    drawGalleryWords(view, listed, places)
    if let list = places.list { drawGalleryList(view, listed, in: list) }
    let focused = view.scrolls && places.isCut
    canvas.box(places.frame, Style(focused ? .panelFrameFocused : .panelFrame), focused ? .heavy : .rounded)
    guard let picture = places.canvas else { return drawGalleryWithoutPicture(view, places) }
    drawGalleryPicture(picture, places)
  }

  private mutating func drawGalleryWords(_ view: GalleryView, _ listed: [String], _ places: GalleryPlaces) {
    let rect = places.words
    let place = places.name.flatMap { listed.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let values = ["number": String(place), "count": String(listed.count), "all": String(view.count)]
    let isFiltered = !view.filter.isEmpty
    var counted = look.catalogue(isFiltered ? .galleryFiltered : .galleryNumber, values)
    if !Arrangement.isNarrow(Size(rect.width, 1)) { counted = look.catalogue(.galleryName) + "  " + counted }
    let room = rect.width - TextLayout.width(counted) - 3
    var variant = words(of: places.variant, theme: view.theme)
    // The colours can be seen, so the theme's name may be left out.
    if TextLayout.width(variant) > room { variant = words(of: places.variant, theme: nil) }
    canvas.put(counted, at: Point(rect.x + 1, rect.y), Style(.heading, bold: true), width: rect.width - 1)
    let x = max(rect.x + 1 + TextLayout.width(counted) + 1, rect.maxX - TextLayout.width(variant) - 1)
    canvas.put(variant, at: Point(x, rect.y), Style(.text, bold: true), width: rect.maxX - x, ofData: true)
    target(Rect(x, rect.y, rect.maxX - x, 1), GalleryKeys.turn(1))
    let second = Rect(rect.x + 1, rect.y + 1, rect.width - 2, 1)
    let hasField = view.editsFilter || isFiltered
    let half = view.editsFilter ? second.width : min(24, second.width / 2)
    if !view.editsFilter {
      let width = hasField ? second.width - half - 1 : second.width
      canvas.put(places.name ?? "", at: Point(second.x, second.y), Style(.text), width: width, ofData: true)
    }
    guard hasField else { return }
    let field = Rect(second.maxX - half + 2, second.y, half - 2, 1)
    canvas.put("/", at: Point(field.x - 2, field.y), Style(.footerKey, bold: true))
    if view.editsFilter {
      let hint = look.catalogue(.galleryFilterHint)
      canvas.textField(TextEditor(view.filter), in: field, focused: true, placeholder: hint)
    } else {
      canvas.put(view.filter, at: Point(field.x, field.y), Style(.text, bold: true), width: field.width, ofData: true)
    }
    target(field, .gallery(.beginFilter))
  }

  private mutating func drawGalleryList(_ view: GalleryView, _ listed: [String], in rect: Rect) {
    let selected = view.selected.flatMap { listed.firstIndex(of: $0) } ?? 0
    let window = ScrollWindow(contentHeight: listed.count, height: rect.height, offset: selected - rect.height / 2)
    putRows(window, in: rect, bar: rect.maxX - 1) { picture, index, row in
      picture.canvas.fill(row, Style(.text))
      picture.canvas.put(listed[index], at: Point(row.x + 2, row.y), Style(.text), width: row.width - 2, ofData: true)
      if index == selected { picture.markSelected(row) }
      return .gallery(.select(listed[index]))
    }
  }

  private mutating func drawGalleryPicture(_ picture: Canvas, _ places: GalleryPlaces) {
    let inner = places.frame.inset(1, 1)
    var seen = Canvas(Size(inner.width, inner.height), glyphs: look.glyphs)
    seen.blit(picture, at: Point(-places.columns.offset, -places.rows.offset))
    // The gallery sends no keys to the picture.
    seen.cursor = nil
    canvas.blit(seen, at: Point(inner.x, inner.y))
    canvas.cursor = nil
    target(places.frame, .gallery(.toggleScrolling))
    drawGalleryEdges(places)
  }

  /// Arrows where the picture continues, and the visible part in digits, which need no translation.
  private mutating func drawGalleryEdges(_ places: GalleryPlaces) {
    guard places.isCut else { return }
    let (frame, columns, rows) = (places.frame, places.columns, places.rows)
    let style = Style(.highlight, bold: true)
    // The numbers of the visible part stand left of the arrows.
    let middle = Point(frame.maxX - 5, frame.y + frame.height / 2)
    let arrows: [(Bool, String, Point)] = [
      (columns.offset > 0, look.marks.left, Point(frame.x, middle.y)),
      (columns.offset < columns.maximumOffset, look.marks.right, Point(frame.maxX - 1, middle.y)),
      (rows.offset > 0, look.marks.up, Point(middle.x, frame.y)),
      (rows.offset < rows.maximumOffset, look.marks.down, Point(middle.x, frame.maxY - 1)),
    ]
    for (isMore, arrow, place) in arrows where isMore { canvas.put(arrow, at: place, style) }
    func part(_ window: ScrollWindow) -> String {
      "\(window.rows.lowerBound + 1)-\(window.rows.upperBound)/\(window.contentHeight)"
    }
    canvas.put(
      " \(part(columns)) x \(part(rows)) ", at: Point(frame.x + 2, frame.maxY - 1), Style(.secondary),
      width: max(0, frame.width - 8), ofData: true)
  }

  private mutating func drawGalleryWithoutPicture(_ view: GalleryView, _ places: GalleryPlaces) {
    let inner = places.frame.inset(2, 1)
    let column = TextColumn(inner.width, look)
    var words = [look.catalogue(places.name == nil ? .galleryFindsNothing : .galleryAsksBrowser)]
    if places.name != nil, let problem = view.problem.map({ ErrorWording($0, look) }) {
      words = [problem.explanation, problem.hint]
    }
    let lines = words.flatMap { column.text($0, Style(.secondary)) + [.blank] }
    put(lines.prefix(inner.height), in: inner)
  }

  /// `80x24 · Unicode · English`, and the theme where it differs from the app's.
  private func words(of variant: GalleryVariant, theme: String?) -> String {
    let glyphs = look.catalogue(variant.glyphs == .ascii ? .galleryASCII : .galleryUnicode)
    let paint = theme.map { name in Phrase.theme(name).map { look.catalogue($0) } ?? name }
    return ["\(variant.size.width)x\(variant.size.height)", glyphs, variant.language.name, paint]
      .compactMap { $0 }.joined(separator: " \(look.marks.separator) ")
  }

}
