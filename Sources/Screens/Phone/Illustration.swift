import TerminalUI

/// The picture of the seed's app: a person in a suit before a shield with a lock, within a network.
struct Illustration {
  /// Row by row; characters without a style are not drawn.
  let rows: [[(character: Character, style: Style?)]]
  var size: Size { Size(rows.map(\.count).max() ?? 0, rows.count) }

  /// - Parameter rows: the characters of each row, and the letters of their styles.
  init(_ rows: [(String, String)]) {
    self.rows = rows.map { row, letters in zip(row, letters.unicodeScalars).map { ($0, Illustration.styles[$1]) } }
  }

  /// A mark from a brand's file, all of it in the mark's colour.
  init(mark rows: [String]) { self.rows = rows.map { $0.map { ($0, $0 == " " ? nil : Style(.shieldLock)) } } }

  /// `L` is the lock itself: light lines on the disc's colour.
  private static let styles: [Unicode.Scalar: Style] = [
    "s": Style(.shield), "l": Style(.shieldLock), "L": Style(.shieldLock, reverse: true), "u": Style(.suit),
    "k": Style(.skin), "n": Style(.network), "g": Style(.ground),
  ]

  /// The brand's largest drawing that fits, or the product's picture if the brand has none; `nil`: none fits.
  static func fitting(_ size: Size, _ glyphs: Glyphs, _ brand: Brand) -> Illustration? {
    guard !brand.marks.isEmpty else { return (glyphs == .ascii ? ascii : unicode).first { $0.fits(size) } }
    let drawable = brand.marks.filter { glyphs == .unicode || $0.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } }
    return drawable.map(Illustration.init(mark:)).filter { $0.fits(size) }.max {
      $0.size.width * $0.size.height < $1.size.width * $1.size.height
    }
  }

  func fits(_ room: Size) -> Bool { size.width <= room.width && size.height <= room.height }
}

extension Picture {
  /// Draws in the middle of `rect`, at most this many rows high.
  mutating func drawIllustration(in rect: Rect, rows: Int) {
    guard let art = Illustration.fitting(Size(rect.width, min(rect.height, rows)), look.glyphs, look.brand) else {
      return
    }
    let x = rect.x + (rect.width - art.size.width) / 2
    let y = rect.y + (rect.height - art.size.height) / 2
    for (row, cells) in art.rows.enumerated() {
      for (column, cell) in cells.enumerated() {
        if let style = cell.style { canvas.put(String(cell.character), at: Point(x + column, y + row), style) }
      }
    }
  }
}

/// The picture in several sizes, largest first. A cell that could show two parts shows the larger one, because it has one colour on the phone's
/// background.
extension Illustration {
  static let unicode = [unicodeLarge, unicodeMedium, unicodeSmall, unicodeTiny]
  static let ascii = [asciiLarge, asciiMedium, asciiSmall, asciiTiny]

  private static let unicodeLarge = Illustration([
    ("                      ▄      ○     ", "......................s......n....."),
    ("                   ▄▄▛▀▜▄○╲  │   ╱○", "...................ssssssnn..n...nn"),
    ("              ▗█▀▀▀▘     ▝ ╲╱▔▔╲╱  ", "..............ssssss.....s.nnnnnn.."),
    ("      ▗▟██▖   ▐▌            ╲▁▁╱╲  ", "......uuuuu...ss............nnnnn.."),
    ("      ▐██▌    ▐▌    ▄▄▄▄▄    │   ╲○", "......uukk....ss....lllll....n...nn"),
    ("       ▝█▘    ▐▌  ▗█ ╭─╮ █▖  ○     ", ".......ukk....ss..llLLLLLll..n....."),
    ("      ▗▟█▙▖   ▐▌  ██┌┴─┴┐██  ▐▌    ", "......uuuuu...ss..llLLLLLll..ss...."),
    ("     ▗█████▖   █  ▝█└───┘█▘  █     ", ".....uuuuuuu...s..llLLLLLll..s....."),
    ("     ▐█████▙   ▐▙   ▀▀█▀▀▘  ▐▌     ", ".....uuuuuuu...ss...llllll..ss....."),
    ("     ▐███▌▜█▙   ▜▖         ▗▛      ", ".....uuuuuuuu...ss.........ss......"),
    ("     ▝███▌ ▝▜█▄  ▀▙       ▟▛       ", ".....uuuuu.uukk..ss.......ss......."),
    ("      ███▙        ▝▜▄   ▄▛▘        ", "......uuuu........sss...sss........"),
    ("      █▌█▌          ▝▀█▀▘          ", "......uuuu..........sssss.........."),
    ("      █▌█▌                         ", "......uuuu........................."),
    ("▂▂▂▂▂▂█▙█▙▂▂▂▂▂▂▂                  ", "gggggguuuuggggggg.................."),
  ])

  private static let unicodeMedium = Illustration([
    ("                ▄▄     ○    ", "................ss.....n...."),
    ("    ▗▟█▖   ▄▄▄▟▀▘▝▀○╲▁▁│▁╱○ ", "....uuuu...ssssssssnnnnnnnn."),
    ("    ▐█▌   ▐▌         ╲▁▁▁╱╲ ", "....ukk...ss.........nnnnnn."),
    ("     ▜▘   ▐▌  ▗╭─╮▄▖   │  ○ ", ".....kk...ss..lLLLll...n..n."),
    ("   ▗███▙  ▐▌ ▗┌┴─┴┐█▌  ○    ", "...uuuuu..ss.lLLLLLll..n...."),
    ("   ▐███▙▖  █ ▝└───┘█▘ ▟▘    ", "...uuuuuu..s.lLLLLLll.ss...."),
    ("   ▐██▌▜█▄ ▐▌ ▝▀▀▀▀▘ ▗▛     ", "...uuuuuuk.ss.llllll.ss....."),
    ("   ▝██▌     ▀▙      ▄▛      ", "...uuuu.....ss......ss......"),
    ("    █▐▌      ▝▜▄  ▄▛▘       ", "....uuu......sss..sss......."),
    ("    █▐▌        ▝▀▀▘         ", "....uuu........ssss........."),
    ("▂▂▂▂▙▐▙▂▂▂▂▂▂               ", "gggguuugggggg..............."),
  ])

