/// The protected API on the phone: accounts, payments, and the login that a payment takes.
extension Phrase {
  public static let accounts = Phrase("button.accounts", "Accounts")
  public static let keyAccounts = Phrase("key.accounts", "accounts")
  public static let accountsUnread = Phrase("accounts.unread", "Nothing has been read from the API yet.")
  public static let accountsNone = Phrase("accounts.none", "The API knows no account of yours.")
  public static let accountCurrent = Phrase("accounts.current", "Current account")
  public static let accountSavings = Phrase("accounts.savings", "Savings account")
  public static let accountCard = Phrase("accounts.card", "Card")
  public static let accountsMore = Phrase("accounts.more", "and {count} more")
  public static let readAgain = Phrase("button.read-again", "Read Again")
  public static let paySomebody = Phrase("button.pay-somebody", "Pay Somebody")
  public static let latestPayments = Phrase("accounts.payments", "Latest payments")
  public static let noPayments = Phrase("accounts.no-payments", "none yet")
  public static let paymentsOutOfReach = Phrase(
    "accounts.payments-out-of-reach", "This login may read but not pay: its token lacks the scope payments.")
  public static let paymentInDoubt = Phrase(
    "accounts.payment-in-doubt",
    "A payment is on its way, and nobody knows whether it was made. Read again: the list shows it.")

  public static let paymentTitle = Phrase("payment.title", "Payment")
  public static let paymentFrom = Phrase("payment.from", "From")
  public static let paymentRecipient = Phrase("payment.recipient", "To")
  public static let paymentAmount = Phrase("payment.amount", "Amount")
  public static let paymentReference = Phrase("payment.reference", "Reference")
  public static let pay = Phrase("button.pay", "Pay")
  public static let noticePaid = Phrase("notice.paid", "{amount} paid to {recipient}")

  public static let stepUpTitle = Phrase("step-up.title", "The API wants another login")
  public static let stepUpPayment = Phrase(
    "step-up.payment", "Your token is valid, but the login behind it is not enough to pay {amount} to {recipient}.")
  public static let stepUpAccounts = Phrase(
    "step-up.accounts", "Your token is valid, but the login behind it is not enough to see your accounts.")
  public static let stepUpHow = Phrase("step-up.how", "Kind of login")
  public static let stepUpAge = Phrase("step-up.age", "Age of the login")
  public static let stepUpSeconds = Phrase("step-up.seconds", "{seconds} s at most")
  public static let stepUpNew = Phrase("step-up.new", "It does not say which, so you log in once more.")
  public static let stepUpAfterPayment = Phrase("step-up.after-payment", "The payment is made right after it.")
  public static let stepUpAfter = Phrase("step-up.after", "The API is asked once more right after it.")
  public static let stepUpButton = Phrase("button.step-up", "Log In Once More")
  public static let notNow = Phrase("button.not-now", "Not Now")

  public static let progressAccounts = Phrase("progress.accounts", "Reading your accounts")
  public static let progressPayment = Phrase("progress.payment", "Paying")
  public static let progressStepUp = Phrase("progress.step-up", "Logging in for the API")
  public static let stepAccounts = Phrase("step.accounts", "Ask the API for the accounts")
  public static let stepPayment = Phrase("step.payment", "Ask the API for the payment")
  public static let nowAccounts = Phrase(
    "now.accounts", "The app asks the API. It shows its token only to the API that the token is for.")
  public static let nowPayment = Phrase(
    "now.payment", "The API gets the payment with the token, and judges whether the login behind it is enough.")
  public static let nowStepUp = Phrase(
    "now.step-up", "The browser has you log in as the API demands. You stay signed in, whatever happens.")
  public static let sectionAccounts = Phrase("section.accounts", "Accounts")
  public static let sectionPayment = Phrase("section.payment", "Payment")
  public static let sectionStepUp = Phrase("section.step-up", "Step-up")
  public static let reasonNoAPI = Phrase("reason.no-api", "config.json names no api")

  public static let apiNeedsScope = Phrase(
    "config.api-needs-scope",
    "{path}: scope has no “accounts”, so the api shows nothing; ask for “openid profile accounts payments”")
  public static let apiOrApplicationServer = Phrase(
    "config.api-or-application-server", "leave out api: an application server asks for the tokens, and not this app")
}

extension ErrorText {
  /// An API that is not the one that was meant, and what the embedded server's API says of payments.
  static let apiErrors: [ErrorText] = [
    ErrorText(
      "resource_metadata_elsewhere", "the API says that its metadata is somewhere else",
      "resource_metadata of its refusal is {received} where {expected} was expected; nothing was asked there ({source})",
      hint: "check api in config.json, then report it to the people who run the API"),
    ErrorText(
      "resource_mismatch", "this is not the API that was meant",
      "{field} in its metadata is {received} where {expected} was expected; it got no token ({source})",
      hint: "set api in config.json to the API's resource identifier, to the letter"),
    ErrorText(
      "resource_issuer_mismatch", "the API takes the tokens of other servers",
      "{field} in its metadata is {received} where {expected} was expected; it got no token ({source})",
      hint: "check issuer and api in config.json: they belong together"),
    ErrorText(
      "unmet_authentication_requirements", "the server cannot log you in as it was asked to",
      "it has no way of logging in that reaches acr_values, or this user has none {description}",
      hint: "compare acr_values of the API's refusal with acr_values_supported of the server's metadata"),
    ErrorText(
      "id_token_acr_unmet", "the login was weaker than it was to be",
      "{expected} was expected, but acr is {received} ({source})",
      hint: "compare acr_values of the API's refusal with acr_values_supported of the server's metadata"),
    ErrorText(
      "invalid_payment", "the API does not take this payment", "something in it is wrong {description}",
      hint: "correct recipient, amount or reference and pay again"),
    ErrorText(
      "insufficient_funds", "there is not enough money on the account", "nothing was paid {description}",
      hint: "pay less"),
    ErrorText(
      "payment_answer_lost", "nobody knows whether the payment was made",
      "it was sent to {url}, but no whole answer came",
      hint: "read the accounts again before you pay once more: the list of payments shows it"),
  ]
}
