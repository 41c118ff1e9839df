import SharedValues

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
    queryWithoutParametersOf, queryWithThem, recentLogin, requestURI, seconds, secondsPassed, secondsSince1970,
    secondsToCome, secondsUpTo, secretFor, secretMethods, sentKeys, sentNonce, sentState, signatureByServer,
    signedInSubject, signedToken, singleMembers, singleNonceUpTo, singleParameters, singleParametersInQuery, string,
    stringOf255, strings, subject, subjectOfIDToken, text, threeParts, timePast, timeToCome, timeToComeOrZero,
    timeWithinLast, toCome, token, unverifiedSignature, uriWithoutFragment, urlOfAuthorizationServer, urlOfKeys,
    userCode, valueBefore

  public var key: String { "check." + rawValue }
}

extension Term {
  /// - Parameter values: for the placeholders of the phrase, in the order of its English text.
  public static func check(_ term: CheckTerm, _ values: any TermConvertible...) -> Term {
    .words(term, values.map(\.term))
  }
}
