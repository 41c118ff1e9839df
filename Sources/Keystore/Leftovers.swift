import ForeignText
import Glibc

/// Names of the temporary files that a save writes (`AtomicWriter`): `.keystore.age.<16 hex digits>.tmp`. An interrupted save leaves one.
enum Leftovers {
  static func isTemporary(_ name: String) -> Bool {
    [FileKeystore.fileName, FileKeystore.keyName].contains { original in
      name.hasPrefix(bytes: ".\(original).") && name.hasSuffix(bytes: ".tmp")
        && name.utf8.count == original.utf8.count + 22
    }
  }

  static func names(in folder: Int32) -> [String] {
    // A second descriptor, because closing the directory stream closes the one that it reads.
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if isTemporary(name) { names.append(name) }
    }
    return names.sorted()
  }
}
