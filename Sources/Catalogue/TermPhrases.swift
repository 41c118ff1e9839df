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
  static let terms: [String: Phrase] = (protocolTerms + configurationTerms).reduce(into: [:]) { $0[$1.english] = $1 }

  static let protocolTerms = (termWords + formatWords).map { Phrase("term." + $0, $0) }

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

  private static let termWords = [
    "1 to {value} printable ASCII characters", "a client id", "a code alone", "a code or an error", "a fragment",
    "a JSON object", "a JSON object with each claim once", "a JSON object with each member once",
    "a key id, as {value} keys fit", "a key of the server's key set", "a kid of the server's key set",
    "a login no longer ago than max_age allows", "a number", "a number of seconds", "a number out of range",
    "a path, such as /callback", "a query without parameters of {value}",
    "a scheme that is a domain name reversed, such as com.example.app", "a secret for {value}",
    "a signature by the server's key", "a signed token", "a sound public key for {value}", "a string",
    "a string of at most 255 printable ASCII characters", "a string of printable ASCII characters", "a subject",
    "a time in the past", "a time to come", "a time to come, or 0", "a token",
    "a token of printable ASCII characters", "a URI without fragment", "a URL of {value}",
    "an absolute https URL without fragment", "an absolute URI", "an absolute URI without fragment",
    "an absolute URL", "an access token", "an array of keys", "an array of objects", "an array of strings",
    "an array of {value}", "an audience of {value}", "an authorization code", "an encrypted one", "an https URL",
    "an https URL without query and fragment", "an ID token, as scope openid was asked for",
    "an initial access token", "an object", "an object of claims", "a different value", "another string",
    "at most 8192 printable ASCII characters", "at most {value} levels of nesting", "both",
    "client_secret_basic, client_secret_post or none", "each member once", "each parameter once",
    "each parameter once, in the query", "http with the literal 127.0.0.1 or [::1], or https",
    "https with a host and a path of the app's own", "no critical extensions", "an address of the API's own server",
    "nothing", "null or an object",
    "one that does not verify", "one with them", "parameters in application/x-www-form-urlencoded",
    "parameters in the query", "passed", "printable ASCII characters", "seconds since 1970",
    "the account that was made", "the claim", "the hash of the access token", "the nonce that was sent",
    "the state that was sent", "the subject of the ID token", "the subject that signed in",
    "the time of the login, as max_age was sent", "the value of the ID token before",
    "three parts in base64url, joined by dots", "to come", "true or false", "words of printable ASCII characters",
    "a redirect URI of another kind",
    "http://127.0.0.1/callback, or http://localhost:49152/callback with allowLocalhostRedirect",
    "http://127.0.0.1/callback, or a private scheme such as io.curity.dcrclient:/callback",
    "a private scheme such as io.curity.dcrclient:/callback, or http://localhost:49152/callback with allowLocalhostRedirect",
    "a private scheme such as io.curity.dcrclient:/callback, or http://127.0.0.1/callback",
    "{value} bytes", "{value} parts", "{value} s passed", "{value} s to come",
  ]
}
