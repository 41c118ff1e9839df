import SharedValues

/// Where an answer deviates from the specifications, and how this app still read it.
public struct Leniency: Hashable, Sendable {
  public enum Deviation: String, Hashable, Sendable, CaseIterable {
    /// `null`, `""`, `[]` or `{}`: counts as absent.
    case empty
    /// Of another type, or out of range: counts as absent.
    case unreadable
    /// Some of its values are not strings and were left out.
    case partly
    case numberAsText, flagAsText, milliseconds, date, textAsList, listAsText
    /// `registration_client_uri` is no address that the registration access token may be sent to: neither is used.
    case unmanaged
  }

  public var answer: AnswerMember.Answer
  /// As in ``AnswerMember/name``.
  public var name: String
  public var deviation: Deviation

  /// The leniencies of an answer. A refused answer has none: it is reported as an error.
  public static func of(_ response: HTTPResponse, to request: HTTPRequest) -> [Leniency] {
    guard (200..<300).contains(response.status), let answer = AnswerMember.Answer(of: request),
      let json = try? JSON.parse(response.body), json.objectValue != nil
    else { return [] }
    var found = json.reading(as: answer).leniencies
    if answer == .registration {
      let place = json["registration_client_uri"]?.stringValue
      if let place, !place.isEmpty, !RegistrationResponse.isPlace(place, at: request.url) {
        found.append(Leniency(answer: answer, name: "registration_client_uri", deviation: .unmanaged))
      }
    }
    if answer == .jwks {
      let keys = json["keys"]?.arrayValue ?? []
      if keys.contains(where: { $0.objectValue == nil }) {
        found.append(Leniency(answer: answer, name: "keys", deviation: .partly))
      }
      for leniency in keys.flatMap({ $0.reading(as: .key).leniencies }) where !found.contains(leniency) {
        found.append(leniency)
      }
    }
    return found
  }
}

extension AnswerMember.Answer {
  /// The kind of answer to a request of this app; `nil`: the table does not cover it.
  fileprivate init?(of request: HTTPRequest) {
    switch request.endpoint {
    case .metadata: self = .metadata
    case .registration where request.method != "DELETE": self = .registration
    case .token, .refresh, .push: self = .token
    case .pushedAuthorization: self = .pushedAuthorization
    case .deviceAuthorization: self = .deviceAuthorization
    case .jwks: self = .jwks
    case .userinfo: self = .userinfo
    default: return nil
    }
  }
}
