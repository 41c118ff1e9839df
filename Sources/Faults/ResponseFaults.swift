import SharedValues

/// The response that a server would have sent with a defect. Pure: the transport sends, and calls this.
package enum ResponseFaults {
  /// The response that replaces the server's, so that no request is sent; `nil`: send it and use ``spoil(_:with:)``.
  /// - Parameters:
  ///   - nonce: a new one at each call.
  ///   - reason: what an answer without a description of its own says.
  package static func instead(
    _ defect: FaultDefect, at endpoint: FaultEndpoint, nonce: @autoclosure () -> String,
    reason: String = FaultDefect.onPurpose
  ) -> HTTPResponse? {
    switch defect {
    case .status(let status): response(status, reason)
    case .nonce(let defect): demanding(defect, nonce(), at: endpoint, reason)
    case .client(let defect) where endpoint != .registration:
      response(
        StatusDefect(
          401, error: "invalid_client",
          description: defect == .revoked ? "the client was revoked" : "the client secret has expired"))
    default: nil
    }
  }

  /// The server's response with the defect; `nil`: the response has nothing that could have it.
  ///
  /// ``IDTokenForge`` handles ID tokens.
  package static func spoil(_ response: HTTPResponse, with defect: FaultDefect) -> HTTPResponse? {
    switch defect {
    case .body(.wrongContentType):
      guard !response.body.isEmpty, response.contentType != "text/html" else { return nil }
      var page = response
      page.headers.removeAll { $0.isNamed("Content-Type") }
      page.headers.append(HTTPHeader("Content-Type", "text/html; charset=utf-8"))
      return page
    case .body(.portal): return portal
    case .body(.truncated):
      guard !response.body.isEmpty else { return nil }
      return with(response, Array(response.body.prefix(response.body.count / 2)))
    // Spaces are legal around JSON, so only the size is wrong.
    case .body(.oversized): return with(response, response.body + [UInt8](repeating: 0x20, count: (1 << 20) + 1))
    case .missingMember(let name): return changed(response, name, nil)
    case .wrongMember(let name, let value): return changed(response, name, value)
    // A time in 1970, which every clock has passed. 0 would mean never (RFC 7591 §3.2.1).
    case .client(.expired): return changed(response, "client_secret_expires_at", 1, onlyIfThere: "client_secret")
    default: return nil
    }
  }

  private static let portal: HTTPResponse = {
    let page = "<!doctype html><title>Wi-Fi</title><p>Welcome. Sign in to use this network.\n"
    return HTTPResponse(
      200,
      headers: [
        HTTPHeader("Content-Type", "text/html; charset=utf-8"), HTTPHeader("Content-Length", "\(page.utf8.count)"),
      ], body: Array(page.utf8))
  }()

  /// 400 from the authorization server (RFC 9449 §8), 401 with a challenge from a resource (§9).
  private static func demanding(
    _ defect: NonceDefect, _ nonce: String, at endpoint: FaultEndpoint, _ reason: String
  ) -> HTTPResponse {
    let code = "use_dpop_nonce"
    let isResource = endpoint == .userinfo || endpoint == .registration
    var demand = response(StatusDefect(isResource ? 401 : 400, error: code), reason)
    if isResource { demand.headers.append(HTTPHeader("WWW-Authenticate", #"DPoP error="\#(code)""#)) }
    switch defect {
    case .alwaysNew: demand.headers.append(HTTPHeader("DPoP-Nonce", nonce))
    case .malformed: demand.headers.append(HTTPHeader("DPoP-Nonce", #"no "nonce""#))
    case .withheld: break
    }
    return demand
  }

  private static func response(_ defect: StatusDefect, _ reason: String = FaultDefect.onPurpose) -> HTTPResponse {
    let error: JSON? = defect.error.map {
      ["error": .string($0), "error_description": .string(defect.description ?? reason)]
    }
    let body = error?.compact ?? "\(defect.status): \(reason)\n"
    var headers = [HTTPHeader("Content-Type", error == nil ? "text/plain" : "application/json")]
    if let seconds = defect.retryAfter { headers.append(HTTPHeader("Retry-After", "\(seconds)")) }
    headers.append(HTTPHeader("Content-Length", "\(body.utf8.count)"))
    return HTTPResponse(defect.status, headers: headers, body: Array(body.utf8))
  }

  /// The response with one member changed; `nil` for an error, which has other members.
  private static func changed(
    _ response: HTTPResponse, _ name: String, _ value: JSON?, onlyIfThere needed: String? = nil
  ) -> HTTPResponse? {
    guard (200..<300).contains(response.status), let json = try? JSON.parse(response.body), json.objectValue != nil
    else { return nil }
    if let needed, json[needed] == nil { return nil }
    let spoiled = json.setting(name, value)
    return spoiled == json ? nil : with(response, Array(spoiled.compact.utf8))
  }

  static func with(_ response: HTTPResponse, _ body: [UInt8]) -> HTTPResponse {
    var response = response
    response.body = body
    for index in response.headers.indices where response.headers[index].isNamed("Content-Length") {
      response.headers[index].value = "\(body.count)"
    }
    return response
  }
}
