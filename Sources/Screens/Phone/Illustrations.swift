/// The picture in several sizes, largest first.
///
/// A cell that could show two parts shows the larger one, because it has one colour on the phone's background.
extension Illustration {
  static let unicode = [unicodeLarge, unicodeMedium, unicodeSmall, unicodeTiny]
  static let ascii = [asciiLarge, asciiMedium, asciiSmall, asciiTiny]

  private static let unicodeLarge = Illustration(
    [
      "                      ▄      ○     ",
      "                   ▄▄▛▀▜▄○╲  │   ╱○",
      "              ▗█▀▀▀▘     ▝ ╲╱▔▔╲╱  ",
      "      ▗▟██▖   ▐▌            ╲▁▁╱╲  ",
      "      ▐██▌    ▐▌    ▄▄▄▄▄    │   ╲○",
      "       ▝█▘    ▐▌  ▗█ ╭─╮ █▖  ○     ",
      "      ▗▟█▙▖   ▐▌  ██┌┴─┴┐██  ▐▌    ",
      "     ▗█████▖   █  ▝█└───┘█▘  █     ",
      "     ▐█████▙   ▐▙   ▀▀█▀▀▘  ▐▌     ",
      "     ▐███▌▜█▙   ▜▖         ▗▛      ",
      "     ▝███▌ ▝▜█▄  ▀▙       ▟▛       ",
      "      ███▙        ▝▜▄   ▄▛▘        ",
      "      █▌█▌          ▝▀█▀▘          ",
      "      █▌█▌                         ",
      "▂▂▂▂▂▂█▙█▙▂▂▂▂▂▂▂                  ",
    ],
    [
      "......................s......n.....",
      "...................ssssssnn..n...nn",
      "..............ssssss.....s.nnnnnn..",
      "......uuuuu...ss............nnnnn..",
      "......uukk....ss....lllll....n...nn",
      ".......ukk....ss..llLLLLLll..n.....",
      "......uuuuu...ss..llLLLLLll..ss....",
      ".....uuuuuuu...s..llLLLLLll..s.....",
      ".....uuuuuuu...ss...llllll..ss.....",
      ".....uuuuuuuu...ss.........ss......",
      ".....uuuuu.uukk..ss.......ss.......",
      "......uuuu........sss...sss........",
      "......uuuu..........sssss..........",
      "......uuuu.........................",
      "gggggguuuuggggggg..................",
    ])

  private static let unicodeMedium = Illustration(
    [
      "                ▄▄     ○    ",
      "    ▗▟█▖   ▄▄▄▟▀▘▝▀○╲▁▁│▁╱○ ",
      "    ▐█▌   ▐▌         ╲▁▁▁╱╲ ",
      "     ▜▘   ▐▌  ▗╭─╮▄▖   │  ○ ",
      "   ▗███▙  ▐▌ ▗┌┴─┴┐█▌  ○    ",
      "   ▐███▙▖  █ ▝└───┘█▘ ▟▘    ",
      "   ▐██▌▜█▄ ▐▌ ▝▀▀▀▀▘ ▗▛     ",
      "   ▝██▌     ▀▙      ▄▛      ",
      "    █▐▌      ▝▜▄  ▄▛▘       ",
      "    █▐▌        ▝▀▀▘         ",
      "▂▂▂▂▙▐▙▂▂▂▂▂▂               ",
    ],
    [
      "................ss.....n....",
      "....uuuu...ssssssssnnnnnnnn.",
      "....ukk...ss.........nnnnnn.",
      ".....kk...ss..lLLLll...n..n.",
      "...uuuuu..ss.lLLLLLll..n....",
      "...uuuuuu..s.lLLLLLll.ss....",
      "...uuuuuuk.ss.llllll.ss.....",
      "...uuuu.....ss......ss......",
      "....uuu......sss..sss.......",
      "....uuu........ssss.........",
      "gggguuugggggg...............",
    ])

  private static let unicodeSmall = Illustration(
    [
      "           ▄█▄ ○ │ ○ ",
      "   ▟█▖ ▗▛▀▀   ▀▀╲╳╱  ",
      "   ▜▌  ▐▌ ▗╭─╮▄○╱ ╲○ ",
      "  ▗██▙ ▐▌ █▙▄▟█ ▐▌   ",
      "  ▐██▜▄ ▜ ▀▜█▛▀ █    ",
      "  ▝██   ▝▚▖   ▗▟▘    ",
      "   █▌     ▀▙▄▟▀      ",
      "▂▂▂▙▙▂▂▂▂            ",
    ],
    [
      "...........sss.n.n.n.",
      "...uuu.ssss...ssnnn..",
      "...uk..ss.lLLLlnn.nn.",
      "..uuuu.ss.lLLLl.ss...",
      "..uuuuk.s.lllll.s....",
      "..uuu...sss...sss....",
      "...uu.....sssss......",
      "ggguugggg............",
    ])

