import Catalogue
import SharedValues
import TerminalUI
import Testing

@testable import InAppBrowser

/// Warnings before a password is typed, on the screen and in lines.
@Suite struct PasswordWarningTests {
  private static let password = "<input name=u><input type=password name=p>"

  @Test(
    arguments: [
      ("<form method=post>\(password)<button>Log in</button></form>", nil),
      ("<form method=post action=/x>\(password)<button>Log in</button></form>", nil),
      ("<form><input name=q><button>Search</button></form>", nil),
      ("<form>\(password)<button>Log in</button></form>", .inAddress),
      ("<form method=post>\(password)<button formmethod=get>Log in</button></form>", .inAddress),
      ("<form>\(password)<button formmethod=post>Log in</button></form>", nil),
      ("<form method=post action=http://localhost:8080/>\(password)</form>", .notEncrypted("localhost:8080")),
      ("<form method=post action=//other.example/>\(password)</form>", .elsewhere("other.example")),
      (
        "<form method=post>\(password)<button formaction=https://other.example:8443>Log in</button></form>",
        .elsewhere("other.example:8443")
      ),
      (
        "<form method=post>\(password)<button>Log in</button><button formaction=https://other.example>Or</button></form>",
        .elsewhere("other.example")
      ),
    ] as [(String, PasswordWarning?)])
  func `a form that sends the password elsewhere, or openly, is warned of`(html: String, warning: PasswordWarning?) {
    let page = page(html)
    #expect(PasswordWarning(0, on: page) == warning)
    let text = Catalogue()
    let lines = PlainPage(page: page, text: text).lines
    let words = warning.map { text(.browserPlainAlert, ["text": $0.words(text)]) }
    #expect(lines.filter { $0.hasPrefix("Attention: ") } == [words].compactMap(\.self))
  }

  @Test func `lines say that a page is not encrypted`() {
    let plain = PlainPage(page: page("<p>Hello", url: "http://localhost:8080/"), text: Catalogue()).lines
    #expect(plain.contains("Attention: \(Phrase.browserNotEncrypted.english)"))
    let encrypted = PlainPage(page: page("<p>Hello"), text: Catalogue()).lines
    #expect(!encrypted.contains { $0.contains(Phrase.browserNotEncrypted.english) })
  }

  @Test func `lines warn of a host that looks like one of this visit`() {
    let look = page("<p>Hello", url: "https://l0gin.example.com/")
    let visited = ["login.example.com:8443", "l0gin.example.com"]
    #expect(PlainPage(page: look, visited: visited, text: Catalogue()).lines.contains("this is not login.example.com"))
  }
}
