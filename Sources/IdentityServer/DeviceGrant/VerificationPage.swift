/// The page where a user enters a device's code (RFC 8628 §3.3), followed by the login and the question.
extension Provider {
  func addDeviceGrant(_ table: inout RoutingTable) {
    table.on(["POST"], Addresses.deviceAuthorizationPath, as: .deviceAuthorization, authorizeDevice)
    table.on(["GET"], Addresses.verificationPath, userCodePage)
    table.on(["POST"], Addresses.verificationPath, fromOwnPage(takeUserCode))
    table.on(["POST"], Addresses.verificationLoginPath, fromOwnPage(logInForDevice))
    table.on(["POST"], Addresses.verificationDecisionPath, fromOwnPage(decideDevice))
  }

  /// `user_code` of `verification_uri_complete` (§3.3.1) fills in the field: the person sees the code before they decide.
  @Sendable func userCodePage(_ request: ServerRequest) -> ServerResponse {
    userCodePage(request, code: request.queryParameters["user_code"].flatMap(UserCode.init)?.shown ?? "")
  }

  private func userCodePage(
    _ request: ServerRequest, code: String = "", message: String? = nil, status: Int = 200
  ) -> ServerResponse {
    page(.userCode, holding: "", request) { form in
      pages.userCode(action: Addresses.verificationPath, form: form, code: code, message: message, status: status)
    }
  }

  @Sendable func takeUserCode(_ request: ServerRequest) async throws -> ServerResponse {
    guard let (_, form) = sent(.userCode, request) else { return expiredForm() }
    switch try await find(form["user_code"] ?? "", request) {
    case .accepted(let device):
      return try await visit(device, request) { try await nextForDevice($0, device, hasJustLoggedIn: false, request) }
    case .refused(let refusal):
      return again(refusal, of: "user code", wrong: .userCodeWrong) { userCodePage(request, message: $0, status: $1) }
    }
  }

  /// Finds the device of a code. Guessing codes is slowed down like guessing passwords (RFC 8628 §5.1): by browser, and by account
  /// or, when nobody is signed in, by address. So a guesser does not lock out signed-in users at the same address.
  ///
  /// A correct code clears only the browser's failures: anyone can request a code, so it must not clear the others.
  private func find(_ text: String, _ request: ServerRequest) async throws -> LoginResult<Store.WaitingDevice> {
    let browser = LoginThrottle.Key.browser(request.cookie(Cookie.browser) ?? "")
    let user = try await currentSession(request)?.user.name
    let place: LoginThrottle.Key =
      if let user { .account(.user(user), from: request.address) } else { .address(request.address) }
    return try await throttled(codeQueue, codeThrottle, [browser, place], clearing: [browser]) { [store, now] in
      try UserCode(typed: text).flatMap { code in try store.waitingDevice(code, now: now) }
    }
  }

  /// Judges the device's request against the client as it is now, and continues in the request's language.
  func visit(
    _ device: Store.WaitingDevice, _ request: ServerRequest, _ body: (DeviceRequest) async throws -> ServerResponse
  ) async throws -> ServerResponse {
    RequestNotes.note(client: device.client.id)
    return try await orErrorPage(device.parameters, request) {
      try await body(try checks.checkDevice(device.parameters, device.client))
    }
  }
}

/// The code that a person carries from a device to the verification page (RFC 8628 §6.1): eight letters from an alphabet of twenty.
///
/// The alphabet has no vowels, so that codes form no words, and no letters that look like digits or like each other.
/// 20^8 is 34.5 bits of entropy: enough together with ``Provider/codeThrottle`` and a short lifetime (§5.1).
struct UserCode: Hashable, Sendable {
  static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".unicodeScalars)
  static let length = 8
  /// Longer input is refused unread; a person never types that much.
  private static let maximumTyped = 64

  let letters: String

  private init(letters: String) { self.letters = letters }

  /// Every letter is equally likely: bytes beyond the last multiple of twenty are discarded.
  static func fresh() -> UserCode {
    var letters = String.UnicodeScalarView()
    while letters.count < length {
      for byte in Primitives.random(2 * length) where byte < 240 && letters.count < length {
        letters.append(alphabet[Int(byte) % alphabet.count])
      }
    }
    return UserCode(letters: String(letters))
  }

  /// Reads what a person typed: case does not matter, and characters other than letters and digits are skipped.
  init?(typed text: String) {
    let scalars = text.unicodeScalars
    guard scalars.prefix(UserCode.maximumTyped + 1).count <= UserCode.maximumTyped else { return nil }
    let letters = scalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.map {
      ("a"..."z").contains($0) ? Unicode.Scalar(UInt8($0.value) - 32) : $0
    }
    guard letters.count == UserCode.length, letters.allSatisfy(UserCode.alphabet.contains) else { return nil }
    self.letters = String(String.UnicodeScalarView(letters))
  }

  /// As shown and sent, `WDJB-MJHT`: in two halves, which are easier to remember.
  var shown: String { letters.prefix(4) + "-" + letters.suffix(4) }
}
