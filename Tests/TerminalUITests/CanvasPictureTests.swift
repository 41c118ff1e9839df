import Foundation
import FoundationXML
import Testing

@testable import TerminalUI

/// A canvas as a picture: well-formed whatever stands in it, every cell in its place, every role in every look.
struct CanvasPictureTests {
  private func canvas(_ text: String, _ style: Style = Style(.text)) -> Canvas {
    var canvas = Canvas(Size(40, 3))
    canvas.put(text, at: Point(1, 1), style)
    return canvas
  }

  /// Names of elements, and the texts in them.
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

  @Test func wordsStandInTheirCells() throws {
    let picture = CanvasPicture(canvas("GET metadata  200"))
    #expect(picture.drawing.contains(#"<text class="f-text" x="23" y="46.87" textLength="108">GET metadata</text>"#))
    // Two spaces end a run, so that columns stay columns in any font.
    #expect(picture.drawing.contains(#"x="149" y="46.87" textLength="27">200</text>"#))
    #expect((picture.width, picture.height) == (388, 85))
  }

  @Test func whatAServerSaysIsTextAndNothingElse() throws {
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

  @Test func namesOfLooksAreTheirOwn() {
    #expect(Set(PictureStyle.all.map(\.name)).count == PictureStyle.all.count)
    #expect(PictureStyle.all.map(\.name).contains("curity-16"))
  }
}
