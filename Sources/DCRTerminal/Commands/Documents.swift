/// The documents that come with the program: files beside it, so that they can be read without the program, too.
struct Documents {
  let folder: String

  /// - Parameter program: the documents lie in `../share/dcr-terminal/docs` beside it, if it comes from a package, the tarball or `make install`. A
  ///   program that was built in a clone uses the clone's `docs`.
  /// - Throws: `documents_missing`.
  init(beside program: String = OwnPrograms.app) throws(CommandError) {
    let installed = AbsolutePath.of(AbsolutePath.folder(of: program) + "/../share/dcr-terminal/docs")
    let clone = program.byteRange(of: "/.build/").map { String(program[..<$0.lowerBound]) + "/docs" }
    let folders = [installed, clone].compactMap { $0 }
    guard let found = folders.first(where: { !Documents.topics(in: $0).isEmpty }) else {
      throw CommandError(.documentsMissing, ["path": installed])
    }
    folder = found
  }

  var topics: [String] { Documents.topics(in: folder) }

  private static func topics(in folder: String) -> [String] {
    AbsolutePath.names(in: folder).compactMap { $0.without(suffix: ".md").map { String($0) } }.sorted()
  }

  var list: String {
    let rows = topics.map { topic in
      let text = (try? text(at: "\(folder)/\(topic).md")) ?? ""
      return [topic, text.firstLine.without(prefix: "# ").map { String($0) } ?? ""]
    }
    return Columns.text(rows) + "\n\nThese documents, schemas and examples are files in \(folder)."
  }

  /// The path of a topic, upper or lower case, or of a file's name. Throws `topic_unknown`, which names similar topics.
  func path(of word: String) throws(CommandError) -> String {
    let name = (word.split(scalar: "/").last.map { String($0) } ?? "").lowercased()
    let wanted = name.without(suffix: ".md").map { String($0) } ?? name
    let topics = topics
    if let topic = topics.first(where: { $0.lowercased() == wanted }) { return "\(folder)/\(topic).md" }
    throw CommandError(.topicUnknown, ["received": word, "expected": Suggestion.text(wanted, topics, slips: 2)])
  }

  /// - Throws: `documents_missing`.
  func text(at path: String) throws(CommandError) -> String {
    guard let bytes = SmallFile.whole(path, limit: 1 << 20) else {
      throw CommandError(.documentsMissing, ["path": path])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
