import SharedValues
import TerminalUI

/// The difference between a screen and its picture in an earlier gallery.
package struct GalleryComparison: Sendable {
  package enum Status: String, Sendable, CaseIterable { case same, changed, added, removed }

  struct Stretch: Hashable, Sendable {
    var x: Int
    var y: Int
    var length: Int
  }

  package var status: Status
  var stretches: [Stretch] = []
  /// The earlier drawing, if it differs.
  package var before: String?

  /// - Parameters:
  ///   - folder: the variant's folder in the earlier gallery.
  ///   - style: the new picture's style. Text in a role whose colours differ in the earlier picture counts as changed.
  package init(_ picture: GalleryPicture, _ folder: String, _ style: PictureStyle) {
    guard let text = GalleryComparison.read("\(folder)/\(picture.name).txt") else {
      status = .added
      return
    }
    let roles = GalleryComparison.read("\(folder)/\(picture.name).roles") ?? ""
    let drawn = GalleryComparison.read("\(folder)/\(picture.name).svg") ?? ""
    let recoloured = Role.allCases.filter { !drawn.contains(style.rule(of: $0)) }.map(\.letter)
    stretches = GalleryComparison.stretches(text, roles, picture, recoloured: Set(recoloured))
    status = stretches.isEmpty ? .same : .changed
    if status == .changed { before = GalleryComparison.drawing("\(folder)/\(picture.name).svg") }
  }

  /// A screen that no longer exists.
  package init(removed name: String, _ folder: String) {
    status = .removed
    before = GalleryComparison.drawing("\(folder)/\(name).svg")
  }

  /// Cells whose character, meaning or colour differs; cells that only one of the pictures has differ, too.
  static func stretches(
    _ text: String, _ roles: String, _ picture: GalleryPicture, recoloured: Set<Character> = []
  ) -> [Stretch] {
    if text == picture.text, roles == picture.roles, !roles.contains(where: recoloured.contains) { return [] }
    let all: [[[Character]]] = [text, roles, picture.text, picture.roles].map { $0.lines.map(Array.init) }
    var stretches: [Stretch] = []
    for y in 0..<(all.map(\.count).max() ?? 0) {
      let lines = all.map { y < $0.count ? $0[y] : [] }
      let width = lines.map(\.count).max() ?? 0
      func cell(_ line: [Character], _ x: Int) -> Character { x < line.count ? line[x] : " " }
      var start: Int?
      for x in 0...width {
        let isOther =
          x < width
          && (cell(lines[0], x) != cell(lines[2], x) || cell(lines[1], x) != cell(lines[3], x)
            || recoloured.contains(cell(lines[3], x)))
        if isOther, start == nil { start = x }
        if !isOther, let first = start {
          stretches.append(Stretch(x: first, y: y, length: x - first))
          start = nil
        }
      }
    }
    return stretches
  }

  private static func read(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  /// A picture's drawing without its background; `nil`: the file is no picture of a gallery. It may come from a stranger, and the page treats the drawing as markup.
  private static func drawing(_ path: String) -> String? {
    guard let svg = read(path), let paper = svg.byteRange(of: "rx=\"10\"/>\n"), let end = svg.byteRange(of: "\n</svg>"),
      paper.upperBound <= end.lowerBound
    else { return nil }
    let drawing = svg[paper.upperBound..<end.lowerBound]
    return isDrawing(drawing) ? String(drawing) : nil
  }

  private static let elements: Set<Substring> = ["path", "g", "text"]
  private static let attributes: Set<Substring> = ["class", "d", "font-size", "x", "y", "textLength"]

  /// Whether a drawing only has elements and attributes of a ``CanvasPicture``, and text between them.
  static func isDrawing(_ drawing: Substring) -> Bool {
    let tags = drawing.split(scalar: "<", omittingEmptySubsequences: false)
    return tags.first?.isEmpty == true
      && tags.dropFirst().allSatisfy { tag in
        guard let end = tag.firstIndex(ofScalar: ">") else { return false }
        return isTag(tag[..<end])
      }
  }

  /// - Parameter tag: the text between the angle brackets: `/g`, or `path class="text" d="M0 0"/`.
  private static func isTag(_ tag: Substring) -> Bool {
    if tag.unicodeScalars.first == "/" { return elements.contains(tag.after(tag.startIndex)) }
    // Every second part is an attribute's value.
    let parts = tag.split(scalar: "\"", omittingEmptySubsequences: false)
    guard parts.count > 1, !parts.count.isMultiple(of: 2), ["", "/"].contains(parts[parts.count - 1]) else {
      return false
    }
    var names = stride(from: 0, to: parts.count - 1, by: 2).map { parts[$0] }
    let opening = names[0].split(scalar: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard opening.count == 2, elements.contains(opening[0]) else { return false }
    names[0] = names[0][opening[0].endIndex...]
    return names.allSatisfy { name in
      name.unicodeScalars.first == " " && name.unicodeScalars.last == "="
        && attributes.contains(
          name.unicodeScalars.count < 2 ? "" : Substring(name.unicodeScalars.dropFirst().dropLast()))
    }
  }
}
