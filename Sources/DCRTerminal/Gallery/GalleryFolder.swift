import Foundation
import SharedValues

/// Where a gallery is written: a folder that is new, or empty, or holds an earlier gallery and nothing else that it would touch.
struct GalleryFolder {
  /// Says that a folder is a gallery, and which files are its own.
  static let list = "gallery.json"

  let path: String
  private var written: [String] = [GalleryFolder.list]
  private var made: Set<String> = []

  /// Removes what an earlier gallery left there.
  /// - Throws: `gallery_folder_taken` where there is something else, `gallery_unwritable`.
  init(_ path: String) throws(CommandError) {
    self.path = path
    var isFolder: ObjCBool = false
    let files = FileManager.default
    if files.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder.boolValue else { throw CommandError("gallery_folder_taken", ["path": path]) }
      let names = (try? files.contentsOfDirectory(atPath: path)) ?? []
      guard names.isEmpty || GalleryFolder.isGallery(path) else {
        throw CommandError("gallery_folder_taken", ["path": path])
      }
      for name in GalleryFolder.files(of: path) { try? files.removeItem(atPath: path + "/" + name) }
    } else {
      try make(path)
    }
  }

  static func isGallery(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + list) }

  /// The files that a gallery says are its own. Nothing that leads elsewhere is believed.
  static func files(of path: String) -> [String] {
    guard let bytes = FileManager.default.contents(atPath: path + "/" + list),
      let names = (try? JSON.parse(Array(bytes)))?["files"]?.stringArray
    else { return [] }
    return names.filter { !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") }
  }

  mutating func write(_ text: String, to name: String) throws(CommandError) {
    let file = path + "/" + name
    if let slash = name.lastIndex(of: "/"), made.insert(String(name[..<slash])).inserted {
      try make(path + "/" + name[..<slash])
    }
    do {
      try Data(text.utf8).write(to: URL(filePath: file))
    } catch {
      throw CommandError("gallery_unwritable", ["path": file, "detail": error.localizedDescription])
    }
    written.append(name)
  }

  /// The list of all that was written; last, so that what is interrupted is no gallery.
  mutating func finish() throws(CommandError) {
    let list = JSON.object([.init("version", 1), .init("files", .strings(written.sorted()))])
    try write(list.pretty + "\n", to: GalleryFolder.list)
  }

  private func make(_ folder: String) throws(CommandError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch { throw CommandError("gallery_unwritable", ["path": folder, "detail": error.localizedDescription]) }
  }
}
