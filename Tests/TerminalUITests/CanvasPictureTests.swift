import Foundation
import FoundationXML
import Testing

@testable import TerminalUI

/// A canvas as a picture: well-formed for any text, every cell in its place, every role in every look.
struct CanvasPictureTests {
  private func canvas(_ text: String, _ style: Style = Style(.text)) -> Canvas {
    var canvas = Canvas(Size(40, 3))
    canvas.put(text, at: Point(1, 1), style)
    return canvas
  }

  /// Element names, and the texts in the elements.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var texts: [String] = []
    private var text = ""

    init(_ svg: String) throws {
      super.init()
      let parser = XMLParser(data: Data(svg.utf8))
      parser.delegate = self
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
      text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      if name == "text" { texts.append(text) }
    }
  }

  @Test func wordsAreInTheirCells() throws {
    let picture = CanvasPicture(canvas("GET metadata  200"))
    #expect(picture.drawing.contains(#"<text class="f-text" x="23" y="46.87" textLength="108">GET metadata</text>"#))
    // Two spaces end a run, so that columns stay columns in any font.
    #expect(picture.drawing.contains(#"x="149" y="46.87" textLength="27">200</text>"#))
    #expect((picture.width, picture.height) == (388, 85))
  }

  @Test func aServersTextStaysText() throws {
    let hostile = #"</text><script>alert("1")</script>&#x0;]]>"#
    let svg = CanvasPicture(canvas(hostile)).svg(PictureStyle.all[0], title: hostile)
    let reader = try Reader(svg)
    #expect(reader.elements["script"] == nil)
    #expect(reader.texts.joined().contains("<script>alert"))
  }

  @Test func linesAndBlocksAreShapes() throws {
    var canvas = Canvas(Size(10, 4))
    canvas.box(Rect(0, 0, 10, 3), Style(.panelFrameFocused), .heavy)
    canvas.put("█▙", at: Point(1, 1), Style(.shield))
    let picture = CanvasPicture(canvas)
    #expect(picture.drawing.contains(#"<path class="f-panelFrameFocused heavy""#))
    #expect(picture.drawing.contains(#"<path class="f-shield" d="M23 33H32V52H23z"#))
    #expect(!picture.drawing.contains("<text"))
  }

  /// Neighbouring cells are drawn as one shape, so pictures of whole screens stay small.
  @Test func neighboursOfTheSameKindAreOneShape() throws {
    var canvas = Canvas(Size(10, 4))
    canvas.box(Rect(0, 0, 10, 4), Style(.panelFrame), .square)
    let picture = CanvasPicture(canvas)
    // The background is one area, apart from that of the frame.
    #expect(picture.drawing.contains(#"<path class="g-panelFrame" d="M"#))
    #expect(picture.drawing.contains(#"<path class="g-text" d="M23 33H95V71H23z"/>"#))
    #expect(picture.drawing.contains("M23 23.5H95"))
    canvas.put("x", at: Point(4, 1), Style(.error))
    let cut = CanvasPicture(canvas).drawing
    #expect(cut.contains(#"<path class="g-error" d="M50 33H59V52H50z"/>"#))
    #expect(cut.contains("M23 52H95V71H23z"), "the shape has its full width below the cut")
  }

  /// Every cell has exactly one background: the areas add up to the canvas.
  @Test func backgroundsCoverTheCanvasWithoutOverlap() throws {
    var canvas = Canvas(Size(30, 12))
    var seed: UInt64 = 7
    let roles = Array(Role.allCases.prefix(4))
    for y in 0..<12 {
      for x in 0..<30 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1
        canvas.restyle(Rect(x, y, 1, 1), Style(roles[Int(seed >> 33) % 3], reverse: seed >> 40 & 1 == 1))
      }
    }
    var covered = [Int](repeating: 0, count: 30 * 12)
    for match in CanvasPicture(canvas).drawing.matches(of: /M(\d+) (\d+)H(\d+)V(\d+)H/) {
      let (left, top) = ((Int(match.1) ?? 0) - 14, (Int(match.2) ?? 0) - 14)
      let (right, bottom) = ((Int(match.3) ?? 0) - 14, (Int(match.4) ?? 0) - 14)
      for y in (top / 19)..<(bottom / 19) { for x in (left / 9)..<(right / 9) { covered[y * 30 + x] += 1 } }
    }
    #expect(covered.allSatisfy { $0 == 1 })
  }

  @Test func aFileHasOnlyTheRulesOfItsRoles() {
    let svg = CanvasPicture(canvas("x", Style(.error))).svg(PictureStyle.all[0], title: "x")
    #expect(svg.contains(".f-error{") && svg.contains(".g-text{") && !svg.contains(".f-shield{"))
  }

  @Test func reverseSwapsInkAndPaper() {
    let drawing = CanvasPicture(canvas("x", Style(.selection, reverse: true))).drawing
    #expect(drawing.contains(#"<path class="f-selection""#))
    #expect(drawing.contains(#"<text class="g-selection""#))
  }

  @Test(arguments: PictureStyle.all)
  func everyRoleHasAColourInEveryLook(_ style: PictureStyle) {
    let css = style.css(".here ")
    for role in Role.allCases {
      #expect(css.contains(".here .f-\(role){fill:#"), "\(role)")
      #expect(css.contains(".here .g-\(role){fill:#"), "\(role)")
    }
  }

  @Test func namesOfLooksAreUnique() {
    #expect(Set(PictureStyle.all.map(\.name)).count == PictureStyle.all.count)
    #expect(PictureStyle.all.map(\.name).contains("curity-16"))
  }
}
