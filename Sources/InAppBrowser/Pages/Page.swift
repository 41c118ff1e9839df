import Catalogue

/// A web page as this browser understands it: what can be read, and what can be filled in. A value without any value
/// that a person has typed.
struct Page: Hashable, Sendable {
  var url: WebURL
  var status: Int
  var title: String
  var blocks: [Block] = []
  var links: [Link] = []
  var forms: [Form] = []
  var controls: [Control] = []
  /// The texts that the page marks as errors or alerts.
  var alerts: [String] = []
  /// Where `<meta http-equiv=refresh>` leads; index in ``links``. Never followed by itself.
  var refresh: Int?
  /// Nothing to read or to fill in is left without scripts.
  var needsJavaScript = false
  var truncated = false

  /// One thing below another.
  enum Block: Hashable, Sendable {
    case heading(level: Int, [Inline])
    case paragraph([Inline])
    /// A paragraph that the page marks as an error or alert.
    case alert([Inline])
    case item(marker: String, depth: Int, [Inline])
    case preformatted(String)
    case table([[String]])
    case rule
    /// Index in ``Page/controls``.
    case control(Int)
  }

  enum Inline: Hashable, Sendable {
    case text(String, strong: Bool)
    /// Index in ``Page/links``.
    case link(Int)
    case lineBreak
  }

  struct Link: Hashable, Sendable {
    var text: String
    /// The link's target as the page writes it; resolved when the link is followed.
    var target: String
  }

  /// The visible text, for `--plain`, for messages and for tests.
  func text(of inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text, _): text
      case .link(let index): links[index].text
      case .lineBreak: "\n"
      }
    }.joined()
  }

  /// Title, or else the first heading, or else the host.
  var name: String {
    if !title.isEmpty { return title }
    for case .heading(_, let inlines) in blocks { return text(of: inlines) }
    return url.authority
  }

  /// The controls of a form that take part in it, in tree order.
  func controls(of form: Int) -> [Control] { controls.filter { $0.form == form } }
}

struct Form: Hashable, Sendable {
  /// The form's action as the page writes it; empty means the page's own URL.
  var action: String
  var method: Method
  var encoding: Encoding
  /// In which the names and values are sent: UTF-8, or the page's.
  var characters = CharacterEncoding.utf8

  enum Method: String, Hashable, Sendable { case get, post, dialog }
  enum Encoding: Hashable, Sendable {
    case urlencoded, plain, multipart

    init(_ text: String?) {
      switch text?.lowercased() {
      case "multipart/form-data": self = .multipart
      case "text/plain": self = .plain
      default: self = .urlencoded
      }
    }
  }
}

struct Control: Hashable, Sendable, Identifiable {
  /// Index in ``Page/controls``.
  var id: Int
  /// Index in ``Page/forms``; `nil` when it belongs to none.
  var form: Int?
  var kind: Kind
  var name: String
  /// The value that the page has set: never what a person has typed.
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
  /// This button stands for a script that would have sent the form.
  var standsForScript = false
  /// `formaction`, `formmethod`, `formenctype` of a submit button.
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
  }

  /// A button's caption: its label, else the one that browsers give to a button without a label.
  func caption(_ text: Catalogue) -> String {
    if !label.isEmpty { return label }
    return text(standsForScript ? .browserContinue : kind == .reset ? .browserReset : .browserSubmit)
  }

  var isTextEntry: Bool { [.text, .email, .number, .password, .textarea].contains(kind) }
  /// Whether a person can do something with it.
  var isFocusable: Bool { kind != .hidden && !disabled }
}
