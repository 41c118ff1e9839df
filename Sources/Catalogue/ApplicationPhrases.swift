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
  public static let keyEraseAll = Phrase("key.erase-all", "erase all of it")
  public static let keyType = Phrase("key.type", "type")

  public static let progressSignUp = Phrase("progress.sign-up", "Creating your account")
  public static let stepSignUp = Phrase("step.sign-up", "Create the account")
  public static let nowSignUp = Phrase("now.sign-up", "The application server makes your account.")
  public static let nowApplicationToken = Phrase(
    "now.application-token",
    "The application server trades the code with its own secret, and looks for your account.")
  public static let sectionSignUp = Phrase("section.sign-up", "2 · Sign-up")
}
