import OAuthClient
import SharedValues

/// A call of the protected API: its metadata must show that it is the configured one (RFC 9728) before it gets the token.
///
/// A refused token is renewed once, and a login that the API finds too weak is repeated once by the user (RFC 9470). Any later refusal is an error.
struct CallingAPI: StagedFlow {
  var operation: APIOperation
  var hasRefreshed = false
  var hasSteppedUp = false
  var stage = Stage.waitingForServer

  enum Stage: Hashable, Sendable {
    case waitingForServer
    case probing
    case readingMetadata
    case asking(APIRequest)
  }

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<CallingAPI>? {
    guard let api = app.settings.api else { return nil }
    switch (stage, answer) {
    case (.waitingForServer, .serverReady):
      if app.api.resource != nil { return ask(first, api, id, app) }
      return transition(.probing, .send(id, ProtectedResource.probe(api), .apiProbe))

    case (.probing, .response(.apiProbe, let result)):
      let refusal = try app.answer(result, url: api)
      let request = try app.judged(try ProtectedResource.build(api, after: refusal))
      return transition(.readingMetadata, .send(id, request, .resourceMetadata))

    case (.readingMetadata, .response(.resourceMetadata, let result)):
      let response = try app.answer(result, url: app.flow?.sent?.url)
      let issuer = app.settings.issuer
      app.api.resource = try app.judged(try ProtectedResource.judge(response, api: api, issuer: issuer))
      return ask(first, api, id, app)

    case (.asking(let request), .response(.api, let result)):
      let response =
        isPaying
        ? try app.certainAnswer(result, url: api, otherwise: .paymentAnswerLost) : try app.answer(result, url: api)
      do throws(AppError) { return try receive(response, to: request, api, id, &app) } catch {
        // Only a refusal proves that nothing was paid.
        if isPaying, !(400..<500).contains(response.status) { app.api.isPaymentInDoubt = true }
        return try overcome(error, response, &app)
      }

    default: return nil
    }
  }

  private var first: APIRequest { if case .payment(let order) = operation { .pay(order) } else { .accounts } }

  /// Whether a payment has been sent: from then on it cannot be cancelled.
  var isPaying: Bool { if case .asking(.pay) = stage { true } else { false } }

  private func ask(_ request: APIRequest, _ api: String, _ id: FlowID, _ app: AppState) -> Transition<CallingAPI> {
    guard let token = app.session?.tokens.access else { return .over() }
    return transition(.asking(request), .send(id, request.build(api, token: token), .api))
  }

  private func receive(
    _ response: HTTPResponse, to request: APIRequest, _ api: String, _ id: FlowID, _ app: inout AppState
  ) throws(AppError) -> Transition<CallingAPI> {
    switch request {
    case .accounts:
      app.api.accounts = try app.judged(try APIResponse.accounts(response))
      return ask(.payments, api, id, app)

    case .payments:
      do throws(AppError) {
        app.api.payments = try app.judged(try APIResponse.payments(response))
        app.api.isPaymentInDoubt = false
      } catch {
        // The token does not cover payments; the accounts are shown without them.
        guard error.code == .server(.insufficientScope) else { throw error }
        app.api.payments = nil
      }
      app.end()
      return .over()

    case .pay:
      let payment = try app.judged(try APIResponse.payment(response))
      (app.api.form, app.api.isPaymentInDoubt) = (PaymentForm(), false)
      (app.view.route, app.notice) = (.accounts, .paid(payment))
      // The read after a payment only updates the screen: it asks for no other login and no other token.
      var reading = self
      (reading.operation, reading.hasRefreshed, reading.hasSteppedUp) = (.accounts, true, true)
      app.go(to: .accounts)
      return reading.ask(.accounts, api, id, app)
    }
  }

  /// Answers a refusal that new tokens or another login can resolve, each at most once.
  private func overcome(
    _ error: AppError, _ response: HTTPResponse, _ app: inout AppState
  ) throws(AppError) -> Transition<CallingAPI> {
    switch error.code {
    case .server(.invalidToken) where response.status == 401 && !hasRefreshed:
      guard let effects = app.renewTokens(for: self) else { throw error }
      return .over(effects)
    case .server(.insufficientUserAuthentication) where !hasSteppedUp:
      guard let stepUp = try app.judged(try StepUp(demandedBy: response)) else { throw error }
      app.end()
      app.api.demand = StepUpDemand(operation: operation, stepUp: stepUp)
      return .over()
    default: throw error
    }
  }
}
