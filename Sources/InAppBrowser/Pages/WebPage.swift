/// The readable content and the controls of a web page. It never contains values that a person has typed.
struct WebPage: Hashable, Sendable {
  var url: WebURL
  var status: Int
  var title: String
  var blocks: [Block] = []
  var links: [Link] = []
  var forms: [Form] = []
  var controls: [FormControl] = []
  var alerts: [String] = []
  /// The target of `<meta http-equiv=refresh>`, as index in ``links``. Never followed automatically.
  var refresh: Int?
  var needsJavaScript = false
  var truncated = false
  /// A failure without a word of the server.
  var isBareError: Bool { blocks.isEmpty && status >= 400 }

  enum Block: Hashable, Sendable {
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    case alert([Inline])
    case item(marker: String, depth: Int, [Inline])
    case preformatted(String)
    case table([[String]])
    case rule
    /// Index in ``WebPage/controls``.
    case control(Int)
    /// A page that scripts may complete can be opened in the system's browser.
    case systemBrowser
  }

  enum Inline: Hashable, Sendable {
    case text(String, strong: Bool)
    /// Index in ``WebPage/links``.
    case link(Int)
    case lineBreak
  }

  struct Link: Hashable, Sendable {
    var text: String
    /// The link's target as written in the page; resolved when the link is followed.
    var target: String
  }

  func text(of inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text, _): text
      case .link(let index): links[index].text
      case .lineBreak: "\n"
      }
    }.joined()
  }

  var name: String {
    if !title.isEmpty { return title }
    for case .heading(_, let inlines) in blocks { return text(of: inlines) }
    return url.authority
  }

  func controls(of form: Int) -> [FormControl] { controls.filter { $0.form == form } }

  /// The radio buttons of which only one can be chosen, this one among them.
  func group(of radio: FormControl) -> [FormControl] {
    controls.filter { $0.kind == .radio && $0.name == radio.name && $0.form == radio.form }
  }
}

struct Form: Hashable, Sendable {
  /// The form's action as written in the page; empty: the page's own URL.
  var action: String
  var method: Method
  var encoding: Encoding
  /// The encoding in which names and values are sent: UTF-8, or the page's.
  var characters = CharacterEncoding.utf8
  /// `false`: the form is sent even if a required field is empty (`novalidate`).
  var demandsFields = true

  enum Method: String, Hashable, Sendable { case get, post, dialog }
  enum Encoding: String, Hashable, Sendable {
    case urlencoded
    case plain = "text/plain"
    case multipart = "multipart/form-data"

    init(_ text: String?) { self = text.flatMap { Encoding(rawValue: $0.lowercased()) } ?? .urlencoded }
  }
}

struct FormControl: Hashable, Sendable, Identifiable {
  /// Index in ``WebPage/controls``.
  var id: Int
  /// Index in ``WebPage/forms``; `nil`: it belongs to no form.
  var form: Int?
  var kind: Kind
  var name: String
  /// The page's own value, never what a person has typed.
  var value: String
  var label: String
  var placeholder = ""
  var required = false
  var disabled = false
  var readOnly = false
  var checked = false
  var maximumLength: Int?
  var options: [Option] = []
  var allowsMultiple = false
  var standsForScript = false
  /// An image button sends where it was pressed, not its value.
  var isImage = false
  var override = Override()

  enum Kind: String, Hashable, Sendable {
    case text, email, number, password, hidden, checkbox, radio, select, textarea, submit, reset, file
  }

  struct Option: Hashable, Sendable {
    var label: String
    var value: String
    var selected: Bool
    var disabled: Bool
  }

  struct Override: Hashable, Sendable {
    var action: String?
    var method: Form.Method?
    var encoding: Form.Encoding?
    /// Whether it sends the form even if a required field is empty, as a Cancel button does (`formnovalidate`).
    var allowsEmpty = false
  }

  func caption(_ text: Catalogue) -> String {
    if !label.isEmpty { return label }
    return text(standsForScript ? .browserContinue : kind == .reset ? .browserReset : .browserSubmit)
  }

  var isTextEntry: Bool { [.text, .email, .number, .password, .textarea].contains(kind) }
  var isFocusable: Bool { kind != .hidden && !disabled }
}
