import Testing

@testable import InAppBrowser

/// A field's name is shown once, with the field.
@Suite struct LabelTests {
  /// Texts at their own places, and the names of fields.
  private func shown(_ html: String) -> [String] {
    let page = page(html)
    return page.blocks.compactMap { block in
      switch block {
      case .heading(_, let inlines), .paragraph(let inlines), .alert(let inlines): "text:" + page.text(of: inlines)
      case .control(let id): page.controls[id].label
      default: nil
      }
    }
  }

  @Test(arguments: [
    // Gitea, Semantic UI, and pages written by hand: the label stands beside its field.
    ("<div><label>Remember</label><input name=r type=checkbox></div>", ["Remember"]),
    ("<label>User</label><br><input name=u><label>Password</label><input type=password name=p>", ["User", "Password"]),
    ("<input type=checkbox name=a><label>A</label><input type=checkbox name=b><label>B</label>", ["A", "B"]),
    ("<label>Sex</label><input type=radio id=m name=s><label for=m>Male</label><br>", ["text:Sex", "Male"]),
    ("<label>Sex</label><input type=radio name=s value=m><input type=radio name=s value=f>", ["text:Sex", "s", "s"]),
    ("<label>Text</label><p>more</p><label>Go</label><button>Log In</button>", ["text:Text", "text:more", "text:Go"]),
    (
      "<label>Hidden</label><input type=hidden name=h value=1><label>Yes</label><input name=y>", ["text:Hidden", "Yes"]
    ),
    // For screen readers.
    ("<p id=a>Staff</p><div><b id=b>number</b></div><input name=n aria-labelledby='a b'>", ["Staff number"]),
    (
      "<h1 id=a>Log In</h1><p id=e role=alert>Wrong</p><input name=n aria-labelledby='a e'>",
      ["text:Log In", "text:Wrong", "Log In Wrong"]
    ),
    ("<p id=a>Staff</p><label for=i>Number</label><input id=i name=n aria-labelledby=a>", ["text:Staff", "Number"]),
    ("<p id=a>Staff</p><input id=i name=n aria-labelledby='a i'>", ["Staff"]),
    ("<a id=a href=x>Staff</a><input name=n aria-labelledby=a>", ["text:Staff", "Staff"]),
    ("<p id=a>Code</p><input type=hidden name=n value=1 aria-labelledby=a>", ["text:Code"]),
  ])
  func `names and texts`(html: String, expected: [String]) {
    #expect(shown(html) == expected)
  }

  @Test(arguments: [
    ("<label>E-Mail*<input name=m required></label>", "E-Mail"),
    ("<label>* User <input name=m required></label>", "User"),
    ("<label>E-Mail*<input name=m></label>", "E-Mail*"),
    ("<label>Terms*<input type=checkbox name=m required>", "Terms*"),
    ("<label>Born <input type=date name=d></label>", "Born (YYYY-MM-DD)"),
  ])
  func `stars and formats`(html: String, name: String) {
    #expect(shown(html) == [name])
  }
}
