/// Builds a ``WebPage`` from an HTML tree: the visible content in order, with forms and links.
///
/// Scripts never run, so `<noscript>` is shown. `<meta http-equiv=refresh>` is a link that a person may follow.
struct PageBuilder {
  var page: WebPage
  private(set) var inlines: [WebPage.Inline] = []
  var context = Context()
  let labels: LabelIndex
  var forms = FormCompletion()
  private var sawScript = false
  let characters: CharacterEncoding
  private var textOutsideNoscript = 0

  struct Context {
    var form: Int?
    var link: Int?
    var strong = false
    var alert = false
    var noscript = false
    var preformatted = false
    var heading: Int?
    var lists: [ListState] = []
    var marker: String?
    var fieldsetDisabled = false
  }

  struct ListState {
    var ordered: Bool
    var number: Int
  }

  static let maximumControls = 400
  static let maximumBlocks = 6000

  /// - Parameter refresh: the answer's `Refresh` header, which counts like the `<meta>`.
  static func page(
    html text: String, url: WebURL, status: Int, in characters: CharacterEncoding = .utf8, refresh: String? = nil
  ) -> WebPage {
    let tree = HTMLTree(parsing: text)
    let page = WebPage(url: url, status: status, title: "", truncated: tree.truncated)
    var builder = PageBuilder(page: page, labels: LabelIndex(tree.root), characters: characters)
    builder.openRefresh(refresh)
    builder.visit(tree.root)
    builder.flush()
    builder.finish()
    return builder.page
  }

  private mutating func visit(_ element: HTMLElement) {
    guard page.blocks.count < PageBuilder.maximumBlocks else {
      page.truncated = true
      return
    }
    for node in element.children {
      switch node {
      case .text(let text): append(text)
      case .element(let child): open(child)
      }
    }
  }

  private mutating func open(_ element: HTMLElement) {
    if HTMLVocabulary.isHidden(element) { return collectHidden(element) }
    if labels.isConsumed(element) { return visitControlsOnly(element) }
    switch element.name {
    case "head": visitHead(element)
    case "script": sawScript = true
    case "style", "template", "svg", "math", "iframe", "object", "video", "audio", "canvas", "datalist", "title": break
    case "br" where context.link == nil: inlines.append(.lineBreak)
    case "br": flush()
    case "meta": openMeta(element)
    case "hr":
      flush()
      page.blocks.append(.rule)
    case "img": append(HTMLVocabulary.collapsed(element["alt"] ?? ""), verbatim: true)
    case "a" where HTMLVocabulary.isLink(element): openLink(element)
    case "form": openForm(element)
    case "input", "select", "textarea", "button": openControl(element)
    case "pre":
      flush()
      page.blocks.append(.preformatted(HTMLVocabulary.text(of: element)))
      textOutsideNoscript += 1
    case "table": openTable(element)
    case "ul", "ol", "menu":
      visit(element) {
        $0.lists.append(ListState(ordered: element.name == "ol", number: Int(element["start"] ?? "1") ?? 1))
      }
    case "li": openItem(element)
    case let name where HTMLVocabulary.headings.contains(name): within(element) { $0.heading = Int(name.suffix(1)) }
    case "noscript": within(element) { $0.noscript = true }
    case "b", "strong", "th", "legend", "dt", "summary": within(element) { $0.strong = true }
    case "fieldset": within(element) { $0.fieldsetDisabled = $0.fieldsetDisabled || element["disabled"] != nil }
    default: within(element)
    }
  }

  mutating func within(_ element: HTMLElement, _ change: (inout Context) -> Void = { _ in }) {
    let isAlert = HTMLVocabulary.isAlert(element)
    visit(element, asBlock: isAlert || HTMLVocabulary.blocks.contains(element.name)) {
      change(&$0)
      $0.alert = $0.alert || isAlert
    }
  }

  private mutating func visit(_ element: HTMLElement, asBlock: Bool = true, _ change: (inout Context) -> Void) {
    if asBlock { flush() }
    let outer = context
    change(&context)
    visit(element)
    if asBlock { flush() }
    context = outer
  }

  private mutating func visitHead(_ head: HTMLElement) {
    for child in head.elements {
      switch child.name {
      case "title": page.title = HTMLVocabulary.collapsed(HTMLVocabulary.text(of: child))
      case "script": sawScript = true
      case "noscript": open(child)
      case "base": if let href = child["href"], let base = WebURL(href, relativeTo: page.url) { self.base = base }
      case "meta": openMeta(child)
      case "link": break
      // libxml2 does not know newer elements, such as `<main>`: without a `<body>` before them they stay here.
      default: open(child)
      }
    }
  }

