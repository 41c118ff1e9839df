/// The application server mode: sign-up or sign-in (seeds/004).
extension Phrase {
  public static let signUpTitle = Phrase("sign-up.title", "Create Your Account")
  public static let signUpPrompt = Phrase("sign-up.prompt", "You are logged in, and new here. Is this right?")
  public static let signUpMissing = Phrase("sign-up.missing", "Still needed: {fields}")
  public static let signUpGivenName = Phrase("sign-up.given-name", "Given name")
  public static let signUpFamilyName = Phrase("sign-up.family-name", "Family name")
  public static let signUpEmail = Phrase("sign-up.email", "Email")
  public static let createAccount = Phrase("button.create-account", "Create Account")
  public static let account = Phrase("authenticated.account", "Account")
  public static let accountFound = Phrase("authenticated.account.found", "found")
  public static let noticeAccountCreated = Phrase("notice.account-created", "Account created")
  public static let applicationServerLabel = Phrase("application-server.label", "Application server")
  public static let applicationServerKeepsSecret = Phrase("application-server.keeps", "keeps the secret")
  public static let keyNextField = Phrase("key.next-field", "next field")
  public static let keyErase = Phrase("key.erase", "erase a character")
  public static let keyEraseShort = Phrase("key.erase-short", "erase")
  public static let keyEraseAll = Phrase("key.erase-all", "erase all of it")
  public static let keyType = Phrase("key.type", "type")

  public static let progressSignUp = Phrase("progress.sign-up", "Creating your account")
  public static let stepSignUp = Phrase("step.sign-up", "Create the account")
  public static let nowSignUp = Phrase("now.sign-up", "The application server makes your account.")
  public static let nowApplicationToken = Phrase(
    "now.application-token",
    "The application server trades the code with its own secret, and looks for your account.")
  public static let sectionSignUp = Phrase("section.sign-up", "Sign-up")
}

extension ErrorText {
  /// The application server that keeps the client secret (seeds/004), and signing up there.
  static let applicationErrors: [ErrorText] = [
    application(
      "missing_access_token", "the application server gave no access token", "its answer has no member access_token"),
    application(
      "access_token_invalid", "the application server gave no usable access token",
      "access_token is {received} where {expected} was expected"),
    application(
      "missing_claims", "the application server does not say who signed in", "its answer has no member claims"),
    application("claims_invalid", "the application server does not say who signed in", "claims is {received}"),
    application(
      "missing_sub", "the application server does not say who signed in", "the claims have no sub, which every user has"
    ),
    application(
      "sub_invalid", "the application server does not say who signed in",
      "claims.sub is {received} where {expected} was expected"),
    application(
      "auth_time_invalid", "the application server does not say when the login was",
      "claims.auth_time is {received} where {expected} was expected ({source})"),
    application(
      "auth_time_in_future", "the application server reports a login in the future",
      "claims.auth_time is {received} ({source})"),
    ErrorText(
      "application_auth_time_too_old", "the login is longer ago than max_age allows",
      "{expected} was expected, but claims.auth_time is {received} ({source})",
      hint: "sign in again: the app then asks for the password; if the server ignores that too, raise max_age"),
    application(
      "missing_account", "the application server does not say whether there is an account",
      "account is missing where {expected} was expected"),
    application(
      "account_invalid", "the application server does not say whether there is an account",
      "account is {received} where {expected} was expected"),
    ErrorText(
      "account_exists", "there is an account already", "the application server knows this user {description}",
      hint: "sign out and sign in again: the account is used then"),
    ErrorText(
      "account_incomplete", "the application server wants more for an account",
      "something that it asks for is missing {description}",
      hint: "fill in what it names, then choose Create Account again"),
  ]

  private static func application(_ code: String, _ title: String, _ explanation: String) -> ErrorText {
    ErrorText(
      "application_" + code, title, explanation,
      hint: "sign in again; if it happens again, report it to the people who run the application server")
  }
}
