import Foundation
import PackagePlugin

/// Puts the texts of a target into its program: for each of its folders without Swift a dictionary in `enum Embedded`, by file name; and
/// for its folders `Words`, wherever they are, the phrases in three languages.
///
/// As string literals: `resources: [.embedInCode]` makes arrays of bytes, and the compiler was busy with those for half a minute.
@main struct EmbedTexts: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let tool = try context.tool(named: "embed-texts").url
    func embed(_ what: String, _ folders: [URL], as name: String) throws -> [Command] {
      if folders.isEmpty { return [] }
      let output = context.pluginWorkDirectoryURL.appending(path: name)
      return [
        .buildCommand(
          displayName: "Embedding the \(what) of \(target.name)", executable: tool,
          arguments: [what, output.path()] + folders.map { $0.path() },
          inputFiles: try folders.flatMap(contents).map { $0.resolvingSymlinksInPath() },
          outputFiles: [output])
      ]
    }
    let words = try folders(called: "Words", in: target.directoryURL)
    let texts = try contents(of: target.directoryURL).filter { folder in
      guard folder.hasDirectoryPath, folder.lastPathComponent != "Words" else { return false }
      let inner = try contents(of: folder)
      return !inner.isEmpty && !inner.contains { $0.hasDirectoryPath || $0.pathExtension == "swift" }
    }
    return try embed("texts", texts, as: "Embedded.swift") + embed("words", words, as: "Words.swift")
  }

  private func contents(of folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
      .filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.path() < $1.path() }
  }

  private func folders(called name: String, in folder: URL) throws -> [URL] {
    try contents(of: folder).filter(\.hasDirectoryPath).flatMap { inner in
      inner.lastPathComponent == name ? [inner] : try folders(called: name, in: inner)
    }
  }
}
