import AppState
import OAuthClient
import SharedValues

/// The protected API: accounts, a payment, and the login that it takes.
extension StateRegistry {
  static let banking: [Entry] = [
    banking("authenticated-api", on: .home),
    banking("accounts"),
    banking("accounts-unread") { $0.api = APIState() },
    banking("accounts-none") { $0.api.accounts = [] },
    banking("accounts-without-payments") { $0.api.payments = nil },
    banking("accounts-paid") { $0.notice = $0.api.payments?.first.map { .paid($0) } },
    banking("accounts-hostile") {
      $0.api.accounts = Sample.accounts(
        kind: "\u{1B}[31mgold\u{202E}", number: String(repeating: "9", count: 200), count: 60)
      $0.api.isPaymentInDoubt = true
    },
    banking("payment", on: .payment) { ($0.api.form, $0.view.button) = (Sample.paymentForm, 3) },
    banking("payment-missing", on: .payment),
    banking("step-up") { $0.api.demand = Sample.stepUpDemand },
    banking("step-up-unnamed") {
      $0.api.demand = Sample.stepUp(by: #"Bearer error="insufficient_user_authentication""#, .accounts)
    },
    banking("progress-accounts") { $0.flow = flow(.accounts, .accounts, seconds: 1) },
    banking("progress-payment") { $0.flow = flow(.payment, .payment, seconds: 1) },
    banking("progress-step-up") { $0.flow = flow(.stepUp, .login) },
  ]

  static func banking(_ name: String, on route: Route = .accounts, _ change: Setup = { _ in }) -> Entry {
    state(name, .signedIn, on: route) {
      $0.settings.api = Sample.base + "/api"
      $0.settings.scope = "openid profile accounts payments"
      $0.api.accounts = Sample.accounts()
      $0.api.payments = Sample.payments
      change(&$0)
    }
  }
}

extension Sample {
  static func accounts(kind: String = "current", number: String = "4821-0937-1150", count: Int = 1) -> [BankAccount] {
    func account(_ kind: String, _ number: String, _ amount: String) -> JSON {
      [
        "id": "1f0c52ab77e3d910", "kind": .string(kind), "number": .string(number),
        "balance": ["currency": "EUR", "amount": .string(amount)],
      ]
    }
    let first = Array(repeating: account(kind, number, "2318.40"), count: count)
    let others = [account("savings", "7730-5512-0084", "15250.00"), account("card", "5204-8831-4470", "-212.95")]
    return made { try APIResponse.accounts(json(200, ["accounts": .array(first + others)])) }
  }

  static let payments = made { try APIResponse.payments(json(200, document("payments"))) }

  static let paymentForm: PaymentForm = {
    var form = PaymentForm()
    (form[.recipient], form[.amount], form[.reference]) = ("Anna Andersson", "12.50", "Lunch")
    return form
  }()

  static let stepUpDemand = stepUp(
    by:
      #"Bearer error="insufficient_user_authentication", acr_values="urn:dcr-terminal:acr:fresh-login", max_age="120""#,
    Sample.paymentOperation)

  private static var paymentOperation: APIOperation {
    guard let amount = Money(currency: "EUR", amount: "12.50") else { return .accounts }
    return .payment(PaymentOrder(from: "1f0c52ab77e3d910", to: "Anna Andersson", amount: amount, reference: "Lunch"))
  }

  static func stepUp(by challenge: String, _ operation: APIOperation) -> StepUpDemand? {
    made { try StepUp(demandedBy: refusal(challenge)) }.map { StepUpDemand(operation: operation, stepUp: $0) }
  }

  static func refusal(_ challenge: String) -> HTTPResponse {
    HTTPResponse(401, headers: [HTTPHeader("WWW-Authenticate", challenge)])
  }
}
