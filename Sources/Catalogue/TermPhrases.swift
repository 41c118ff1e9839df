/// What protocol code expects and receives, in the words in which it says so.
///
/// `OAuthClient` knows no catalogue: `expected` and `received` of its errors are plain English, for logs and tests. Where a
/// person reads them, they are looked up here; what is not here (a URL, a claim's value) is shown as it is.
extension Catalogue {
  /// - Parameter value: of `expected` or `received` in an error.
  public func term(_ value: String) -> String {
    if language == .english { return value }
    if let phrase = Phrase.terms[value] { return self(phrase) }
    for (start, end, phrase) in Phrase.termFrames
    where value.utf8.count > start.utf8.count + end.utf8.count && value.hasPrefix(start) && value.hasSuffix(end) {
      let gap = value.dropFirst(start.count).dropLast(end.count)
      // A server's own words may end like one of these. A number in front makes it one.
      if start.isEmpty, !gap.allSatisfy(\.isNumber) { continue }
      return self(phrase, ["value": String(gap)])
    }
    return value
  }
}

extension Phrase {
  static let terms: [String: Phrase] = termWords.reduce(into: [:]) { $0[$1] = Phrase("term." + $1, $1) }

  /// Those with something in them that is not a word: what stands before it, and what after.
  static let termFrames: [(start: String, end: String, phrase: Phrase)] = terms.values.compactMap { phrase in
    guard let gap = phrase.english.firstRange(of: "{value}") else { return nil }
    return (String(phrase.english[..<gap.lowerBound]), String(phrase.english[gap.upperBound...]), phrase)
  }.sorted { $0.phrase.key < $1.phrase.key }

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
    "a token of printable ASCII characters", "a URI without fragment", "a URL of {value}", "an absolute https URL",
    "an absolute https URL without fragment", "an absolute URI", "an absolute URI without fragment",
    "an absolute URL", "an access token", "an array of keys", "an array of objects", "an array of strings",
    "an array of {value}", "an audience of {value}", "an authorization code", "an encrypted one", "an https URL",
    "an https URL without query and fragment", "an ID token, as scope openid was asked for",
    "an initial access token", "an object", "an object of claims", "another one", "another string",
    "at most 8192 printable ASCII characters", "at most {value} levels of nesting", "both",
    "client_secret_basic, client_secret_post or none", "each member once", "each parameter once",
    "each parameter once, in the query", "http with the literal 127.0.0.1 or [::1], or https",
    "https with a host and a path of the app's own", "no critical extensions", "nothing", "null or an object",
    "one that does not verify", "one with them", "parameters in application/x-www-form-urlencoded",
    "parameters in the query", "passed", "printable ASCII characters", "seconds since 1970", "seconds, 0 or more",
    "the account that was made", "the claim", "the hash of the access token", "the nonce that was sent",
    "the state that was sent", "the subject of the ID token", "the subject that signed in",
    "the time of the login, as max_age was sent", "the value of the ID token before",
    "three parts in base64url, joined by dots", "to come", "true or false", "words of printable ASCII characters",
    "{value} bytes", "{value} parts", "{value} s passed", "{value} s to come",
  ]
}
