import Programs
import ForeignText
import FoundationEssentials
import Glibc
import SharedValues

/// The folder for a gallery: new, empty, or with an earlier gallery and no other files that would be overwritten.
///
/// Several threads may write into it, each into its own subfolders.
struct GalleryFolder: Sendable {
  /// Marks a folder as a gallery and lists its files.
  static let list = "gallery.json"

  let path: String

  /// Removes the files of an earlier gallery.
  /// - Throws: `gallery_folder_taken` if the folder has other files, `gallery_unwritable`.
  init(_ path: String) throws(CommandError) {
    self.path = path
    var isFolder = false
    let files = FileManager.default
    if files.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder else { throw CommandError(.galleryFolderTaken, ["path": path]) }
      let names = (try? files.contentsOfDirectory(atPath: path)) ?? []
      guard names.isEmpty || GalleryFolder.isGallery(path) else {
        throw CommandError(.galleryFolderTaken, ["path": path])
      }
      // The list is removed first, so that a half-removed gallery does not count as one.
      let old = GalleryFolder.files(of: path)
      guard old.allSatisfy({ !GalleryFolder.leadsElsewhere($0, in: path) }) else {
        throw CommandError(.galleryFolderTaken, ["path": path])
      }
      for name in [GalleryFolder.list] + old { unlink(path + "/" + name) }
    } else {
      try make(path)
    }
  }

  static func isGallery(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + list) }

  /// The files in the gallery's list, except for paths that lead out of the folder.
  static func files(of path: String) -> [String] {
    guard let bytes = FileManager.default.contents(atPath: path + "/" + list),
      let names = (try? JSON.parse(Array(bytes)))?["files"]?.stringArray
    else { return [] }
    return names.filter { !$0.hasPrefix(bytes: "/") && !$0.split(scalar: "/").contains("..") }
  }

  /// Makes a subfolder.
  func makeFolder(_ name: String) throws(CommandError) {
    guard !GalleryFolder.leadsElsewhere(name + "/", in: path) else {
      throw CommandError(.galleryFolderTaken, ["path": path])
    }
    try make(path + "/" + name)
  }

  /// Whether a folder on the file's path is a link.
  private static func leadsElsewhere(_ name: String, in path: String) -> Bool {
    var folder = path
    for part in name.split(scalar: "/", omittingEmptySubsequences: false).dropLast() {
      folder += "/" + part
      var info = stat()
      if lstat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFLNK { return true }
    }
    return false
  }

  /// - Parameter name: a file's name in this folder or in one made by ``makeFolder(_:)``.
  func write(_ text: String, to name: String) throws(CommandError) {
    let file = path + "/" + name
    // The file does not exist: those of an earlier gallery have been removed.
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw GalleryFolder.unwritable(file) }
    defer { close(descriptor) }
    var text = text
    let isWritten = text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    guard isWritten else { throw GalleryFolder.unwritable(file) }
  }

  /// Writes the list of all files; last, so that an interrupted gallery does not count as one.
  func finish(_ written: [String]) throws(CommandError) {
    let names = (written + [GalleryFolder.list]).sorted()
    try write(
      JSON.object([.init("version", 1), .init("files", .strings(names))]).pretty + "\n", to: GalleryFolder.list)
  }

  private static func unwritable(_ file: String) -> CommandError {
    CommandError(.galleryUnwritable, ["path": file, "detail": String(cString: strerror(errno))])
  }

  private func make(_ folder: String) throws(CommandError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch { throw CommandError(.galleryUnwritable, ["path": folder, "detail": AbsolutePath.reason(of: error)]) }
  }
}
