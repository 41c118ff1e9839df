/// Why a file that a person wrote is not used: which file, which line, and the reason. The whole file is ignored.
public struct DocumentProblem: Error, Hashable, Sendable {
  public var file: String
  /// The line of the file, from 1.
  public var line: Int
  /// Stable: `not_json`, `missing`, `wrong`, `unknown_member`, `too_large`, `unreadable`, and what the kind of file adds.
  public var code: String
  /// The member, as a path: `steps[2].do[0].request.url`.
  public var member: String
  public var expected: Term

  public init(file: String, line: Int = 1, code: String, member: String = "", expected: Term = "") {
    (self.file, self.line, self.code, self.member, self.expected) = (file, line, code, member, expected)
  }
}

extension DocumentMembers {
  /// - Parameter limit: bytes; a larger file is not read.
  /// - Throws: the first problem, with its line.
  public static func read<Value>(
    _ bytes: [UInt8], name: String, limit: Int, _ judge: (DocumentMembers) throws(DocumentFault) -> Value
  ) throws(DocumentProblem) -> Value {
    try read(bytes, name: name, limit: limit, collecting: { (members, _) throws(DocumentFault) in try judge(members) })
      .value
  }

  /// The same where the judge may continue after a fault, so that all problems are reported.
  /// - Returns: the value, and the problems of the collected faults, in order.
  public static func read<Value>(
    _ bytes: [UInt8], name: String, limit: Int,
    collecting judge: (DocumentMembers, DocumentFaults) throws(DocumentFault) -> Value
  ) throws(DocumentProblem) -> (value: Value, problems: [DocumentProblem]) {
    guard bytes.count <= limit else {
      throw DocumentProblem(file: name, code: "too_large", expected: "at most \(limit) bytes")
    }
    let document: JSON
    do { document = try JSON.parse(bytes) } catch {
      let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw DocumentProblem(
        file: name, line: line, code: "not_json", member: error.member ?? "", expected: .english(error.reason.rawValue))
    }
    func problem(_ fault: DocumentFault) -> DocumentProblem {
      DocumentProblem(
        file: name, line: fault.place.line(in: bytes), code: fault.code, member: fault.place.path,
        expected: fault.expected)
    }
    let faults = DocumentFaults()
    do throws(DocumentFault) {
      let value = try judge(DocumentMembers(document, at: []), faults)
      return (value, faults.all.map(problem))
    } catch { throw problem(error) }
  }
}

public final class DocumentFaults {
  private(set) var all: [DocumentFault] = []

  /// The judged value; after a fault, which is recorded, the given replacement.
  public func or<Value>(_ instead: Value, _ judge: () throws(DocumentFault) -> Value) -> Value {
    do throws(DocumentFault) { return try judge() } catch {
      all.append(error)
      return instead
    }
  }
}
