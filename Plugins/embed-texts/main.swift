import Foundation

// usage: embed-texts texts OUTPUT FOLDER...    writes `enum Embedded` with a dictionary for each folder
//        embed-texts words OUTPUT FOLDER...    writes the phrases of `en.txt`, `de.txt` and `sv.txt` in each folder

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  guard arguments.count > 2 else { throw WordListFault(description: "usage: embed-texts texts|words OUTPUT FOLDER...") }
  let folders = arguments.dropFirst(2).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  let swift = arguments[0] == "words" ? try WordLists(folders).swift() : try embedded(folders)
  try swift.write(toFile: arguments[1], atomically: true, encoding: .utf8)
} catch {
  print(error)
  exit(1)
}

func embedded(_ folders: [String]) throws -> String {
  var lines = ["enum Embedded {"]
  for folder in folders {
    let name = folder.split(separator: "/").last.map(String.init) ?? ""
    lines.append("  static let \(name.prefix(1).lowercased() + name.dropFirst()): [String: String] = [")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where !file.hasPrefix(".") {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      lines.append("    \(file.debugDescription): \(text.debugDescription),")
    }
    lines.append("  ]")
  }
  return (lines + ["}", ""]).joined(separator: "\n")
}
