import FoundationEssentials

// usage: embed-texts OUTPUT FOLDER...    writes `enum Embedded` with a dictionary for each folder

let words = CommandLine.arguments
var lines = ["enum Embedded {"]
for folder in words.dropFirst(2) {
  let path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  let name = path.split(separator: "/").last.map(String.init) ?? ""
  lines.append("  static let \(name.prefix(1).lowercased() + name.dropFirst()): [String: String] = [")
  for file in try FileManager.default.contentsOfDirectory(atPath: path).sorted() where !file.hasPrefix(".") {
    let text = try String(contentsOfFile: path + "/" + file, encoding: .utf8)
    lines.append("    \(file.debugDescription): \(text.debugDescription),")
  }
  lines.append("  ]")
}
lines.append("}\n")
try lines.joined(separator: "\n").write(toFile: words[1], atomically: true, encoding: .utf8)
