import AppState
import FoundationEssentials
import OAuthClient
import SharedValues
import Workshop

/// The protected API: accounts, a payment, and the login that it takes.
extension StateRegistry {
  static let banking: [Entry] = [
    ("authenticated-api", banking { $0.view.route = .home }),
    ("accounts", banking()),
    ("accounts-unread", banking { $0.api = APIState() }),
    ("accounts-none", banking { $0.api.accounts = [] }),
    ("accounts-without-payments", banking { $0.api.payments = nil }),
    (
      "accounts-paid",
      banking {
        $0.notice = $0.api.payments?.first.map { .paid($0) }
      }
    ),
    (
      "accounts-hostile",
      banking {
        $0.api.accounts = Sample.accounts(
          kind: "\u{1B}[31mgold\u{202E}", number: String(repeating: "9", count: 200), count: 60)
        $0.api.isPaymentInDoubt = true
      }
    ),
    (
      "payment",
      banking {
        $0.view.route = .payment
        $0.api.form = Sample.paymentForm
        $0.view.button = 3
      }
    ),
    (
      "payment-missing",
      banking {
        $0.view.route = .payment
        $0.view.button = 0
      }
    ),
    ("step-up", banking { $0.api.demand = Sample.stepUpDemand }),
    (
      "step-up-unnamed",
      banking {
        $0.api.demand = Sample.stepUp(by: #"Bearer error="insufficient_user_authentication""#, .accounts)
      }
    ),
    ("progress-accounts", banking { $0.flow = flow(.accounts, .accounts, seconds: 1) }),
    ("progress-payment", banking { $0.flow = flow(.payment, .payment, seconds: 1) }),
    ("progress-step-up", banking { $0.flow = flow(.stepUp, .login) }),
  ]

  static func banking(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
    state(signedIn: true) { state in
      state.settings.api = Sample.base + "/api"
      state.settings.scope = "openid profile accounts payments"
      state.view.route = .accounts
      state.api.accounts = Sample.accounts()
      state.api.payments = Sample.payments
      change(&state)
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

  static let payments = made {
    try APIResponse.payments(
      json(
        200,
        [
          "payments": [
            payment("Anna Andersson", "12.50", "Lunch"), payment("City Power & Light", "84.10", "Invoice 20210611"),
          ]
        ]))
  }

  private static func payment(_ to: String, _ amount: String, _ reference: String) -> JSON {
    [
      "id": "0f4f0e52-7a2e-4d33-9f0a-5d0a3e1f7c11", "from": "1f0c52ab77e3d910", "to": .string(to),
      "amount": ["currency": "EUR", "amount": .string(amount)], "reference": .string(reference),
      "created": 1_623_996_300,
    ]
  }

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
    let refusal = HTTPResponse(401, headers: [HTTPHeader("WWW-Authenticate", challenge)])
    return made { try StepUp(demandedBy: refusal) }.map { StepUpDemand(operation: operation, stepUp: $0) }
  }
}
