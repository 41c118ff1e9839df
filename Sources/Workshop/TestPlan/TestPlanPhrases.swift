import Catalogue

extension Phrase {
  /// Why a file of a plan or a run is not used, by the code of the problem.
  package static func checksFileProblem(_ code: String) -> Phrase {
    switch code {
    case "not_json": .checksFileNotJSON
    case "missing": .checksFileMissing
    case "unknown_member": .checksFileUnknown
    case "duplicate_id": .checksFileDuplicate
    case "empty_steps", "empty_expected": .checksFileEmpty
    case "unknown_preset", "unknown_script": .checksFileNoSuch
    case "too_large": .checksFileTooLarge
    case "unreadable": .checksFileUnreadable
    default: .checksFileWrong
    }
  }
}
