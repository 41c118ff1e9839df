import Catalogue
import Screens
import SharedValues

extension Look {
  /// What a value is called, by its name in a family of phrases.
  func word(_ name: String, in family: [String: Phrase], _ values: [String: String] = [:]) -> String {
    family[name].map { catalogue($0, values) } ?? name
  }
}

extension DocumentProblem {
  /// Why the file is not used, in the words for files of its kind.
  func words(_ phrases: [String: Phrase], _ catalogue: Catalogue) -> String {
    let values = ["line": "\(line)", "member": member, "expected": catalogue(expected)]
    return (phrases[code] ?? phrases["wrong"]).map { catalogue($0, values) } ?? code
  }
}

/// A table of Tables/: in each line a name, and the names that belong to it.
func namedRows<Name: RawRepresentable<String> & Hashable>(of file: String) -> [Name: [Name]] {
  let rows = (Embedded.tables[file] ?? "").lines.map { $0.split(scalar: " ").compactMap { Name(rawValue: String($0)) } }
  return Dictionary(uniqueKeysWithValues: rows.filter { !$0.isEmpty }.map { ($0[0], Array($0.dropFirst())) })
}
