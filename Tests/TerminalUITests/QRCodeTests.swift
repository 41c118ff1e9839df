import Testing

@testable import TerminalUI

/// QR codes for cameras (ISO/IEC 18004). The pseudo-terminal's tests read them from a whole screen with zbar.
@Suite struct QRCodeTests {
  /// The code that the Python package qrcode 8 makes of the same text, module by module.
  private static let ofA = """
    111111101001001111111
    100000101111101000001
    101110100010101011101
    101110101101101011101
    101110100111001011101
    100000100101101000001
    111111101010101111111
    000000001101100000000
    101101110011101001011
    010110010101111001000
    110011101101000001101
    101101000001001111100
    100111100100100100100
    000000001011001001001
    111111101001100101000
    100000101100000110110
    101110100110111110001
    101110101111001111110
    101110101010101100000
    100000100010010100101
    111111101000010010000
    """

  private func text(_ code: QRCode) -> String {
    (0..<code.size).map { y in (0..<code.size).map { code.isDark($0, y) ? "1" : "0" }.joined() }.joined(separator: "\n")
  }

  @Test func aCodeEqualsThatOfIndependentSoftware() throws { #expect(text(try #require(QRCode("A"))) == Self.ofA) }

  /// The smallest version that holds the text; beyond version 10 there is none.
  @Test(arguments: [
    (14, QRCode.Correction.medium, 21), (15, .medium, 25), (62, .medium, 33), (63, .medium, 37), (17, .low, 21),
    (18, .low, 25),
    (53, .low, 29), (213, .medium, 57), (271, .low, 57),
  ])
  func theSmallestThatFits(_ bytes: Int, _ correction: QRCode.Correction, _ size: Int) {
    #expect(QRCode(String(repeating: "a", count: bytes), correction: correction)?.size == size)
  }

  @Test func tooLong() {
    #expect(QRCode(String(repeating: "a", count: 214)) == nil)
    #expect(QRCode(String(repeating: "a", count: 272), correction: .low) == nil)
    // The limit counts bytes.
    #expect(QRCode(String(repeating: "ä", count: 107)) == nil)
  }

  /// The first has the full margin and correction; smaller ones have less of both.
  @Test func picturesFromTheBestDown() throws {
    let pictures = QRPicture.all(of: "https://localhost:8443/device?user_code=WDJB-MJHT", .unicode)
    #expect(
      pictures.map(\.size) == [Size(41, 21), Size(37, 19), Size(39, 20), Size(35, 18), Size(37, 19), Size(33, 17)])
    #expect(pictures[5].fits(Size(33, 17)) && !pictures[5].fits(Size(32, 50)) && !pictures[5].fits(Size(100, 16)))
    #expect(QRPicture.all(of: "A", .ascii).isEmpty)
    #expect(QRPicture.all(of: String(repeating: "a", count: 272), .unicode).isEmpty)
  }

  /// Each cell has two modules, with a light margin around the code.
  @Test func cells() throws {
    let picture = try #require(QRPicture.all(of: "A", .unicode).first)
    var canvas = Canvas(picture.size)
    canvas.put(picture, at: Point(0, 0), Style(.phone))
    let rows = canvas.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.count == 15 && rows[0].isEmpty && rows[1].isEmpty)
    // The finder's upper edge, and the light row below it.
    #expect(rows[2].hasPrefix("    █▀▀▀▀▀█ "))
    let code = try #require(QRCode("A"))
    for y in 0..<21 {
      for x in 0..<21 {
        let cell = canvas[x + 4, (y + 4) / 2].text
        let isDark = cell == "█" || cell == ((y + 4) % 2 == 0 ? "▀" : "▄")
        #expect(isDark == code.isDark(x, y))
      }
    }
  }
}
