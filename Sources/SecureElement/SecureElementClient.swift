import Dispatch
import Glibc
import LocalSockets
import SharedValues

/// The app's end of the secure element's socket. It only holds public keys and signatures.
///
/// One connection, which is kept, carries one request at a time; callers wait in line without blocking their threads. The process at the other end
/// must be the named one: any other, even of the same user, is sent nothing.
package final class SecureElementClient: SecureKeys, @unchecked Sendable {
  // Only used on `queue`, which makes `@unchecked` correct.
  private var connection: LocalConnection?
  private let queue = DispatchQueue(label: "secure-element")
  private let folder: String
  private let process: pid_t
  private let milliseconds: Int

  /// The name of an element's socket, by its process, so that two elements of one device do not conflict.
  package static func socketName(process: pid_t) -> String { "\(process).sock" }

  /// - Parameters:
  ///   - folder: the folder with the element's socket.
  ///   - process: the element's process.
  ///   - milliseconds: how long an answer may take.
  package init(folder: String, process: pid_t, deadline milliseconds: Int = 10_000) {
    (self.folder, self.process, self.milliseconds) = (folder, process, milliseconds)
  }

  package func make(use: KeyUse, demandsUser: Bool) async throws(SecureElementError) -> ElementKey {
    guard case .made(let key) = try await ask(.make(use: use, demandsUser: demandsUser)), key.use == use,
      key.demandsUser == demandsUser
    else { throw SecureElementClient.otherAnswer }
    return key
  }

  package func list() async throws(SecureElementError) -> [ElementKey] {
    guard case .keys(let keys) = try await ask(.list) else { throw SecureElementClient.otherAnswer }
    return keys
  }

  package func delete(thumbprint: String) async throws(SecureElementError) {
    guard case .done = try await ask(.delete(thumbprint: thumbprint)) else { throw SecureElementClient.otherAnswer }
  }

  package func sign(
    _ bytes: [UInt8], with thumbprint: String, presence: PresenceAnswer?
  ) async throws(SecureElementError) -> [UInt8] {
    guard bytes.count <= ElementRequest.messageLimit else {
      throw .protocolBroken(detail: "more than \(ElementRequest.messageLimit) bytes were to be signed")
    }
    let request = ElementRequest.sign(bytes: bytes, thumbprint: thumbprint, presence: presence)
    guard case .signature(let signature) = try await ask(request) else { throw SecureElementClient.otherAnswer }
    return signature
  }

  /// Deletes all keys, even if their file is damaged.
  package func erase() async throws(SecureElementError) {
    guard case .done = try await ask(.erase) else { throw SecureElementClient.otherAnswer }
  }

  private static var otherAnswer: SecureElementError {
    .protocolBroken(detail: "this was the answer to another question")
  }

  private func ask(_ request: ElementRequest) async throws(SecureElementError) -> ElementAnswer {
    let line = request.line
    let result: Result<ElementAnswer, SecureElementError> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.exchange(line)) }
    }
    let answer = try result.get()
    if case .failed(let error) = answer { throw error }
    return answer
  }

  private func exchange(_ line: [UInt8]) -> Result<ElementAnswer, SecureElementError> {
    do throws(LocalSocketError) {
      let answer = try answer(to: line, until: LocalDeadline(milliseconds: milliseconds))
      do throws(SecureElementError) { return .success(try ElementAnswer(line: answer)) } catch {
        connection = nil
        return .failure(error)
      }
    } catch {
      // A late answer must not be taken for the next request's.
      connection = nil
      if error.code == .tooLong { return .failure(.protocolBroken(detail: "the answer does not end")) }
      return .failure(.unavailable(detail: error.detail.isEmpty ? "nobody answers" : error.detail))
    }
  }

  private func answer(to line: [UInt8], until end: LocalDeadline) throws(LocalSocketError) -> [UInt8] {
    if connection == nil {
      connection = try LocalConnection(
        in: folder, socket: SecureElementClient.socketName(process: process), until: end
      ) { [process] in $0.isSameUser && $0.process == process }
    }
    try connection?.send(line, until: end)
    return try connection?.readLine(limit: ElementRequest.lineLimit, until: end) ?? []
  }
}
