/// A canvas as an SVG picture: the same cells, in any look.
///
/// The drawing names roles and no colours, so that one drawing can be seen in every look: a style sheet gives them.
/// The same canvas gives the same bytes.
public struct CanvasPicture: Sendable {
  /// In CSS pixels.
  public let width: Int
  public let height: Int
  /// The elements of the picture, for an `svg` element with a style sheet of ``PictureStyle``.
  public let drawing: String

  static let margin = 14.0
  private static let fontSize = 15

  public init(_ canvas: Canvas) {
    width = Int(Double(canvas.size.width) * CellShapes.width + 2 * CanvasPicture.margin)
    height = Int(Double(canvas.size.height) * CellShapes.height + 2 * CanvasPicture.margin)
    var layers = Layers()
    for y in 0..<canvas.size.height { layers.add(row: y, of: canvas) }
    drawing = layers.text
  }

  /// One file that needs no other.
  /// - Parameter title: what screen readers read out.
  public func svg(_ style: PictureStyle, title: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
    <title>\(XMLText.escaped(title))</title><style>\(style.css())</style>
    <rect class="paper" width="\(width)" height="\(height)" rx="10"/>
    \(drawing)
    </svg>

    """
  }

  /// What lies over what: backgrounds, shapes, texts.
  private struct Layers {
    private var backgrounds = Paths(), blocks = Paths(), lines = Paths()
    private var words = ""

    mutating func add(row y: Int, of canvas: Canvas) {
      let top = CanvasPicture.margin + Double(y) * CellShapes.height
      addBackgrounds(y, canvas, top)
      var run = Run()
      for x in 0..<canvas.size.width {
        let cell = canvas[x, y]
        let left = CanvasPicture.margin + Double(x) * CellShapes.width
        guard let character = cell.text.first, character != " " || cell.style.underline else {
          run.space()
          continue
        }
        let ink = RoleClass.ink(cell.style)
        // Nearly every cell is a letter, and no letter is a shape.
        if cell.text.utf8.count == 1 {
          let classes = Layers.classes(cell.style, ink)
          if !run.takes(classes, true) { finish(&run, top) }
          run.add(cell.text, classes, at: left, true)
        } else if let path = CellShapes.filled(character, left, top) {
          blocks.add(path, ink)
          finish(&run, top)
        } else if let line = CellShapes.stroked(character, left, top) {
          lines.add(line.path, ink + (line.isHeavy ? " heavy" : " line"))
          finish(&run, top)
        } else {
          let classes = Layers.classes(cell.style, ink)
          // What is not ASCII may be wider in the font than its cell: it stands alone.
          finish(&run, top)
          run.add(cell.text, classes, at: left, false)
        }
      }
      finish(&run, top)
    }

    private mutating func addBackgrounds(_ y: Int, _ canvas: Canvas, _ top: Double) {
      var x = 0
      while x < canvas.size.width {
        let style = canvas[x, y].style
        var end = x + 1
        while end < canvas.size.width, canvas[end, y].style.role == style.role,
          canvas[end, y].style.reverse == style.reverse
        {
          end += 1
        }
        let path = CellShapes.rectangle(
          CanvasPicture.margin + Double(x) * CellShapes.width, top,
          CanvasPicture.margin + Double(end) * CellShapes.width,
          top + CellShapes.height)
        backgrounds.add(path, RoleClass.paper(style))
        x = end
      }
    }

    private mutating func finish(_ run: inout Run, _ top: Double) {
      words += run.element(CellShapes.number(top + CellShapes.height * 0.73))
      run = Run()
    }

    private static func classes(_ style: Style, _ ink: String) -> String {
      ink + (style.bold ? " bold" : "") + (style.underline ? " under" : "") + (style.dim ? " dim" : "")
    }

    var text: String {
      backgrounds.elements + blocks.elements + lines.elements
        + "<g class=\"words\" font-size=\"\(CanvasPicture.fontSize)\">\(words)</g>"
    }
  }

  /// Paths of one class are one element; in the order in which the classes came.
  private struct Paths {
    private var order: [String] = []
    private var paths: [String: String] = [:]

    mutating func add(_ path: String, _ name: String) {
      if paths[name] == nil { order.append(name) }
      paths[name, default: ""] += path
    }

    var elements: String {
      order.map { "<path class=\"\($0)\" d=\"\(paths[$0] ?? "")\"/>" }.joined()
    }
  }

  /// Words of one style beside each other. A single space between them stays inside.
  private struct Run {
    private var text = ""
    private var classes = ""
    private var x = 0.0
    private var isPlain = false
    private var spaces = 0

    mutating func space() { spaces += 1 }

    func takes(_ classes: String, _ isPlain: Bool) -> Bool {
      !text.isEmpty && isPlain && self.isPlain && classes == self.classes && spaces <= 1
    }

    mutating func add(_ more: String, _ classes: String, at x: Double, _ isPlain: Bool) {
      if text.isEmpty {
        (self.x, self.classes, self.isPlain) = (x, classes, isPlain)
      } else if spaces == 1 {
        text += " "
      }
      spaces = 0
      text += more
    }

    func element(_ y: String) -> String {
      guard !text.isEmpty else { return "" }
      let length = isPlain && text.count > 1 ? " textLength=\"\(text.count * Int(CellShapes.width))\"" : ""
      return
        "<text class=\"\(classes)\" x=\"\(CellShapes.number(x))\" y=\"\(y)\"\(length)>\(XMLText.escaped(text))</text>"
    }
  }
}
