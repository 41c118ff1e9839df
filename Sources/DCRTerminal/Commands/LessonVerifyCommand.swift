import ArgumentParser
import FoundationEssentials
import Labs
import OAuthClient
import SmallFiles

extension LessonsCommand {
  struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify", abstract: "Whether a certificate is genuine, and what it says.",
      discussion: """
        Signed by the identity server of the data directory; or, with --keys, by a server whose key set was kept: the answer \
        of its jwks_uri in a file. Then no data directory is needed.
        """)
    @OptionGroup var global: GlobalOptions
    @Option(
      help: ArgumentHelp(
        "The key set (JWKS) of the server that has signed, instead of its data directory.", valueName: "file"),
      completion: .file(extensions: ["json"])) var keys: String?
    @Flag(help: "JSON for scripts.") var json = false
    @Argument(help: "The file with the ending .jws.", completion: .file(extensions: ["jws"])) var file: String

    func run() async throws {
      let path = AbsolutePath.of(file)
      let bytes: [UInt8]
      do { bytes = try SmallFile.read(path, upTo: LessonCertificate.largest + 1) } catch {
        throw CommandError(
          .certificateUnreadable, ["path": path, "detail": error.reason(notRegular: "no regular file")])
      }
      let signer = try keys.map { (name) throws(CommandError) in try CertificateKeys(AbsolutePath.of(name)) }
      let origin = try signer?.path ?? global.dataDirectory(making: false).path
      let document = String(decoding: bytes, as: UTF8.self).withoutEdgeLines
      guard bytes.count <= LessonCertificate.largest, let claims = try await claims(of: document, signer),
        let certificate = try? JSONDecoder().decode(LessonCertificate.self, from: Data(claims))
      else { throw CommandError(.certificateNotGenuine, ["path": path, "expected": origin]) }
      StandardOutput.line(json ? certificate.text : LessonsCommand.report(certificate))
    }

    /// `nil`: the certificate is not genuine.
    private func claims(of document: String, _ signer: CertificateKeys?) async throws -> [UInt8]? {
      if let signer { return SignedDocument.payload(of: document, type: LessonCertificate.type, keys: signer.keys) }
      let data = try global.dataDirectory(making: false)
      return try await data.signer(.verify(document, type: LessonCertificate.type)).map { Array($0.utf8) }
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

/// A saved key set for verifying certificates without the server's data directory.
private struct CertificateKeys {
  let path: String
  let keys: JSON

  /// - Throws: `certificate_keys_unusable`.
  init(_ path: String) throws(CommandError) {
    func unusable(_ detail: Term) -> CommandError {
      CommandError(.certificateKeysUnusable, ["path": path, "detail": detail])
    }
    let bytes: [UInt8]
    do { bytes = try SmallFile.read(path, upTo: LessonCertificate.largest + 1) } catch {
      throw unusable(error.reason(notRegular: "no regular file"))
    }
    guard bytes.count <= LessonCertificate.largest, let keys = try? JSON.parse(bytes), keys["keys"]?.arrayValue != nil
    else { throw unusable("it is no key set: an object with an array keys (RFC 7517 §5)") }
    guard JWKSRequest.usableKeys(keys) > 0 else { throw unusable("it has no public key that verifies a signature") }
    (self.path, self.keys) = (path, keys)
  }
}
