import FoundationEssentials
import SharedValues

extension AnswerMember {
  struct Reading: Hashable {
    /// The value as the specifications write it; `nil`: it counts as absent.
    var value: JSON?
    /// `nil`: the value needed no change.
    var deviation: Leniency.Deviation?
  }

  func read(_ value: JSON) -> Reading {
    // An empty string of words is valid: it grants nothing.
    if value.isEmpty, !(form == .words && value == "") { return Reading(value: nil, deviation: .empty) }
    switch form {
    case .text, .address: return value.stringValue == nil ? .unreadable : Reading(value: value)
    case .token: return value.stringValue.map(AnswerMember.isToken) == true ? Reading(value: value) : .unreadable
    case .time: return AnswerMember.time(value)
    case .duration: return AnswerMember.duration(value)
    case .list: return AnswerMember.list(value)
    case .words: return AnswerMember.words(value)
    case .flag: return AnswerMember.flag(value)
    case .object: return value.objectValue == nil ? .unreadable : Reading(value: value)
    case .objects: return value.arrayValue == nil ? .unreadable : Reading(value: value)
    }
  }

  private static func isToken(_ text: String) -> Bool { text.isTokenText && text.utf8.count <= ResponseObject.longest }

  /// A number, its digits in a string, milliseconds, or a date of ISO 8601.
  private static func time(_ value: JSON) -> Reading {
    if let seconds = value.doubleValue { return time(seconds, nil, as: value) }
    guard let text = value.stringValue else { return .unreadable }
    if let seconds = digits(text) { return time(seconds, .numberAsText, as: nil) }
    guard text.utf8.count <= 40, let date = date(text) else { return .unreadable }
    return time(date.timeIntervalSince1970.rounded(.down), .date, as: nil)
  }

  /// - Parameter written: the number as it was written, fractions included; `nil`: it was no number.
  private static func time(_ seconds: Double, _ deviation: Leniency.Deviation?, as written: JSON?) -> Reading {
    let times = ResponseObject.times
    if times.contains(seconds) { return Reading(value: written ?? .number(String(Int(seconds))), deviation: deviation) }
    guard seconds > times.upperBound, times.contains(seconds / 1000) else { return .unreadable }
    return Reading(value: .number(String(Int(seconds / 1000))), deviation: .milliseconds)
  }

  private static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }

  private static func duration(_ value: JSON) -> Reading {
    if let seconds = value.doubleValue { return seconds >= 0 ? Reading(value: value) : .unreadable }
    guard let seconds = value.stringValue.flatMap(digits) else { return .unreadable }
    return Reading(value: .number(String(Int(min(seconds, 1e15)))), deviation: .numberAsText)
  }

  private static func digits(_ text: String) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Double(text)
  }

  private static func list(_ value: JSON) -> Reading {
    if let text = value.stringValue {
      let words = text.split(scalar: " ").map(String.init)
      return words.isEmpty ? .unreadable : Reading(value: .strings(words), deviation: .textAsList)
    }
    guard let values = value.arrayValue else { return .unreadable }
    let texts = values.compactMap(\.stringValue)
    if texts.count == values.count { return Reading(value: value) }
    return texts.isEmpty ? .unreadable : Reading(value: .strings(texts), deviation: .partly)
  }

  private static func words(_ value: JSON) -> Reading {
    if value.stringValue != nil { return Reading(value: value) }
    guard let words = value.stringArray else { return .unreadable }
    return Reading(value: .string(words.joined(separator: " ")), deviation: .listAsText)
  }

  private static func flag(_ value: JSON) -> Reading {
    if value.boolValue != nil { return Reading(value: value) }
    switch value.stringValue {
    case "true": return Reading(value: true, deviation: .flagAsText)
    case "false": return Reading(value: false, deviation: .flagAsText)
    default: return .unreadable
    }
  }
}

extension AnswerMember.Reading {
  static let unreadable = AnswerMember.Reading(value: nil, deviation: .unreadable)
}

extension JSON {
  /// The answer as the specifications write it: see ``AnswerMember``. Members that are needed or decide security stay as they are.
  func reading(as answer: AnswerMember.Answer) -> (json: JSON, leniencies: [Leniency]) {
    var (document, found) = (self, [Leniency]())
    for member in AnswerMember.rows(of: answer) where member.need == .optional {
      let path = member.name.split(scalar: ".").map(String.init)
      let holder = path.count == 1 ? document : document[path[0]]
      guard let name = path.last, let value = holder?[name] else { continue }
      let reading = member.read(value)
      guard let deviation = reading.deviation else { continue }
      found.append(Leniency(answer: answer, name: member.name, deviation: deviation))
      let mended = holder?.setting(name, reading.value)
      document = path.count == 1 ? mended ?? document : document.setting(path[0], mended)
    }
    return (document, found)
  }
}

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
