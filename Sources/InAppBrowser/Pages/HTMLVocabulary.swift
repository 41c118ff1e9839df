enum HTMLVocabulary {
  static let blocks: Set<String> = [
    "html", "body", "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup",
    "legend", "main", "nav", "noscript", "p", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead",
    "tr", "caption", "search",
  ]

  static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
  static let controls: Set<String> = ["input", "select", "textarea", "button"]

  static func isHidden(_ element: HTMLElement) -> Bool {
    if element["hidden"] != nil || isDecoy(element) { return true }
    if element.name == "dialog", element["open"] == nil { return true }
    // Fomantic and Semantic UI hide these messages until a script shows them: every page contains "the network has failed".
    if classes(of: element).isSuperset(of: ["ui", "nag"]) { return true }
    let style = style(of: element)
    return style["display"] == "none" || style["visibility"] == "hidden" || isOutOfSight(style)
  }

  /// Far beyond an edge, or without room.
  private static func isOutOfSight(_ style: [String: String]) -> Bool {
    let places = ["left", "top", "margin-left"]
    return places.contains { (style[$0]?.without(prefix: "-")?.prefix(while: \.isNumber).count ?? 0) > 3 }
      || (style["overflow"] == "hidden" && ["height", "max-height"].contains { isZero(style[$0]) })
  }

  private static func isZero(_ length: String?) -> Bool { length == "0" || length == "0px" }

  private static func style(of element: HTMLElement) -> [String: String] {
    guard let style = element["style"] else { return [:] }
    let rules = style.lowercased().filter { !$0.isWhitespace }.split(scalar: ";").map { rule in
      (rule.without(suffix: "!important") ?? rule).split(scalar: ":", maxSplits: 1)
    }
    return Dictionary(rules.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }, uniquingKeysWith: { $1 })
  }

  /// A field for robots, password managers or scripts: nobody is to see it, or it is never sent.
  private static func isDecoy(_ element: HTMLElement) -> Bool {
    guard ["input", "select", "textarea"].contains(element.name) else { return false }
    if element["aria-hidden"]?.lowercased() == "true" { return true }
    let type = element["type"]?.lowercased() ?? ""
    // The Tab key leads to every field that a person is to fill in.
    if type == "password", element["tabindex"] == "-1" { return true }
    if ["", "text", "email", "password"].contains(type), isZero(style(of: element)["opacity"]) { return true }
    return (element["name"] ?? "").isEmpty && !["submit", "image", "reset", "button"].contains(type)
  }

  /// Excludes what only a script follows, and places on the page itself.
  static func isLink(_ element: HTMLElement) -> Bool {
    guard let target = element["href"]?.withoutEdgeSpaces.lowercased() else { return false }
    return !target.hasPrefix(bytes: "#") && !target.hasPrefix(bytes: "javascript:")
  }

  /// `role=alert`, or a class that pages commonly give their error messages. Such a class of a form or a whole page only says how
  /// its messages are to look.
  static func isAlert(_ element: HTMLElement) -> Bool {
    if element["role"]?.lowercased() == "alert" { return true }
    guard !["html", "body", "main", "form"].contains(element.name) else { return false }
    return classes(of: element).contains { name in
      name.split(whereSeparator: { $0 == "-" || $0 == "_" }).contains {
        ["error", "errors", "alert", "danger", "invalid"].contains($0)
      }
    }
  }

  private static func classes(of element: HTMLElement) -> Set<String> {
    Set((element["class"] ?? "").lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
  }

  static func text(of element: HTMLElement, without skipped: Set<String> = []) -> String {
    element.children.map { node in
      switch node {
      case .text(let text): text
      case .element(let child) where skipped.contains(child.name) || isHidden(child): ""
      case .element(let child):
        switch child.name {
        case "script", "style", "template": ""
        case "br": "\n"
        case "img": child["alt"] ?? ""
        case let name where name == "li" || blocks.contains(name): "\n\(text(of: child, without: skipped))\n"
        default: text(of: child, without: skipped)
        }
      }
    }.joined()
  }

  static func contains(_ element: HTMLElement, _ names: Set<String>) -> Bool {
    element.elements.contains { names.contains($0.name) || contains($0, names) }
  }

  static func rows(of table: HTMLElement) -> [[String]] {
    table.elements.flatMap { child -> [[String]] in
      guard child.name == "tr" else { return rows(of: child) }
      let cells = child.elements.filter { ["td", "th"].contains($0.name) }.map { collapsed(text(of: $0)) }
      return cells.allSatisfy(\.isEmpty) ? [] : [cells]
    }
  }

  /// Runs of white space become one space; leading and trailing ones are dropped.
  static func collapsed(_ text: String) -> String { text.split(whereSeparator: isHTMLSpace).joined(separator: " ") }

  /// Runs of white space become one space, also at the ends, where the neighbouring text decides whether to keep it.
  static func collapsedInline(_ text: String) -> String {
    var result = collapsed(text)
    guard let first = text.first, let last = text.last else { return "" }
    if result.isEmpty { return " " }
    if isHTMLSpace(first) { result = " " + result }
    if isHTMLSpace(last) { result += " " }
    return result
  }

  /// Excludes the no-break space, which must be preserved.
  private static func isHTMLSpace(_ character: Character) -> Bool {
    character == " " || character == "\n" || character == "\t" || character == "\r" || character == "\r\n"
      || character == "\u{0C}"
  }

  static func trimmed(_ inlines: [WebPage.Inline], in page: WebPage) -> [WebPage.Inline] {
    var line: [WebPage.Inline] = []
    var afterSpace = true
    for inline in inlines {
      switch inline {
      case .text(var text, let strong):
        if afterSpace { text = String(text.drop(whileScalar: { $0 == " " })) }
        guard !text.isEmpty else { continue }
        afterSpace = text.last == " "
        line.append(.text(text, strong: strong))
      case .link(let index):
        afterSpace = page.links[index].text.isEmpty
        line.append(inline)
      case .lineBreak:
        afterSpace = true
        if !line.isEmpty { line.append(inline) }
      }
    }
    return withoutTrailingSpace(line)
  }

  private static func withoutTrailingSpace(_ inlines: [WebPage.Inline]) -> [WebPage.Inline] {
    var line = inlines
    while let last = line.popLast() {
      switch last {
      case .lineBreak: continue
      case .link: return line + [last]
      case .text(var text, let strong):
        while text.last == " " { text.removeLast() }
        if !text.isEmpty { return line + [.text(text, strong: strong)] }
      }
    }
    return line
  }
}
