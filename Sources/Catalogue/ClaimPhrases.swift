/// Standard claims in words (OpenID Connect Core §2 and §5.1). A claim that is not here keeps its own name.
extension Phrase {
  /// `nil` for a claim that no specification names.
  public static func claim(_ name: String) -> Phrase? { claims[name] }

  static let claims = Dictionary(uniqueKeysWithValues: claimWords.map { ($0.0, Phrase("claim.\($0.0)", $0.1)) })

  private static let claimWords: [(String, String)] = [
    // About the user.
    ("sub", "Subject"), ("name", "Name"), ("given_name", "Given name"), ("family_name", "Family name"),
    ("middle_name", "Middle name"), ("nickname", "Nickname"), ("preferred_username", "User name"),
    ("profile", "Profile page"), ("picture", "Picture"), ("website", "Website"), ("email", "Email"),
    ("email_verified", "Email verified"), ("gender", "Gender"), ("birthdate", "Birthdate"), ("zoneinfo", "Time zone"),
    ("locale", "Language"), ("phone_number", "Phone"), ("phone_number_verified", "Phone verified"),
    ("address", "Address"), ("updated_at", "Updated"), ("roles", "Roles"),
    // Of an address.
    ("formatted", "In full"), ("street_address", "Street"), ("locality", "Town"), ("region", "Region"),
    ("postal_code", "Postal code"), ("country", "Country"),
    // About the token.
    ("iss", "Issuer"), ("aud", "Audience"), ("exp", "Expires"), ("iat", "Issued"), ("nbf", "Not before"),
    ("auth_time", "Logged in"), ("nonce", "Nonce"), ("acr", "Login class"), ("amr", "Login methods"),
    ("azp", "Authorized"), ("at_hash", "Token hash"), ("c_hash", "Code hash"), ("sid", "Session"), ("jti", "Token ID"),
  ]

  public static let claimYes = Phrase("claim.value.yes", "yes")
  public static let claimNo = Phrase("claim.value.no", "no")
  public static let claimNothing = Phrase("claim.value.nothing", "nothing")
  public static let claimCut = Phrase("claim.value.cut", "{start}{ellipsis} ({count} characters)")
  public static let claimsCut = Phrase(
    "claims.cut", one: "{count} more line is not shown here; the Messages panel has it",
    other: "{count} more lines are not shown here; the Messages panel has them")
}

/// One sentence on each member of a JWT, for the details of a message.
///
/// Found by the key of `ClaimExplanations.of(_:in:)`, which also knows where the rule stands.
extension Phrase {
  /// The sentence with that key; `nil` where there is none.
  public static func claimSentence(_ key: String) -> Phrase? { claimTable[key] }

  static let claimTable: [String: Phrase] = claimSentences.reduce(into: [:]) { table, entry in
    table[entry.0] = Phrase("claim-sentence." + entry.0, entry.1)
  }

