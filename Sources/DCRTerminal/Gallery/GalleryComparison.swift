import ForeignText
import FoundationEssentials

/// The difference between a screen and its picture in an earlier gallery.
struct GalleryComparison: Sendable {
  enum Status: String, Sendable, CaseIterable { case same, changed, added, removed }

  /// A stretch of a row.
  struct Stretch: Hashable, Sendable {
    var x: Int
    var y: Int
    var length: Int
  }

  var status: Status
  var stretches: [Stretch] = []
  /// The drawing of before, where it is another one.
  var before: String?

  /// - Parameter folder: of the variant in the earlier gallery.
  init(_ picture: GalleryPicture, _ folder: String) {
    guard let text = GalleryComparison.read("\(folder)/\(picture.name).txt") else {
      status = .added
      return
    }
    let roles = GalleryComparison.read("\(folder)/\(picture.name).roles") ?? ""
    stretches = GalleryComparison.stretches(text, roles, picture)
    status = stretches.isEmpty ? .same : .changed
    if status == .changed { before = GalleryComparison.drawing("\(folder)/\(picture.name).svg") }
  }

  /// A screen that was there and is no more.
  init(removed name: String, _ folder: String) {
    status = .removed
    before = GalleryComparison.drawing("\(folder)/\(name).svg")
  }

  /// Cells whose character or meaning is another one; those beyond the end of either are other ones, too.
  static func stretches(_ text: String, _ roles: String, _ picture: GalleryPicture) -> [Stretch] {
    if text == picture.text, roles == picture.roles { return [] }
    let before = (rows(text), rows(roles))
    let after = (rows(picture.text), rows(picture.roles))
    var stretches: [Stretch] = []
    let height = max(max(before.0.count, after.0.count), max(before.1.count, after.1.count))
    for y in 0..<height {
      let lines = [before.0, before.1, after.0, after.1].map { y < $0.count ? $0[y] : [] }
      let width = lines.map(\.count).max() ?? 0
      func cell(_ line: [Character], _ x: Int) -> Character { x < line.count ? line[x] : " " }
      var start: Int?
      for x in 0...width {
        let isOther =
          x < width && (cell(lines[0], x) != cell(lines[2], x) || cell(lines[1], x) != cell(lines[3], x))
        if isOther, start == nil { start = x }
        if !isOther, let first = start {
          stretches.append(Stretch(x: first, y: y, length: x - first))
          start = nil
        }
      }
    }
    return stretches
  }

  private static func rows(_ text: String) -> [[Character]] {
    text.lines.map(Array.init)
  }

  private static func read(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  /// The drawing within a picture that a gallery wrote, without its background; `nil`: the file is no such picture.
  private static func drawing(_ path: String) -> String? {
    guard let svg = read(path), let paper = svg.byteRange(of: "rx=\"10\"/>\n"), let end = svg.byteRange(of: "\n</svg>"),
      paper.upperBound <= end.lowerBound
    else { return nil }
    return String(svg[paper.upperBound..<end.lowerBound])
  }
}
