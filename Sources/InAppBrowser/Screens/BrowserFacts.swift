import Catalogue

/// The facts of a picture of the browser: stable names for scripts, beside the words on the screen.
extension BrowserState {
  /// - Parameter text: of the screen.
  func facts(_ text: Catalogue) -> [String: String] {
    var facts: [String: String] = ["page": pageName]
    if case .failure(let error) = content { facts["error"] = error.code.rawValue }
    if case .control(let id) = focus, let page {
      let control = page.controls[id]
      facts["focus"] = control.isTextEntry ? control.label : control.caption(text)
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
