import ForeignText
import Glibc
import LocalSockets

/// The sockets in an element's folder, one for each running element of this device.
enum ElementSockets {
  /// Removes the sockets of elements that were killed, and no others.
  static func removeStale(in path: String) {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasSuffix(bytes: ".sock"), name.utf8.count < 32, let place = try? SocketFolder(path, socket: name)
      else {
        continue
      }
      defer { place.shut() }
      place.removeIfStale()
    }
  }
}
