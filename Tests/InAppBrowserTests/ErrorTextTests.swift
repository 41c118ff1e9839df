import Catalogue
import SharedValues
import Testing

@testable import InAppBrowser

/// Every code of the browser has its text, without unfilled placeholders.
@Suite struct ErrorTextTests {
  @Test(arguments: BrowserError.Code.allCases.map(\.rawValue) + TransportFailure.Code.allCases.map(\.rawValue))
  func `every code has a text of its own`(code: String) {
    #expect(ErrorText.codes.contains(code))
  }

  @Test(arguments: BrowserError.Code.allCases)
  func `no placeholder is left`(code: BrowserError.Code) {
    let error = BrowserError(code, ["description": "what the page said", "detail": "why"])
    for text in [error.title(Catalogue()), error.explanation(Catalogue()), error.hint(Catalogue())] {
      #expect(!text.contains("{") && !text.isEmpty)
    }
  }

  @Test(
    arguments: [
      (BrowserError(.cookieJarDamaged), 65), (BrowserError(.passwordFile), 65),
      (BrowserError(.browserDataNotSaved), 73),
      (BrowserError(.browserBusy), 75), (BrowserError(.loginRefused), 77), (BrowserError(.stuck), 70),
      (BrowserError(.noWayOn), 13),
      (BrowserError(.signOutUnconfirmed), 11), (BrowserError(.loginElsewhere), 12),
      (BrowserError(.loginNotEncrypted), 12), (BrowserError(.loginInAddress), 12),
      (BrowserError(.noTerminal), 64), (BrowserError(.pageFailed), 69), (BrowserError(.appNotListening), 69),
    ] as [(BrowserError, Int32)])
  func `exit codes`(error: BrowserError, code: Int32) {
    #expect(error.exitCode == code)
  }

  @Test(arguments: [BrowserError.Code.loginRefused, .noWayOn])
  func `only the page's own words are quoted as what it says`(code: BrowserError.Code) {
    let sight = #"the page "Sign in" without fields and buttons"#
    let own = BrowserError(code, ["description": "", "detail": sight]).explanation(Catalogue())
    #expect(own == "the browser saw " + sight)
    let said = BrowserError(code, ["description": "Go away", "detail": sight]).explanation(Catalogue())
    #expect(said == #"the page says "Go away""#)
  }

  @Test func `the help has the meaning of every exit code`() throws {
    let rows = try #require(Embedded.help["help.txt"]).split(separator: "\n").prefix { $0 != "EXAMPLES:" }.dropFirst()
    #expect(rows.compactMap { Int32($0.split(separator: " ")[0]) } == BrowserExit.allCases.map(\.rawValue))
  }

  @Test func `the help has the text of every long option`() throws {
    let help = BrowserOptions.helpMessage(columns: 1000)
    for row in try #require(Embedded.help["options.txt"]).split(separator: "\n") {
      let parts = row.split(separator: "|", omittingEmptySubsequences: false)
      #expect(parts.count == 3 && help.contains("--\(parts[0])") && help.contains(parts[2]), "\(row)")
    }
  }

  @Test(arguments: TransportFailure.Code.allCases)
  func `only failures that may pass can be retried`(code: TransportFailure.Code) throws {
    let url = try #require(WebURL("https://example.com/"))
    let error = BrowserError(TransportFailure(code), url: url)
    if error.isCertificateFailure { #expect(!error.isRetryable) }
    #expect(error.exitCode == (code == .cancelled ? 130 : 69))
  }
}