  private var base: WebURL?

  private mutating func openMeta(_ meta: HTMLElement) {
    if meta["http-equiv"]?.lowercased() == "refresh" { openRefresh(meta["content"]) }
  }

  /// HTML standard, "shared declarative refresh steps". Without an address the page itself is loaded again.
  private mutating func openRefresh(_ content: String?) {
    guard let content = content?.withoutEdgeSpaces else { return }
    let delay = content.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard !delay.isEmpty else { return }
    let rest = content[delay.endIndex...].trimming { ";, \t\n\r".unicodeScalars.contains($0) }
    let named =
      rest.lowercased().hasPrefix(bytes: "url") ? rest.dropFirst(3).withoutEdgeSpaces.without(prefix: "=") : nil
    let target = (named ?? rest[...]).trimming { "\"' \t\n\r".unicodeScalars.contains($0) }
    page.refresh =
      target.isEmpty ? addLink(text: page.url.path, target: page.url.text) : addLink(text: target, target: target)
  }

  mutating func append(_ text: String, verbatim: Bool = false) {
    let shown = context.preformatted || verbatim ? text : HTMLVocabulary.collapsedInline(text)
    guard !shown.isEmpty else { return }
    if !context.noscript { textOutsideNoscript += shown.count { !$0.isWhitespace } }
    if let link = context.link {
      page.links[link].text += shown
      return
    }
    inlines.append(.text(shown, strong: context.strong))
  }

  mutating func openLink(_ element: HTMLElement) {
    guard context.link == nil else { return within(element) }
    let id = addLink(text: "", target: element["href"] ?? "")
    // Pages keep neighbouring links apart by their style.
    if case .link = inlines.last { append(" ") }
    inlines.append(.link(id))
    within(element) { $0.link = id }
    let text = HTMLVocabulary.collapsed(page.links[id].text)
    page.links[id].text = text.isEmpty ? (element["aria-label"] ?? element["title"] ?? page.links[id].target) : text
  }

  private mutating func addLink(text: String, target: String) -> Int {
    page.links.append(WebPage.Link(text: text, target: absolute(target)))
    return page.links.count - 1
  }

  /// Resolved against <base> here, so that later code need not know it.
  func absolute(_ reference: String) -> String {
    base.flatMap { WebURL(reference, relativeTo: $0)?.text } ?? reference
  }

  mutating func flush() {
    if let link = context.link {
      page.links[link].text += " "
      return
    }
    let line = HTMLVocabulary.trimmed(inlines, in: page)
    inlines = []
    guard !line.isEmpty else { return }
    if context.alert {
      page.alerts.append(HTMLVocabulary.collapsed(page.text(of: line)))
      page.blocks.append(.alert(line))
    } else if let level = context.heading {
      page.blocks.append(.heading(level: level, line))
    } else if !context.lists.isEmpty {
      page.blocks.append(.item(marker: context.marker ?? "", depth: context.lists.count, line))
      context.marker = nil
    } else {
      page.blocks.append(.paragraph(line))
    }
  }

  private mutating func openItem(_ element: HTMLElement) {
    let list = context.lists.last ?? ListState(ordered: false, number: 1)
    visit(element) {
      if $0.lists.isEmpty { $0.lists = [list] }
      $0.marker = list.ordered ? "\(list.number)." : "•"
    }
    if !context.lists.isEmpty { context.lists[context.lists.count - 1].number &+= 1 }
  }

  /// A data table becomes rows of text; a table that lays out a form is read like the rest of the page.
  private mutating func openTable(_ element: HTMLElement) {
    flush()
    guard !HTMLVocabulary.contains(element, HTMLVocabulary.controls.union(["form", "a", "table"])) else {
      return visit(element)
    }
    let rows = HTMLVocabulary.rows(of: element)
    if !rows.isEmpty {
      page.blocks.append(.table(rows))
      textOutsideNoscript += rows.joined().reduce(0) { $0 + $1.count }
    }
  }

  private mutating func finish() {
    forms.complete(&page)
    if let refresh = page.refresh { page.blocks.append(.paragraph([.link(refresh)])) }
    let buttons = page.controls.filter { $0.kind == .submit }
    // A script sends a form without a button, and switches a disabled one on.
    guard sawScript, !buttons.contains(where: \.isFocusable) || buttons.contains(where: \.disabled) else { return }
    page.needsJavaScript =
      page.links.isEmpty && textOutsideNoscript < 80 && !page.controls.contains(where: \.isFocusable)
    page.blocks.append(.systemBrowser)
  }
}
