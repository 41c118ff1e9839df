import SharedValues

/// Characters that are drawn as shapes, because fonts leave gaps between them: blocks, quadrants and box lines.
enum CellShapes {
  static let width = 9.0
  static let height = 19.0
  /// A filled area as eighths of a cell: left, top, right, bottom.
  private typealias Box = (Double, Double, Double, Double)

  /// The SVG path of the filled areas of the cell with this upper left corner. `nil`: not a block character.
  static func filled(_ character: Character, _ x: Double, _ y: Double) -> String? {
    boxes[character]?.map { left, top, right, bottom in
      rectangle(x + left * width / 8, y + top * height / 8, x + right * width / 8, y + bottom * height / 8)
    }.joined()
  }

  /// The SVG path of a line, and whether it is heavy. `nil`: not a line character.
  static func stroked(_ character: Character, _ x: Double, _ y: Double) -> (path: String, isHeavy: Bool)? {
    let (middleX, middleY) = (x + width / 2, y + height / 2)
    func end(_ arm: Character) -> (Double, Double) {
      switch arm {
      case "u": (middleX, y)
      case "d": (middleX, y + height)
      case "l": (x, middleY)
      default: (x + width, middleY)
      }
    }
    if let arms = rounded[character], let first = arms.first, let last = arms.last {
      let (vertical, horizontal) = (end(first), end(last))
      let path =
        "M\(number(vertical.0)) \(number(vertical.1))Q\(number(middleX)) \(number(middleY)) "
        + "\(number(horizontal.0)) \(number(horizontal.1))"
      return (path, false)
    }
    guard let (arms, isHeavy) = light[character].map({ ($0, false) }) ?? heavy[character].map({ ($0, true) }) else {
      return nil
    }
    if arms == "ud" { return ("M\(number(middleX)) \(number(y))V\(number(y + height))", isHeavy) }
    let path = arms.map { arm in
      let place = end(arm)
      return "M\(number(middleX)) \(number(middleY))L\(number(place.0)) \(number(place.1))"
    }.joined()
    return (path, isHeavy)
  }

  static func level(_ left: Double, _ right: Double, _ top: Double) -> String {
    "M" + number(left) + " " + number(top + height / 2) + "H" + number(right)
  }

  static func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> String {
    let start = number(left)
    return "M" + start + " " + number(top) + "H" + number(right) + "V" + number(bottom) + "H" + start + "z"
  }

  /// The number with at most two decimal places, without trailing zeros.
  static func number(_ value: Double) -> String {
    let place = Int(value)
    if integers.indices.contains(place), Double(place) == value { return integers[place] }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return String(whole) }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : rest < 10 ? "\(whole).0\(rest)" : "\(whole).\(rest)"
  }

  // Nearly all numbers of a picture are in this range.
  private static let integers = (0..<2048).map { String($0) }

  private static let boxes: [Character: [Box]] = {
    var boxes: [Character: [Box]] = [
      "█": [(0, 0, 8, 8)], "▀": [(0, 0, 8, 4)], "▐": [(4, 0, 8, 8)], "▔": [(0, 0, 8, 1)], "▕": [(7, 0, 8, 8)],
    ]
    for (index, character) in "▁▂▃▄▅▆▇".enumerated() { boxes[character] = [(0, Double(7 - index), 8, 8)] }
    for (index, character) in "▏▎▍▌▋▊▉".enumerated() { boxes[character] = [(0, 0, Double(index + 1), 8)] }
    // Upper left 1, upper right 2, lower left 4, lower right 8.
    let quarters: [(Int, Box)] = [(1, (0, 0, 4, 4)), (2, (4, 0, 8, 4)), (4, (0, 4, 4, 8)), (8, (4, 4, 8, 8))]
    let quadrants = ["▘": 1, "▝": 2, "▖": 4, "▗": 8, "▚": 9, "▞": 6, "▛": 7, "▜": 11, "▙": 13, "▟": 14]
    for (character, bits) in quadrants { boxes[Character(character)] = quarters.filter { bits & $0.0 != 0 }.map(\.1) }
    return boxes
  }()

  private static let light = arms("─rl │ud ┌rd ┐dl └ur ┘ul ├urd ┤udl ┬rdl ┴url ┼urdl ╴l ╵u ╶r ╷d")
  private static let heavy = arms("━rl ┃ud ┏rd ┓dl ┗ur ┛ul ┣urd ┫udl ┳rdl ┻url ╋urdl ╸l ╹u ╺r ╻d ┝urd ┥udl ┿urdl")
  private static let rounded = arms("╭dr ╮dl ╰ur ╯ul")

  /// Characters, each with the directions of its arms: up, right, down, left.
  private static func arms(_ list: String) -> [Character: Substring] {
    Dictionary(uniqueKeysWithValues: list.split(scalar: " ").map { ($0.first ?? " ", $0.dropFirst()) })
  }
}
