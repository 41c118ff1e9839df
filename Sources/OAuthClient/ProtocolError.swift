import SharedValues

/// Why a judge refuses a response: stable code, offending member in wire spelling, expected, received.
///
/// `expected` and `received` are values that the catalogue words for people, and never hold a secret. Scripts compare the spelling of `code`.
public struct ProtocolError: Error, Hashable, Sendable {
  /// Spelled in snake case, e.g. `id_token_nonce_mismatch`; a server's own OAuth error code keeps its spelling if a specification defines it.
  public var code: Code
  public var field: String?
  public var expected: Term?
  public var received: Term?
  /// The `error` that the server sent, cut to 60 characters; `nil` for defects that the judges found.
  var serverCode: String?
  /// The server's own explanation, cut to 300 characters: its `error_description`, or its words elsewhere.
  public var serverDescription: String?
  /// The specification of the rule: `RFC 6749 §5.1`.
  public var source: String
  /// `expected` and `received` begin with the HTTP status of an answer.
  public private(set) var isOfStatus = false

  static func status(
    _ code: Code, expected: Term = .value("200"), received: Term, serverDescription: String? = nil, source: String
  ) -> ProtocolError {
    var error = ProtocolError(
      code, field: "status", expected: expected, received: received, serverDescription: serverDescription,
      source: source)
    error.isOfStatus = true
    return error
  }

  /// - Parameter quoting: what came, in the sender's words; replaces `received`, which is in words of this app.
  public init(
    _ code: Code, field: String? = nil, expected: Term? = nil, received: Term? = nil, quoting: String? = nil,
    serverDescription: String? = nil, source: String
  ) {
    (self.code, self.field, self.expected) = (code, field, expected)
    self.received = quoting.map(Term.quoted) ?? received
    (self.serverDescription, self.source) = (serverDescription, source)
  }
}

extension ProtocolError: WordedError {
  public var values: [String: Term] {
    [
      "field": field.map(Term.value), "expected": expected, "received": received,
      "description": serverDescription.map(Term.value), "source": .value(source),
    ].compactMapValues { $0 }
  }
}

extension ProtocolError: CustomStringConvertible {
  /// One line for logs: the code and the source of the rule. The server's own explanation is left out, as it may quote anything.
  public var description: String {
    var text = code.rawValue
    if let field { text += " (\(field))" }
    if let expected { text += ", expected \(expected)" }
    if let received { text += ", received \(received)" }
    return text + " [\(source)]"
  }
}

/// What the checks of this room expect and receive, by name. The catalogue has a phrase for each, `check.NAME`, and fills it with the values.
public enum CheckTerm: String, Wording, CaseIterable {
  case absoluteURI, absoluteURL, accessToken, accessTokenHash, addressOfAPI, amount, arrayOf, audienceOf,
    authorizationCode, both, bytes, bytesWithOthers, claim, claimedHTTPS, claims, clientID, codeAlone, codeOrError,
    countOfThem, currencyAndAmount, demandedNonce, deviceCode, differentValue, emptyString, encryptedToken, flag,
    formParameters, fragment, httpsURL, httpsWithoutFragment, httpsWithoutQuery, idToken, initialAccessToken,
    jsonObject, keyIDAmong, keyOfKeySet, keys, keysWithoutIt, kidOfKeySet, loginTime, loopbackLiteralOrHTTPS,
    loopbackOrLocalhost, loopbackOrPrivateScheme, madeAccount, nestingUpTo, noContentType, noCriticalExtensions,
    noJWKSURI, nothing, nullOrObject, number, numberOutOfRange, object, objectOfKeys, objectOfSingleClaims,
    objectOfSingleMembers, objects, otherRedirectURI, othersAmongThem, otherString, ownKey, parametersInQuery, parts,
    passed, path, positiveSeconds, printableASCII, printableASCIIOf8192, printableASCIIUpTo, printableString,
    printableToken, printableWords, privateSchemeOrLocalhost, privateSchemeOrLoopback, privateUseScheme, publicKeyFor,
    queryWithoutParametersOf, recentLogin, requestURI, seconds, secondsPassed, secondsSince1970,
    secondsToCome, secretFor, secretMethods, sentKeys, sentNonce, sentState, signatureByServer, signedInSubject,
    signedToken, singleMembers, singleNonceUpTo, singleParameters, singleParametersInQuery, string, stringOf255,
    strings, subject, subjectOfIDToken, text, threeParts, timePast, timeToCome, timeToComeOrZero, timeWithinLast,
    toCome, token, unverifiedSignature, uriWithoutFragment, urlOfAuthorizationServer, urlOfKeys, userCode, valueBefore

  public var key: String { "check." + rawValue }
}

extension Term {
  public static func check(_ term: CheckTerm, _ values: any TermConvertible...) -> Term {
    .words(term, values.map(\.term))
  }
}

/// A server may quote what it was sent, and errors are shown, printed and logged: every known secret is masked in the server's words.
extension ProtocolError {
  /// A copy whose parts from the server contain none of these secrets.
  public func masking(_ secrets: [Secret]) -> ProtocolError {
    var masked = self
    masked.serverDescription = serverDescription.map { SecretMasking.masked($0, secrets) }
    masked.received = received?.mapValues { SecretMasking.masked($0, secrets) }
    masked.serverCode = serverCode.map { SecretMasking.masked($0, secrets) }
    masked.field = field.map { SecretMasking.masked($0, secrets) }
    return masked
  }
}

extension ClientAuthentication {
  var secret: Secret? {
    switch self {
    case .none, .privateKey: nil
    case .basic(let secret), .post(let secret): secret
    }
  }
}

extension ClientCredentials {
  public var secrets: [Secret] { [authentication.secret, basicValue].compactMap(\.self) }
}

extension TokenSet {
  public var secrets: [Secret] { [accessToken, refreshToken, idToken].compactMap { $0 } }
}

enum SecretMasking {
  /// The shortest secret that is masked, in bytes. Shorter values are useless as secrets, and masking them would hit ordinary words.
  static let shortest = 8

  static func masked(_ text: String, _ secrets: [Secret]) -> String {
    // The longest first: a secret that another one begins with would otherwise leave the rest of the longer one visible.
    let known = secrets.filter { $0.revealed.utf8.count >= shortest }
      .sorted { $0.revealed.utf8.count > $1.revealed.utf8.count }
    return known.reduce(text) { text, secret in
      withoutBeginning(of: secret, text.replacingBytes(of: secret.revealed, with: secret.masked))
    }
  }

  /// Masks the beginning of a secret at the end of a text that was cut to a length.
  private static func withoutBeginning(of secret: Secret, _ text: String) -> String {
    guard let cut = text.without(suffix: "…")?.utf8 else { return text }
    let whole = secret.revealed.utf8
    let longest = min(whole.count, cut.count)
    guard longest >= shortest else { return text }
    for length in stride(from: longest, through: shortest, by: -1)
    where cut.suffix(length).elementsEqual(whole.prefix(length)) {
      return String(decoding: cut.dropLast(length), as: UTF8.self) + secret.masked
    }
    return text
  }
}
