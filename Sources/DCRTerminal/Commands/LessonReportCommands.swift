extension LessonsCommand {
  struct Report: AsyncParsableCommand {
    static let configuration = CommandConfiguration("lessons report")
    @OptionGroup var global: GlobalOptions
    @Option(help: .of("lessons report", "by")) var by = LessonReport.Subject.lesson
    @Flag(help: "JSON for scripts.") var json = false
    @Flag(help: "Comma-separated values, for a spreadsheet.") var csv = false
    @Option(help: .of("lessons report", "page"), completion: .file()) var page: String?
    @Argument(help: .of("lessons report", "directories"), completion: .directory) var directories: [String] = []

    func validate() throws {
      guard [json, csv, page != nil].count(where: \.self) < 2 else {
        throw ValidationError("One of --json, --csv and --page, not several.")
      }
      guard page == nil || by == .lesson else { throw ValidationError("A page has all that --by can choose.") }
    }

    func run() async throws {
      for directory in directories where !AbsolutePath.isFolder(AbsolutePath.of(directory)) {
        throw CommandError(.noDataDirectory, ["path": AbsolutePath.of(directory)])
      }
      let paths = directories.isEmpty ? [try global.dataDirectory(making: false).path] : directories
      let report = try LessonReport(paths)
      for problem in report.problems { StandardError.warn("\(problem) cannot be read as progress, and is left out") }
      if let page {
        let path = AbsolutePath.of(page)
        try SmallFile.writeNamed(path, by: LessonPrint.report(report, now: Date()), orThrow: .lessonReportUnwritable)
        return StandardOutput.line(CommandError.line(path))
      }
      let table = report.table(of: by)
      let nothing = report.rows.isEmpty ? "no lesson was begun yet" : "no question was answered yet"
      StandardOutput.line(json ? table.json.line : csv ? table.csv : table.text(orElse: nothing))
    }
  }

  struct Certificate: AsyncParsableCommand {
    static let configuration = CommandConfiguration("lessons certificate")
    @OptionGroup var global: GlobalOptions
    @Option(name: .customLong("for"), help: ArgumentHelp("Whose it is.", valueName: "name")) var name: String
    @Option(help: .of("lessons certificate", "out"), completion: .directory) var out = "."

    func validate() throws {
      do { _ = try DocumentMembers.text(.string(name), 100, []) } catch {
        throw ValidationError("--for takes 1 to 100 characters, none of which is invisible or steers a terminal.")
      }
    }

    func run() async throws {
      let data = try global.dataDirectory(making: false)
      let certificate = try LessonCertificate(name, data, now: Date())
      let document = try await data.signer(.sign(certificate.asJSON(), type: LessonCertificate.type)) ?? ""
      let folder = AbsolutePath.of(out)
      try AbsolutePath.makeFolder(folder, orThrow: .lessonReportUnwritable)
      let base = folder + "/lessons-" + data.device
      try SmallFile.replace(base + ".jws", by: document + "\n", orThrow: .lessonReportUnwritable)
      let page = LessonPrint.certificate(certificate, document: document)
      try SmallFile.replace(base + ".html", by: page, orThrow: .lessonReportUnwritable)
      for file in [".html", ".jws"] { StandardOutput.line(CommandError.line(base + file)) }
    }
  }
}

extension DataDirectory {
  func signer(_ operation: DatabaseRequest.Operation) async throws(CommandError) -> String? {
    do throws(DatabaseAnswer.Failure) {
      return try await ServerDatabase(path: serverDatabase).perform(DatabaseRequest(operation, now: Date())).document
    } catch { throw CommandError(CommandError.Code(error), error.values) }
  }
}

extension LessonReport.Subject: ExpressibleByArgument {}

extension LessonsCommand {
  struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration("lessons verify")
    @OptionGroup var global: GlobalOptions
    @Option(help: .of("lessons verify", "keys"), completion: .file(extensions: ["json"])) var keys: String?
    @Flag(help: "JSON for scripts.") var json = false
    @Argument(help: "The file with the ending .jws.", completion: .file(extensions: ["jws"])) var file: String

    func run() async throws {
      let path = AbsolutePath.of(file)
      let bytes = try SmallFile.read(
        path, limit: LessonCertificate.largest, notRegular: "not a regular file", orThrow: .certificateUnreadable)
      let signers = try keys.map { (name) throws(CommandError) in try Verify.signers(in: AbsolutePath.of(name)) }
      let origin = try keys.map { AbsolutePath.of($0) } ?? global.dataDirectory(making: false).path
      let document = String(decoding: bytes, as: UTF8.self).withoutEdgeLines
      guard bytes.count <= LessonCertificate.largest, let claims = try await claims(of: document, signers),
        let certificate = try? JSONDecoder().decode(LessonCertificate.self, from: Data(claims))
      else { throw CommandError(.certificateNotGenuine, ["path": path, "expected": origin]) }
      StandardOutput.line(json ? certificate.asJSON() : LessonsCommand.report(certificate))
    }

    /// `nil`: the certificate is not genuine.
    private func claims(of document: String, _ signers: JSON?) async throws -> [UInt8]? {
      if let signers { return SignedDocument.payload(of: document, type: LessonCertificate.type, keys: signers) }
      let data = try global.dataDirectory(making: false)
      return try await data.signer(.verify(document, type: LessonCertificate.type)).map { Array($0.utf8) }
    }

    /// A saved key set, for verifying certificates without the server's data directory. Throws `certificate_keys_unusable`.
    private static func signers(in path: String) throws(CommandError) -> JSON {
      func unusable(_ detail: Term) -> CommandError {
        CommandError(.certificateKeysUnusable, path: path, detail)
      }
      let bytes = try SmallFile.read(
        path, limit: LessonCertificate.largest, notRegular: "not a regular file", orThrow: .certificateKeysUnusable)
      guard bytes.count <= LessonCertificate.largest, let keys = try? JSON.parse(bytes), keys["keys"]?.arrayValue != nil
      else { throw unusable("it is no key set: an object with an array keys (RFC 7517 §5)") }
      guard JWKSRequest.usableKeys(keys) > 0 else { throw unusable("it has no public key that verifies a signature") }
      return keys
    }
  }

  fileprivate static func report(_ certificate: LessonCertificate) -> String {
    let day = Date(timeIntervalSince1970: TimeInterval(certificate.iat)).formatted(.iso8601)
    let rows = certificate.lessons.map { lesson in
      let finished = lesson.finished.map { Date(timeIntervalSince1970: TimeInterval($0)).formatted(.iso8601) } ?? "-"
      return [lesson.id, lesson.title, finished, "\(lesson.wrongAnswers)"]
    }
    let first = CommandError.line(
      "genuine: \(certificate.name), device \(certificate.device), \(certificate.lessons.count) of \(certificate.of) "
        + "lessons, \(day)")
    return first + "\n" + Columns.text([["lesson", "title", "done", "wrong answers"]] + rows)
  }
}
