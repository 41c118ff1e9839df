import Catalogue

/// The facts about a screen of the browser: stable names for scripts, in addition to the text on the screen.
extension BrowserState {
  /// - Parameter text: the screen's catalogue.
  func facts(_ text: Catalogue) -> [String: String] {
    var facts: [String: String] = ["page": pageName]
    if case .failure(let error) = content { facts["error"] = error.code.rawValue }
    if case .control(let id) = focus, let page {
      let control = page.controls[id]
      facts["focus"] = control.isTextEntry ? control.label : control.caption(text)
    }
    if case .page(let page) = content, let login = LoginForm(page, afterLogin: false) {
      let entries = [("username", login.username), ("password", login.password)].filter { $0.1 != nil }
      facts["entries"] = entries.map(\.0).joined(separator: " ")
      facts["entry"] = entries.first { focus == .control($0.1!) }?.0
    }
    return facts
  }

  private var pageName: String {
    if loading != nil { return "loading" }
    switch content {
    case .blank: return "blank"
    case .page(let page): return page.controls.contains { $0.kind == .password && $0.isFocusable } ? "login" : "page"
    case .failure: return "failure"
    case .silent: return "silent"
    case .returning: return "returning"
    case .systemBrowser: return "system-browser"
    }
  }
}
