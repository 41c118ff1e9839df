import SharedValues

/// A canvas as an SVG picture. The drawing names roles, and a style sheet supplies the colours. The same canvas gives the same bytes.
public struct CanvasPicture: Sendable {
  /// In CSS pixels.
  public let width, height: Int
  /// The elements of the picture, for an `svg` element with a style sheet of ``PictureStyle``.
  public let drawing: String
  private let roles: Set<Role>
  static let margin = 14.0
  private static let fontSize = 15

  public init(_ canvas: Canvas) {
    width = Int(Double(canvas.size.width) * CellShapes.width + 2 * CanvasPicture.margin)
    height = Int(Double(canvas.size.height) * CellShapes.height + 2 * CanvasPicture.margin)
    var papers = PictureBackgrounds()
    var layers = Layers()
    for y in 0..<canvas.size.height {
      papers.add(row: y, of: canvas)
      layers.add(row: y, of: canvas)
    }
    drawing =
      papers.elements() + layers.shapes + "<g class=\"words\" font-size=\"\(CanvasPicture.fontSize)\">" + layers.words
      + "</g>"
    roles = papers.roles.union(layers.roles)
  }

  /// The picture as one SVG file that needs no other file.
  /// - Parameter title: what screen readers read out.
  public func svg(_ style: PictureStyle, title: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
    <title>\(Escape.xml(title))</title><style>\(style.css(of: roles))</style>
    <rect class="paper" width="\(width)" height="\(height)" rx="10"/>
    \(drawing)
    </svg>

    """
  }

  static func left(_ x: Int) -> Double { margin + Double(x) * CellShapes.width }
  static func top(_ y: Int) -> Double { margin + Double(y) * CellShapes.height }

  /// The layers of the drawing: text lies over shapes.
  private struct Layers {
    private var blocks = PicturePaths(), lines = PicturePaths(), heavyLines = PicturePaths()
    private(set) var words = ""

    mutating func add(row y: Int, of canvas: Canvas) {
      let top = CanvasPicture.top(y)
      let baseline = CellShapes.number(top + CellShapes.height * 0.73)
      var run = Run()
      /// A horizontal line that may continue.
      var line: (start: Int, end: Int, style: Style, character: Character)?
      func finishLine(_ layers: inout Layers) {
        guard let level = line else { return }
        let path = CellShapes.level(CanvasPicture.left(level.start), CanvasPicture.left(level.end), top)
        if level.character == "─" {
          layers.lines.add(path, level.style)
        } else {
          layers.heavyLines.add(path, level.style)
        }
        line = nil
      }
      for x in 0..<canvas.size.width {
        let cell = canvas[x, y]
        guard let character = cell.text.first, character != " " || cell.style.underline else {
          finishLine(&self)
          run.space()
          continue
        }
        // Nearly every cell is a letter, and letters are never shapes.
        if cell.text.utf8.count == 1 {
          finishLine(&self)
          if !run.fits(cell.style) { finish(&run, baseline) }
          run.add(cell.text, cell.style, at: x, true)
        } else if character == "─" || character == "━" {
          finish(&run, baseline)
          if let level = line, level.character == character, level.style == cell.style {
            line?.end = x + 1
          } else {
            finishLine(&self)
            line = (x, x + 1, cell.style, character)
          }
        } else {
          finishLine(&self)
          // A non-ASCII character may be wider in the font than its cell, so it is placed on its own.
          finish(&run, baseline)
          if let path = CellShapes.filled(character, CanvasPicture.left(x), top) {
            blocks.add(path, cell.style)
          } else if let shape = CellShapes.stroked(character, CanvasPicture.left(x), top) {
            if shape.isHeavy { heavyLines.add(shape.path, cell.style) } else { lines.add(shape.path, cell.style) }
          } else {
            run.add(cell.text, cell.style, at: x, false)
          }
        }
      }
      finishLine(&self)
      finish(&run, baseline)
    }

    private mutating func finish(_ run: inout Run, _ baseline: String) {
      defer { run = Run() }
      guard !run.isEmpty else { return }
      run.write(baseline, to: &words)
      wordRoles.insert(run.style.role)
    }

    private var wordRoles: Set<Role> = []
    var roles: Set<Role> { wordRoles.union(blocks.roles).union(lines.roles).union(heavyLines.roles) }
    var shapes: String { blocks.elements("") + lines.elements(" line") + heavyLines.elements(" heavy") }
  }

  /// Adjacent words of one style. Single spaces between them are included.
  private struct Run {
    private var text = ""
    private(set) var style = Style(.text)
    private var x = 0
    private var isPlain = false
    private var spaces = 0
    var isEmpty: Bool { text.isEmpty }
    mutating func space() { spaces += 1 }
    func fits(_ style: Style) -> Bool { !text.isEmpty && isPlain && style == self.style && spaces <= 1 }

    mutating func add(_ more: String, _ style: Style, at x: Int, _ isPlain: Bool) {
      if text.isEmpty {
        (self.x, self.style, self.isPlain) = (x, style, isPlain)
      } else if spaces == 1 {
        text += " "
      }
      spaces = 0
      text += more
    }

    func write(_ baseline: String, to words: inout String) {
      words += "<text class=\"\(RoleClass.ink(style))"
      if style.bold { words += " bold" }
      if style.underline { words += " under" }
      if style.dim { words += " dim" }
      words += "\" x=\"\(CellShapes.number(CanvasPicture.left(x)))\" y=\"\(baseline)"
      // Plain text is ASCII.
      let columns = text.utf8.count
      if isPlain, columns > 1 { words += "\" textLength=\"\(CellShapes.number(Double(columns) * CellShapes.width))" }
      words += "\">\(Escape.xml(text))</text>"
    }
  }
}
