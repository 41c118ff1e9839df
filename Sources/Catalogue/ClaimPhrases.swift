/// Standard claims in words (OpenID Connect Core §2 and §5.1). A claim that is not here keeps its own name.
extension Phrase {
  /// `nil` for a claim that no specification names.
  public static func claim(_ name: String) -> Phrase? { claims[name] }

  static let claims = Dictionary(
    uniqueKeysWithValues: claimWords.map { ($0.0, Phrase("claim.\($0.0)", $0.1)) })

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
