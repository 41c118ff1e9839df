/// The standard claims of an account besides name and address (OpenID Connect Core §5.1), with the type of each value (§5.1.1).
public enum UserClaim: Sendable {
  case text, number, flag
  /// An object with text members only.
  case texts

  public static let further: [String: UserClaim] = [
    "middle_name": .text, "nickname": .text, "profile": .text, "picture": .text, "website": .text, "gender": .text,
    "birthdate": .text, "zoneinfo": .text, "locale": .text, "updated_at": .number, "phone_number": .text,
    "phone_number_verified": .flag, "address": .texts,
  ]

  public func fits(_ value: JSON) -> Bool {
    switch self {
    case .text: value.stringValue?.isEmpty == false
    case .number: value.intValue != nil
    case .flag: value.boolValue != nil
    case .texts: value.objectValue?.allSatisfy { UserClaim.text.fits($0.value) } ?? false
    }
  }
}