  private static let unicodeSmall = Illustration([
    ("           ▄█▄ ○ │ ○ ", "...........sss.n.n.n."),
    ("   ▟█▖ ▗▛▀▀   ▀▀╲╳╱  ", "...uuu.ssss...ssnnn.."),
    ("   ▜▌  ▐▌ ▗╭─╮▄○╱ ╲○ ", "...uk..ss.lLLLlnn.nn."),
    ("  ▗██▙ ▐▌ █▙▄▟█ ▐▌   ", "..uuuu.ss.lLLLl.ss..."),
    ("  ▐██▜▄ ▜ ▀▜█▛▀ █    ", "..uuuuk.s.lllll.s...."),
    ("  ▝██   ▝▚▖   ▗▟▘    ", "..uuu...sss...sss...."),
    ("   █▌     ▀▙▄▟▀      ", "...uu.....sssss......"),
    ("▂▂▂▙▙▂▂▂▂            ", "ggguugggg............"),
  ])

  private static let unicodeTiny = Illustration([
    ("  ▟▙  ▄▄▄▀▄▄○ ○  ", "..uk..ssssssn.n.."),
    (" ▗██▖ ▌ ▄▄▄ ▐╳   ", ".uuuu.s.lll.sn..."),
    (" ▐█▛▄ ▌▐█▣█▌○ ○  ", ".uuuk.sllLlln.n.."),
    ("  █▌  ▜▖▝▀▘▗▛    ", "..uu..sslllss...."),
    ("▂▂▙▙▂▂▂▝▜▄▛▘     ", "gguugggsssss....."),
  ])

  private static let asciiLarge = Illustration([
    ("                              o    ", "..............................n...."),
    ("                     .^.   o. | .o ", ".....................sss...nn.n.nn."),
    ("               ___.-'   '-   '.-.' ", "...............ssssss...ss...nnnnn."),
    ("      .--.    |               | |  ", "......uuuu....s...............n.n.."),
    ("      |#)     |    .-----.    '-'. ", "......uuk.....s....lllllll....nnnn."),
    ("       \\/     |   /  .-.  \\    |  o", ".......uk.....s...l..lll..l....n..n"),
    ("      .##.    |   | _|_|_ |    o   ", "......uuuu....s...l.lllll.l....n..."),
    ("     /####\\   |   \\ |___| /   |    ", ".....uuuuuu...s...l.lllll.l...s...."),
    ("     |#####\\   \\   '-----'   /     ", ".....uuuuuuu...s...lllllll...s....."),
    ("     |####\\#\\   \\           /      ", ".....uuuuuuuu...s...........s......"),
    ("     |####  \\=   '.       .'       ", ".....uuuuu..uk...ss.......ss......."),
    ("      |###         '.   .'         ", "......uuuu.........ss...ss........."),
    ("      |#|#           '-'           ", "......uuuu...........sss..........."),
    ("      |#|#                         ", "......uuuu........................."),
    ("______|b|b________                 ", "gggggguuuugggggggg................."),
  ])

  private static let asciiMedium = Illustration([
    ("                       o    ", ".......................n...."),
    ("     .-.       .^.   o.|.o  ", ".....uuu.......sss...nnnnn.."),
    ("     |)    _.-'   '-   (_)  ", ".....uk....ssss...ss...nnn.."),
    ("     ''   |  .-----.  | |'o ", ".....uk...s..lllllll..s.nnn."),
    ("    .###. |  | .-. |  | o   ", "....uuuuu.s..l.lll.l..s.n..."),
    ("    |####\\|  |[___]|  |     ", "....uuuuuus..lllllll..s....."),
    ("    |###\\#=  '-----'  |     ", "....uuuuuuk..lllllll..s....."),
    ("     |##   \\         /      ", ".....uuu...s.........s......"),
    ("    |#|#    '.     .'       ", "....uuuu....ss.....ss......."),
    ("    |#|#      '-.-'         ", "....uuuu......sssss........."),
    ("____|b|b_____               ", "gggguuuuggggg..............."),
  ])

  private static let asciiSmall = Illustration([
    ("  .-.     .^. o o o  ", "..uuu.....sss.n.n.n.."),
    ("   #)   .-' '-  O    ", "...uk...sss.ss..n...."),
    ("  /##\\ | .-^-.o o o  ", "..uuuu.s.llllln.n.n.."),
    ("  |##\\o| [___] |     ", "..uuuuks.lllll.s....."),
    ("  |##   \\     /      ", "..uuu...s.....s......"),
    ("   ||    '._.'       ", "...uu....sssss......."),
    ("___bb___             ", "ggguuggg............."),
  ])

  private static let asciiTiny = Illustration([
    ("  _    .-^-. o-o ", "..u....sssss.nnn."),
    (" (#)  | [n] | |  ", ".uuk..s.lll.s.n.."),
    ("  /#\\o \\   /  o  ", "..uuuk.s...s..n.."),
    ("  |#|   '-'      ", "..uuu...sss......"),
    ("__bb___          ", "gguuggg.........."),
  ])
}