  private static let claimSentences: [(String, String)] = [
    ("header.alg", "how the token is signed; the app takes only the algorithm that it registered, never none"),
    ("header.jku", "where the signer says its keys are; this app asks the server's metadata instead"),
    ("header.jwk", "a key that the token brings along; nobody may trust it for that"),
    ("header.kid", "which of the server's public keys verifies the signature"),
    ("header.x5t", "a fingerprint (SHA-1) of the signer's certificate"),
    ("header.x5t#S256", "a fingerprint (SHA-256) of the signer's certificate"),
    ("header.typ", "what kind of token it is, so that one kind cannot be passed off as another"),
    ("header.cty", "what the token carries; only set where that is a token again"),
    ("header.crit", "members that a reader must understand or refuse the token"),
    ("jwt.iss", "who made the token"),
    ("jwt.sub", "whom or what the token is about"),
    ("jwt.aud", "whom the token is meant for; anybody else has to refuse it"),
    ("jwt.exp", "the time from which on the token must be refused"),
    ("jwt.nbf", "the time before which the token must be refused"),
    ("jwt.iat", "when the token was made"),
    ("jwt.jti", "the token's own name, by which a repeated one can be noticed"),
    ("jwt.cnf", "the key that the sender must prove to have; without cnf, holding the token is enough"),
    ("jwt.cnf.jkt", "the thumbprint of the key that the token is bound to; the proof beside it must be of that key"),
    ("jwt.sid", "the server's session, so that a sign-out can name it"),
    ("jwt.name", "the user's full name as it is shown"),
    ("jwt.given_name", "the user's given name"),
    ("jwt.family_name", "the user's family name"),
    ("jwt.preferred_username", "how the user wants to be called; it may change, so nothing may hang on it"),
    ("jwt.email", "the user's mail address; it may change, so nothing may hang on it"),
    ("jwt.email_verified", "whether the server has seen that the address is the user's"),
    ("jwt.updated_at", "when what is known of the user last changed"),
    ("jwt.roles", "the user's roles; the app shows screens by them, an API has to check them itself"),
    ("id-token.iss", "the server that vouches for the login; it must be the issuer that the app asked, to the letter"),
    ("id-token.sub", "the user, under a name that never changes and is never given to anybody else"),
    ("id-token.aud", "the client that the login is for; the client id that the app asked with must be among them"),
    ("id-token.exp", "the time from which on the login must not be taken over any more"),
    ("id-token.iat", "when the token was made; one that is too old or of the future is refused"),
    ("id-token.auth_time", "when the user really logged in, which with single sign-on was before this request"),
    (
      "id-token.nonce",
      "the random value of the login request: it shows that the token answers that request and no other"
    ),
    ("id-token.acr", "how strong the login was, in the server's words"),
    ("id-token.amr", "by what the user logged in: pwd is a password, otp a one-time code"),
    ("id-token.azp", "the client that the token was issued to, where it is meant for several"),
    ("id-token.at_hash", "half the SHA-256 of the access token; if it does not fit, one of the two was swapped"),
    ("id-token.c_hash", "half the SHA-256 of the code; if it does not fit, one of the two was swapped"),
    ("access-token.iss", "the server that issued the token; the API looks its keys up there"),
    ("access-token.sub", "the user whose data the token opens, or the client where no user was there"),
    ("access-token.aud", "the API that the token is for; any other has to refuse it"),
    ("access-token.exp", "the time from which on the API refuses the token"),
    ("access-token.iat", "when the token was issued"),
    ("access-token.jti", "the token's own name, by which it can be told from others"),
    ("access-token.client_id", "the client that the token was issued to"),
    ("access-token.scope", "what the token is good for, in words separated by spaces"),
    ("access-token.auth_time", "when the user logged in"),
    ("access-token.acr", "how strong the login was, in the server's words"),
    ("access-token.amr", "by what the user logged in"),
    ("client-assertion.iss", "the client that proves itself: its client id"),
    ("client-assertion.sub", "the client that proves itself, once more: its client id"),
    ("client-assertion.aud", "the server that the proof is for; any other has to refuse it"),
    ("client-assertion.exp", "the time from which on the proof is refused; it should be soon"),
    ("client-assertion.jti", "the proof's own name, so that it counts only once"),
    ("client-assertion.iat", "when the proof was made"),
    (
      "client-assertion.header.alg",
      "how the proof is signed; the server takes only the algorithm that was registered, never none"
    ),
    ("client-assertion.header.kid", "which of this client's registered keys has signed"),
    ("dpop-proof.header.typ", "dpop+jwt, so that nothing else that is signed can be passed off as a proof"),
    (
      "dpop-proof.header.alg",
      "how the proof is signed: by a private key; never none, never a secret that both sides have"
    ),
    (
      "dpop-proof.header.jwk",
      "the public key to the one that signed; the token counts only together with a proof of its key"
    ),
    ("dpop-proof.jti", "the proof's own name, so that it counts only once"),
    ("dpop-proof.htm", "the method of the one request that the proof is for"),
    ("dpop-proof.htu", "the address of the one request that the proof is for, without query and fragment"),
    ("dpop-proof.iat", "when the proof was made; an old one is refused"),
    ("dpop-proof.ath", "the SHA-256 of the access token beside it: the proof is for that token and no other"),
    ("dpop-proof.nonce", "the server's last DPoP-Nonce: the proof was made after the server had said it"),
  ]
}