  private static let unicodeTiny = Illustration(
    [
      "  ▟▙  ▄▄▄▀▄▄○ ○  ",
      " ▗██▖ ▌ ▄▄▄ ▐╳   ",
      " ▐█▛▄ ▌▐█▣█▌○ ○  ",
      "  █▌  ▜▖▝▀▘▗▛    ",
      "▂▂▙▙▂▂▂▝▜▄▛▘     ",
    ],
    [
      "..uk..ssssssn.n..",
      ".uuuu.s.lll.sn...",
      ".uuuk.sllLlln.n..",
      "..uu..sslllss....",
      "gguugggsssss.....",
    ])

  private static let asciiLarge = Illustration(
    [
      "                              o    ",
      "                     .^.   o. | .o ",
      "               ___.-'   '-   '.-.' ",
      "      .--.    |               | |  ",
      "      |#)     |    .-----.    '-'. ",
      "       \\/     |   /  .-.  \\    |  o",
      "      .##.    |   | _|_|_ |    o   ",
      "     /####\\   |   \\ |___| /   |    ",
      "     |#####\\   \\   '-----'   /     ",
      "     |####\\#\\   \\           /      ",
      "     |####  \\=   '.       .'       ",
      "      |###         '.   .'         ",
      "      |#|#           '-'           ",
      "      |#|#                         ",
      "______|b|b________                 ",
    ],
    [
      "..............................n....",
      ".....................sss...nn.n.nn.",
      "...............ssssss...ss...nnnnn.",
      "......uuuu....s...............n.n..",
      "......uuk.....s....lllllll....nnnn.",
      ".......uk.....s...l..lll..l....n..n",
      "......uuuu....s...l.lllll.l....n...",
      ".....uuuuuu...s...l.lllll.l...s....",
      ".....uuuuuuu...s...lllllll...s.....",
      ".....uuuuuuuu...s...........s......",
      ".....uuuuu..uk...ss.......ss.......",
      "......uuuu.........ss...ss.........",
      "......uuuu...........sss...........",
      "......uuuu.........................",
      "gggggguuuugggggggg.................",
    ])

  private static let asciiMedium = Illustration(
    [
      "                       o    ",
      "     .-.       .^.   o.|.o  ",
      "     |)    _.-'   '-   (_)  ",
      "     ''   |  .-----.  | |'o ",
      "    .###. |  | .-. |  | o   ",
      "    |####\\|  |[___]|  |     ",
      "    |###\\#=  '-----'  |     ",
      "     |##   \\         /      ",
      "    |#|#    '.     .'       ",
      "    |#|#      '-.-'         ",
      "____|b|b_____               ",
    ],
    [
      ".......................n....",
      ".....uuu.......sss...nnnnn..",
      ".....uk....ssss...ss...nnn..",
      ".....uk...s..lllllll..s.nnn.",
      "....uuuuu.s..l.lll.l..s.n...",
      "....uuuuuus..lllllll..s.....",
      "....uuuuuuk..lllllll..s.....",
      ".....uuu...s.........s......",
      "....uuuu....ss.....ss.......",
      "....uuuu......sssss.........",
      "gggguuuuggggg...............",
    ])

  private static let asciiSmall = Illustration(
    [
      "  .-.     .^. o o o  ",
      "   #)   .-' '-  O    ",
      "  /##\\ | .-^-.o o o  ",
      "  |##\\o| [___] |     ",
      "  |##   \\     /      ",
      "   ||    '._.'       ",
      "___bb___             ",
    ],
    [
      "..uuu.....sss.n.n.n..",
      "...uk...sss.ss..n....",
      "..uuuu.s.llllln.n.n..",
      "..uuuuks.lllll.s.....",
      "..uuu...s.....s......",
      "...uu....sssss.......",
      "ggguuggg.............",
    ])

  private static let asciiTiny = Illustration(
    [
      "  _    .-^-. o-o ",
      " (#)  | [n] | |  ",
      "  /#\\o \\   /  o  ",
      "  |#|   '-'      ",
      "__bb___          ",
    ],
    [
      "..u....sssss.nnn.",
      ".uuk..s.lll.s.n..",
      "..uuuk.s...s..n..",
      "..uuu...sss......",
      "gguuggg..........",
    ])
}
