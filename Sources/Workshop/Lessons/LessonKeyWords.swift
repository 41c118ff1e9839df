import Catalogue
import Screens
import SharedValues

/// Words for an operation's keys and signatures.
extension LessonWords {
  static func keys(_ device: String, _ use: KeyUse?, _ look: Look) -> String {
    guard let use else { return look.catalogue(.deedKeys, ["device": device]) }
    return look.catalogue(.deedMakeKey, ["device": device, "use": use.rawValue])
  }

  /// How a request proves that it has a key, or that it does not.
  static func signatures(_ request: LabRequest) -> [(Phrase, [String: String])] {
    var details: [(Phrase, [String: String])] = []
    switch request.assertion {
    case .signed(let signature): details.append((.deedAssertion, ["device": signature.device]))
    case .text: details.append((.deedAssertionOld, [:]))
    case nil: break
    }
    switch request.proof {
    case .signed(let signature): details.append((.deedProof, ["device": signature.device]))
    case .text: details.append((.deedProofOld, [:]))
    case nil: if request.dpop != nil { details.append((.deedWithoutProof, [:])) }
    }
    let ahead = [request.proof, request.assertion].compactMap { signed in
      if case .signed(let signature)? = signed, signature.ahead > 0 { signature.ahead } else { nil }
    }
    if let seconds = ahead.first { details.append((.deedDatedAhead, ["count": "\(seconds)"])) }
    if request.isCaught { details.append((.deedCaught, [:])) }
    return details
  }

  /// Policies as the configuration spells them.
  static func policies(_ policies: JSON) -> String {
    (policies.objectValue ?? []).map { "\($0.name) \($0.value.stringValue ?? "")" }.joined(separator: ", ")
  }
}
