import Foundation
import PackagePlugin

/// Puts the texts of a target into its program: for each of its folders without Swift a dictionary in `enum Embedded`, by file name.
///
/// As string literals: `resources: [.embedInCode]` makes arrays of bytes, and the compiler was busy with those for half a minute.
@main struct EmbedTexts: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let folders = try contents(of: target.directoryURL).filter { $0.hasDirectoryPath }
      .map { (folder: $0, files: try contents(of: $0)) }
      .filter { !$0.files.contains { $0.hasDirectoryPath || $0.pathExtension == "swift" } }
    let output = context.pluginWorkDirectoryURL.appending(path: "Embedded.swift")
    return [
      .buildCommand(
        displayName: "Embedding the texts of \(target.name)", executable: try context.tool(named: "embed-texts").url,
        arguments: [output.path()] + folders.map { $0.folder.path() }, inputFiles: folders.flatMap(\.files),
        outputFiles: [output])
    ]
  }

  private func contents(of folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
      .filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.path() < $1.path() }
  }
}
