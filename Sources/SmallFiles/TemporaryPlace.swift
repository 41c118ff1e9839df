import Glibc

/// Where temporary files go: `TMPDIR`, or `/tmp` if that is not set. An empty one is what an unset variable of a script leaves, and not the root folder.
package enum TemporaryPlace {
  package static var path: String { named ?? "/tmp" }

  /// For an error: also the variable that names it.
  package static var shown: String { named.map { "TMPDIR=" + $0 } ?? "/tmp" }

  private static var named: String? {
    guard let named = getenv("TMPDIR"), named.pointee != 0 else { return nil }
    return String(cString: named)
  }

  /// Makes a folder for this user alone, with a name that begins like this.
  package static func makeFolder(_ name: String) throws(SystemError) -> String {
    var template = Array((path + "/" + name + "-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .last }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
