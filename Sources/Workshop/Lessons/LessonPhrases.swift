import Catalogue

/// Why a lesson file is not used, by the code of the problem.
extension Phrase {
  package static func lessonFault(_ code: String) -> Phrase {
    switch code {
    case "not_json": .lessonFaultNotJSON
    case "missing": .lessonFaultMissing
    case "unknown_member": .lessonFaultUnknown
    case "unknown_variable": .lessonFaultVariable
    case "too_large": .lessonFaultTooLarge
    case "unreadable": .lessonFaultUnreadable
    default: .lessonFaultWrong
    }
  }
}
