import Programs
import FoundationEssentials
import Glibc
import SharedValues

/// The folder for a gallery: new, empty, or with an earlier gallery and no other files that would be overwritten.
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
      guard isFolder else { throw taken }
      let names = (try? files.contentsOfDirectory(atPath: path)) ?? []
      guard names.isEmpty || GalleryFolder.isGallery(path) else { throw taken }
      // The list is removed first, so that a half-removed gallery does not count as one.
      let old = GalleryFolder.files(of: path)
      guard old.allSatisfy({ !leadsElsewhere($0) }) else { throw taken }
      for name in [GalleryFolder.list] + old { unlink(path + "/" + name) }
    } else {
      try AbsolutePath.makeFolder(path, orThrow: .galleryUnwritable)
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

  func makeFolder(_ name: String) throws(CommandError) {
    guard !leadsElsewhere(name + "/") else { throw taken }
    try AbsolutePath.makeFolder(path + "/" + name, orThrow: .galleryUnwritable)
  }

  /// Whether a folder on the file's path is a link.
  private func leadsElsewhere(_ name: String) -> Bool {
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
    do { try Data(text.utf8).write(to: URL(filePath: file), options: .withoutOverwriting) } catch {
      throw CommandError(.galleryUnwritable, path: file, AbsolutePath.reason(of: error))
    }
  }

  /// Writes the list of all files; last, so that an interrupted gallery does not count as one.
  func finish(_ written: [String]) throws(CommandError) {
    let names = (written + [GalleryFolder.list]).sorted()
    try write(
      JSON.object([.init("version", 1), .init("files", .strings(names))]).pretty + "\n", to: GalleryFolder.list)
  }

  private var taken: CommandError { CommandError(.galleryFolderTaken, ["path": path]) }
}
