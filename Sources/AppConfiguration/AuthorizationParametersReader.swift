import Programs
import Catalogue
import OAuthClient

/// `authorizationParameters`: the parameters that the deployment adds to authorization requests. A wrong one is named and refused at the start, never
/// dropped silently.
enum AuthorizationParametersReader {
  static func read(_ reader: inout MemberReader) throws(CommandError) -> AuthorizationParameters {
    guard let members = try reader.members("authorizationParameters") else { return .none }
    do { return try AuthorizationParameters(members) } catch {
      let value = members.first { $0.name == error.name }?.value ?? .null
      throw reader.wrong("authorizationParameters." + error.name, expected(error.rule), value)
    }
  }

  private static func expected(_ rule: AuthorizationParameterError.Rule) -> Phrase {
    switch rule {
    case .ownedByProtocol: .expectedOtherParameter
    case .name: .expectedParameterName
    case .text: .expectedParameterText
    case .seconds: .expectedSeconds
    case .languages: .expectedLanguages
    case .list: .expectedWords
    case .display: .expectedDisplay
    }
  }
}
