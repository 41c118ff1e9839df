import ForeignText
import Workshop
import FoundationEssentials
import OAuthClient
import SharedValues

/// Requests of the lesson's own, put together from its file.
@MainActor
enum LabRequests {
  /// - Parameters:
  ///   - proof: of a key, for the header `DPoP`.
  ///   - assertion: for the form.
  static func http(_ request: LabRequest, _ world: LabWorld, proof: String?, assertion: String?) -> HTTPRequest {
    var headers: [HTTPHeader] = []
    if let bearer = request.bearer { headers.append(HTTPHeader("Authorization", "Bearer " + world.filled(bearer))) }
    if let dpop = request.dpop { headers.append(HTTPHeader("Authorization", "DPoP " + world.filled(dpop))) }
    if let proof { headers.append(HTTPHeader(DPoPProof.header, proof)) }
    if let basic = request.basic {
      // RFC 6749 §2.3.1: both halves are form-encoded before they are joined.
      let pair =
        PercentCoding.encode(world.filled(basic.name), .unreserved) + ":"
        + PercentCoding.encode(world.filled(basic.value), .unreserved)
      headers.append(HTTPHeader("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()))
    }
    var body: [UInt8] = []
    switch request.body {
    case .none: break
    case .form(let pairs):
      headers.append(HTTPHeader("Content-Type", "application/x-www-form-urlencoded"))
      var filled = pairs.map { (name: $0.name, value: world.filled($0.value)) }
      if let assertion {
        filled += [(ClientAssertion.typeParameter, ClientAssertion.type), (ClientAssertion.parameter, assertion)]
      }
      body = Array(PercentCoding.encode(filled, .unreserved).utf8)
    case .json(let json):
      headers.append(HTTPHeader("Content-Type", "application/json"))
      body = Array(filled(json, world).compact.utf8)
    }
    return HTTPRequest(
      request.method, world.filled(request.url), headers: headers, body: body, endpoint: endpoint(request))
  }

  private static func endpoint(_ request: LabRequest) -> Endpoint {
    switch request.url {
    case "{token_endpoint}", "{rogue_token_endpoint}": .token
    case "{registration_endpoint}": .registration
    case "{userinfo_endpoint}": .userinfo
    case "{pushed_authorization_request_endpoint}": .pushedAuthorization
    default: request.url.hasPrefix(bytes: "{api}") ? .api : .other
    }
  }

  private static func filled(_ json: JSON, _ world: LabWorld) -> JSON {
    switch json {
    case .string(let text): .string(world.filled(text))
    case .array(let items): .array(items.map { filled($0, world) })
    case .object(let members): .object(members.map { JSON.Member($0.name, filled($0.value, world)) })
    default: json
    }
  }
}
