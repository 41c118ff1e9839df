import ForeignText
import Glibc
import Workshop
import AppState
import Catalogue
import FoundationEssentials
import Screens
import SmallFiles

/// Writes the panels' exports into one folder (mode 0700): each file (mode 0600) whole or not at all, never over
/// another file.
struct ExportWriter: Sendable {
  /// The outcome of an export.
  struct Written: Sendable {
    var files: [String]
    /// The text that is also copied to the clipboard; `nil`: none is.
    var clipboard: String?
  }

  let folder: String
  /// The files that a complete curl command has to name.
  var curlFiles = CurlCommand.Files()
  /// The certificate authority for messages that are not this phone's, by their subject.
  var authorityOf: @Sendable (MessageLog.Subject) -> String? = { _ in nil }
  /// Gives the time zone; ``language`` gives the language.
  var look = Look()
  var language: @Sendable () -> Language = { .english }

  /// Runs off the caller's actor, because ten thousand messages take a moment.
  func write(_ request: ExportRequest) async -> Result<Written, ExportProblem> {
    await Task.detached { () -> Result<Written, ExportProblem> in
      do throws(ExportProblem) { return .success(try written(request)) } catch { return .failure(error) }
    }.value
  }

  /// Writes a bundle of evidence, off the main actor, because drawing its pictures takes a moment.
  func write(_ bundle: EvidenceBundle) async -> Result<EvidenceFile, ExportProblem> {
    await Task.detached { () -> Result<EvidenceFile, ExportProblem> in
      let bytes = bundle.archive.bytes
      do throws(ExportProblem) {
        let path = try save(bytes, "evidence-\(ExportWriter.stamp(bundle.request.time))", "zip")
        return .success(EvidenceFile(path: path, bytes: bytes.count))
      } catch { return .failure(error) }
    }.value
  }

  private func written(_ request: ExportRequest) throws(ExportProblem) -> Written {
    let stamp = ExportWriter.stamp(request.time)
    let name = request.messages.subject.map { $0.name + "-" } ?? ""
    switch request.kind {
    case .curl(let number):
      var files = curlFiles
      if !request.embeddedServer { files.authority = nil }
      if let subject = request.messages.subject { files.authority = authorityOf(subject) }
      guard let message = request.messages.message(number),
        let text = CurlCommand().text(for: message, files: files)
      else { throw ExportProblem(.exportGone, path: "", detail: String(number)) }
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

  static func archive(_ request: ExportRequest) -> String {
    let log = request.messages
    return HTTPArchive(
      version: DCRTerminalCommand.version, issuer: request.messages.serverURL ?? request.issuer,
      parts: log.subject == nil ? [] : log.flows
    ).text(request.listed)
  }

  private func save(_ texts: [(stem: String, ending: String, text: String)]) throws(ExportProblem) -> [String] {
    var paths: [String] = []
    for (stem, ending, text) in texts { paths.append(try save(Array(text.utf8), stem, ending)) }
    return paths
  }

  /// Saves the bytes under a free name and returns the file's path.
  func save(_ bytes: [UInt8], _ stem: String, _ ending: String) throws(ExportProblem) -> String {
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw ExportWriter.problem(errno, folder) }
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

  static func save(_ text: String, to path: String) throws(ExportProblem) { try save(Array(text.utf8), to: path) }

  static func save(_ bytes: [UInt8], to path: String) throws(ExportProblem) {
    do { try SmallFile.replace(path, by: bytes) } catch {
      throw ExportProblem(
        error.isNoSpace ? ProblemCode.exportNoSpace : .exportUnwritable, path: path, detail: error.message)
    }
  }

  private static func problem(_ number: Int32, _ path: String) -> ExportProblem {
    ExportProblem(
      [ENOSPC, EDQUOT].contains(number) ? ProblemCode.exportNoSpace : .exportUnwritable, path: path,
      detail: String(cString: strerror(number)))
  }

  /// `2026-11-21T225053Z`: sorts by time and is a valid file name everywhere.
  static func stamp(_ date: Date) -> String {
    date.formatted(.iso8601).replacingBytes(of: ":", with: "")
  }
}
