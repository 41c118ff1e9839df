/// What people read of an error, found by its stable code: what failed, why, and what to do about it.
///
/// House rule: starts lower case, ends without a full stop, and the hint names an action. Placeholders: `{field}`,
/// `{expected}`, `{received}`, `{description}`, `{url}`, `{path}`, `{detail}`, `{source}`; an absent one is left empty. What a server says in its
/// own words is `{description}`, quoted, or `{reason}`, which is never empty. `{messages}` is where the reader finds what passed
/// (``Catalogue/errorValues(_:theirs:for:)``).
public struct ErrorText: Hashable, Sendable {
  public let code: String
  /// What failed: `the registration was refused`.
  public let title: Phrase
  /// Why: `the server no longer accepts the dcr token`.
  public let explanation: Phrase
  /// What to do: `start the registration again; a dcr token registers one client only`.
  public let hint: Phrase

  init(_ code: String, _ title: String, _ explanation: String, hint: String) {
    self.code = code
    self.title = Phrase("error.\(code).title", title)
    self.explanation = Phrase("error.\(code).explanation", explanation)
    self.hint = Phrase("error.\(code).hint", hint)
  }

  /// Every text there is, one list a room that raises errors.
  public static let all: [ErrorText] =
    protocolErrors + applicationErrors + apiErrors + transportErrors + keystoreErrors + appErrors + commandErrors
    + administrationErrors + recordingErrors + galleryErrors + exportErrors + phoneErrors + preferenceErrors
    + secureElementErrors + scriptErrors + faultErrors + lessonErrors + testPlanErrors + replayErrors + lostKeyErrors
    + deviceCodeErrors

  /// The text of a code; for a code that only the server knows, a general one that quotes it.
  public static func of(_ code: String) -> ErrorText { byCode[code] ?? unknown(code) }

  private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  /// The code is the server's; nobody can have translated it.
  private static func unknown(_ code: String) -> ErrorText {
    let general = "server_error_of_its_own"
    return ErrorText(
      code: code, title: Phrase("error.\(general).title", "the server reported an error"),
      explanation: Phrase(
        "error.\(general).explanation", "it answered {code} {description}", nil, filling: ["code": code]),
      hint: Phrase(
        "error.\(general).hint", "read the exchange {messages}, or ask the people who run the server"))
  }

  private init(code: String, title: Phrase, explanation: Phrase, hint: Phrase) {
    (self.code, self.title, self.explanation, self.hint) = (code, title, explanation, hint)
  }

  /// For the list of all phrases.
  static let general = unknown("{code}")
}
