import Catalogue
import Foundation
import TerminalUI
import TestValues
import Testing

@testable import InAppBrowser

/// The end of a host says whose page it is: it is shown with the port in any width, and lookalikes are marked.
@Suite struct AddressBarTests {
  private static let long = "https://login.accounts.customers.north.identity-server.example.com:8443/"

  @Test(arguments: [
    (80, "login.accounts.customers.north.identity-server.example.com:8443"),
    (40, "….north.identity-server.example.com:8443"), (39, "….identity-server.example.com:8443"),
    (20, "….example.com:8443"), (18, "….example.com:8443"),
  ])
  func `labels go at the front`(width: Int, expected: String) {
    let address = AddressText(Self.long.webURL, width: width)
    #expect(address.text == expected)
    #expect(!address.isTorn)
  }

  @Test(arguments: [
    ("https://a-very-long-name-that-never-ends-at-all-my-bank.example:8443/", ".example:8443"),
    ("https://x.\(String(repeating: "a", count: 63)).\(String(repeating: "b", count: 59)).com:65535/", ".com:65535"),
    ("https://[2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff]:8443/", "ffff]:8443"),
  ])
  func `a host that is still too long loses its middle`(url: String, end: String) {
    for width in [16, 20, 28] {
      let address = AddressText(url.webURL, width: width)
      #expect(address.isTorn)
      #expect(address.text.hasSuffix(end), "\(address.text)")
      #expect(TextLayout.width(address.text) <= width)
      #expect(address.text.contains("…") && !address.text.hasPrefix("…"))
    }
  }

  /// A single dot would look like the end of a label.
  @Test func `in ASCII three dots mark a cut`() {
    let torn = "https://a-very-long-name-that-never-ends-at-all-my-bank.example:8443/".webURL
    #expect(AddressText(torn, width: 28, glyphs: .ascii).text == "a-very-lo...ank.example:8443")
    #expect(AddressText(Self.long.webURL, width: 20, glyphs: .ascii).text == "...example.com:8443")
  }

  /// Random hosts in every width that a screen may have.
  @Test(arguments: 0..<50)
  func `end and port are always there`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let labels = (0..<(2 + Int(random.next() % 8))).map { _ in
      String((0..<(1 + Int(random.next() % 40))).map { _ in "abcdefghijk0123-".randomElement(using: &random)! })
    }
    let top = ["com", "example", "museum"][Int(random.next() % 3)]
    let url = try #require(WebURL("https://\(labels.joined(separator: ".")).\(top):\(1 + random.next() % 65535)/"))
    for width in 16...60 {
      let text = AddressText(url, width: width).text
      #expect(TextLayout.width(text) <= width)
      #expect(text.hasSuffix("\(top)\(url.portSuffix)"))
    }
  }

  @Test func `an international name is marked, and told in its own characters`() {
    #expect(HostWarning("https://b\u{FC}cher.example/".webURL, known: []) == .international("b\u{FC}cher.example"))
    #expect(HostWarning("https://xn--bcher-kva.example/".webURL, known: []) == .international("b\u{FC}cher.example"))
    #expect(HostWarning("https://buecher.example/".webURL, known: ["example.com"]) == nil)
  }

  @Test(arguments: [
    "https://login.ex\u{430}mple.com/", "https://login.examp1e.com/", "https://1ogin.example.com/",
    "https://login.\u{435}xample.com/", "https://l\u{F3}gin.example.com/", "https://\u{217C}ogin.example.com:8443/",
    "https://login.exarnple.com/", "https://l0gin.example.com/",
  ])
  func `a host that reads like one that was visited is named`(url: String) throws {
    let warning = HostWarning(url.webURL, known: ["other.example", "login.example.com:8443"])
    // A compatibility character becomes the letter itself, so the host is the same.
    #expect(warning == (url.webURL.host == "login.example.com" ? nil : .resembles("login.example.com")))
  }

  @Test(arguments: [
    "https://login.example.com/", "https://www.example.com/", "https://login.example.org/", "https://[::1]/",
  ])
  func `other hosts are not`(url: String) {
    #expect(HostWarning(url.webURL, known: ["login.example.com:8443", "[::1]:8443"]) == nil)
  }

  @Test func `a warning has room on the smallest screen, in every language`() {
    let name = String(repeating: "b\u{FC}cher.", count: 20) + "example"
    for language in Language.spoken {
      for warning in [HostWarning.tooLong, .international(name), .resembles(Self.long)] {
        let words = warning.words(Catalogue(language), width: 34)
        #expect(TextLayout.width(words) <= 34, "\(words)")
      }
    }
  }
}
