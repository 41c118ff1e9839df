import ForeignText

/// What protocol code expects and receives, in the words in which it says so.
///
/// `OAuthClient` knows no catalogue: `expected` and `received` of its errors are plain English, for logs and tests. Those of a
/// wrong configuration are phrases, and kept in English too. Where a person reads them, they are looked up here; what is not
/// here (a URL, a claim's value) is shown as it is.
extension Catalogue {
  /// - Parameter value: of `expected`, `received` or `detail` in an error.
  public func term(_ value: String) -> String {
    if language == .english { return value }
    if let phrase = Phrase.terms[value] { return self(phrase) }
    for frame in TermFrame.all {
      if let values = frame.values(in: value) { return self(frame.phrase, values.mapValues(term)) }
    }
    return value
  }
}

/// A term with something in it that is not a word: what stands before, between and after.
private struct TermFrame {
  var phrase: Phrase
  var literals: [String]
  var names: [String]

  static let all: [TermFrame] = Phrase.terms.values.compactMap(TermFrame.init).sorted { $0.phrase.key < $1.phrase.key }

  init?(_ phrase: Phrase) {
    var (literals, names, rest) = ([String](), [String](), Substring(phrase.english))
    while let open = rest.firstIndex(ofScalar: "{"), let close = rest[open...].firstIndex(ofScalar: "}") {
      literals.append(String(rest[..<open]))
      names.append(String(rest.after(open)[..<close]))
      rest = rest.after(close)
    }
    if names.isEmpty { return nil }
    (self.phrase, self.literals, self.names) = (phrase, literals + [String(rest)], names)
  }

  func values(in value: String) -> [String: String]? {
    guard var rest = value.without(prefix: literals[0]) else { return nil }
    var values: [String: String] = [:]
    for (name, literal) in zip(names, literals.dropFirst()) {
      let value =
        name == names.last ? rest.without(suffix: literal) : rest.byteRange(of: literal).map { rest[..<$0.lowerBound] }
      guard let value, !value.isEmpty else { return nil }
      values[name] = String(value)
      rest = rest[value.endIndex...].without(prefix: literal) ?? ""
    }
    // A server's own words may end like one of these. A number in front makes it one.
    if literals[0].isEmpty, values[names[0]]?.allSatisfy(\.isNumber) != true { return nil }
    return values
  }
}

extension Phrase {
  static let terms: [String: Phrase] = (Array(PhrasesByName.term.values) + configurationTerms).reduce(into: [:]) {
    $0[$1.english] = $1
  }

  /// What a wrong configuration was expected to be.
  private static let configurationTerms: [Phrase] = [
    .expectedIssuer, .expectedPlainIssuer, .expectedLoopbackOptIn, .expectedURI, .expectedPrivateUseScheme,
    .expectedLoopbackLiteral, .expectedClaimedURI, .expectedCommandLine, .expectedNoFragment, .expectedScope,
    .expectedProxy, .expectedResource, .expectedResourceScope, .expectedOrigin,
    .expectedFingerprint, .expectedClientID, .expectedApplicationServer, .expectedOwnClient, .expectedOtherParameter,
    .expectedParameterName, .expectedParameterText, .expectedSeconds, .expectedLanguages, .expectedWords,
    .expectedDisplay, .expectedString, .expectedStrings, .expectedPaths, .expectedChoice, .expectedNumber,
    .expectedFlag, .expectedObject, .expectedClaims, .expectedObjects, .anyValue, .leftOut, .notARegularFile,
    .expectedPath, .notAConfigFile, .jsonReason, .notAnObject,
  ]
}
