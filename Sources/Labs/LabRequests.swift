import ForeignText
import Workshop
import FoundationEssentials
import OAuthClient
import SharedValues

/// Builds the lesson's own requests from its file.
enum LabRequests {
  /// - Parameters:
  ///   - filled: replaces the names of the lab's values by the values.
  ///   - addresses: see ``Endpoint/init(of:addresses:)``.
  ///   - proof: the key's proof, for the header `DPoP`.
  ///   - assertion: the client assertion, for the form.
  static func http(
    _ request: LabRequest, proof: String?, assertion: String?, filled: (String) -> String,
    addresses: (String) -> [String]
  ) -> HTTPRequest {
    var headers: [HTTPHeader] = []
    if let bearer = request.bearer { headers.append(HTTPHeader("Authorization", "Bearer " + filled(bearer))) }
    if let dpop = request.dpop { headers.append(HTTPHeader("Authorization", "DPoP " + filled(dpop))) }
    if let proof { headers.append(HTTPHeader(DPoPProof.header, proof)) }
    if let basic = request.basic {
      // RFC 6749 §2.3.1: both halves are form-encoded before they are joined.
      let pair =
        PercentCoding.encode(filled(basic.name), .unreserved) + ":"
        + PercentCoding.encode(filled(basic.value), .unreserved)
      headers.append(HTTPHeader("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()))
    }
    var body: [UInt8] = []
    switch request.body {
    case .none: break
    case .form(let pairs):
      headers.append(HTTPHeader("Content-Type", "application/x-www-form-urlencoded"))
      var parameters = pairs.map { (name: $0.name, value: filled($0.value)) }
      if let assertion {
        parameters += [(ClientAssertion.typeParameter, ClientAssertion.type), (ClientAssertion.parameter, assertion)]
      }
      body = Array(PercentCoding.encode(parameters, .unreserved).utf8)
    case .json(let json):
      headers.append(HTTPHeader("Content-Type", "application/json"))
      body = Array(LabRequests.filled(json, filled).compact.utf8)
    }
    var http = HTTPRequest(request.method, filled(request.url), headers: headers, body: body)
    http.endpoint = Endpoint(of: http, addresses: addresses)
    return http
  }

  private static func filled(_ json: JSON, _ fill: (String) -> String) -> JSON {
    switch json {
    case .string(let text): .string(fill(text))
    case .array(let items): .array(items.map { filled($0, fill) })
    case .object(let members): .object(members.map { JSON.Member($0.name, filled($0.value, fill)) })
    default: json
    }
  }
}
