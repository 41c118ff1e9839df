import Programs
import Glibc
import SharedValues
import Workshop
import AppState
import Catalogue
import FoundationEssentials
import Screens
import SmallFiles

/// Writes the panels' exports into one folder (mode 0700): each file (mode 0600) whole or not at all, never over another file.
package struct ExportWriter: Sendable {
  package struct Written: Sendable {
    package var files: [String]
    /// The text that is also copied to the clipboard; `nil`: none is.
    package var clipboard: String?
  }

  package let folder: String
  package var curlFiles = CurlCommand.Files()
  /// The certificate authority for messages that are not this phone's, by their subject.
  package var authorityOf: @Sendable (MessageLog.Subject) -> String? = { _ in nil }
  /// Gives the time zone; ``language`` gives the language.
  package var look = Look()
  package var language: @Sendable () -> Language = { .english }

  package init(folder: String) { self.folder = folder }

  /// Runs off the caller's actor, because ten thousand messages take a moment.
  package func write(_ request: ExportRequest) async -> Result<Written, FileProblem> {
    await Task.detached { Result { () throws(FileProblem) in try written(request) } }.value
  }

  private func written(_ request: ExportRequest) throws(FileProblem) -> Written {
    let stamp = ExportWriter.stamp(request.time)
    let name = request.messages.subject.map { $0.name + "-" } ?? ""
    switch request.kind {
    case .curl(let number):
      var files = curlFiles
      if !request.embeddedServer { files.authority = nil }
      if request.messages.isInSteps, let subject = request.messages.subject { files.authority = authorityOf(subject) }
      guard let message = request.messages.message(number), let text = CurlCommand().text(for: message, files: files)
      else { throw FileProblem(.exportGone, path: "", detail: number) }
      return Written(files: try save([("request-\(number)-\(stamp)", "sh", text)]), clipboard: text)
    case .archive: return Written(files: try save([("messages-\(name)\(stamp)", "har", ExportWriter.archive(request))]))
    case .diagram:
      return Written(
        files: try save([
          ("sequence-\(name)\(stamp)", "svg", SVGText(look: words).text(request.messages)),
          ("sequence-\(name)\(stamp)", "mmd", MermaidText(look: words).text(request.messages)),
        ]))
    }
  }

  private var words: Look {
    var words = look
    words.catalogue = Catalogue(language())
    return words
  }

  package static func archive(_ request: ExportRequest) -> String {
    let log = request.messages
    return HTTPArchive(
      version: ProductVersion.text, issuer: request.messages.serverURL ?? request.issuer,
      parts: log.subject == nil ? [] : log.flows
    ).text(request.listed)
  }

  private func save(_ texts: [(stem: String, ending: String, text: String)]) throws(FileProblem) -> [String] {
    try texts.map { file throws(FileProblem) in try save(Array(file.text.utf8), file.stem, file.ending) }
  }

  /// Saves the bytes under a free name and returns the file's path.
  package func save(_ bytes: [UInt8], _ stem: String, _ ending: String) throws(FileProblem) -> String {
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      let error = SystemError.last
      throw FileProblem(error.isNoSpace ? .exportNoSpace : .exportUnwritable, path: folder, detail: error)
    }
    let path = free(stem, ending)
    try ExportWriter.save(bytes, to: path)
    return path
  }

  /// A name that is free; two exports in the same second get different names.
  private func free(_ stem: String, _ ending: String) -> String {
    for number in 1..<1000 {
      let path = "\(folder)/\(stem)\(number == 1 ? "" : "-\(number)").\(ending)"
      if access(path, F_OK) != 0 { return path }
    }
    return "\(folder)/\(stem).\(ending)"
  }

  package static func save(_ bytes: [UInt8], to path: String) throws(FileProblem) {
    do { try SmallFile.writeNamed(path, by: bytes) } catch {
      throw FileProblem(
        error.isNoSpace ? ProblemCode.exportNoSpace : .exportUnwritable, path: path, detail: error)
    }
  }

  /// `2026-11-21T225053Z`: sorts by time and is a valid file name everywhere.
  package static func stamp(_ date: Date) -> String { date.formatted(.iso8601).replacingBytes(of: ":", with: "") }
}
