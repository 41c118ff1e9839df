import Dispatch
import Workshop
import FoundationEssentials
import ScreenMirror
import Synchronization

/// The screens of `dcr-browser`, which is another program: it is asked for them, a variant at a time.
struct BrowserGallery: Sendable {
  /// Before the names of its states, so that they are never taken for the app's.
  static let prefix = "browser-"

  /// Absolute path of the program.
  let program: String

  init(program: String) { self.program = program }

  /// - Throws: `browser_missing` where there is none beside this program or in PATH.
  init() throws(CommandError) { program = try OwnPrograms.browser() }

  /// Every state of the browser's registry, in its order. Blocks until the browser has said them all.
  /// - Parameter started: is told the process while it runs, so that somebody else can end it.
  /// - Throws: `gallery_browser_unusable` where what answers is no browser of this version.
  func pictures(
    _ variant: GalleryVariant, started: (ChildProcess) -> Void = { _ in }
  ) throws(CommandError) -> [GalleryPicture] {
    var arguments = ["--gallery", "\(variant.size.width)x\(variant.size.height)", "--lang", variant.language.rawValue]
    if variant.glyphs == .ascii { arguments.append("--ascii") }
    let lines = try BrowserGallery.lines(of: program, arguments, started)
    let pictures = lines.map(BrowserGallery.picture)
    guard !lines.isEmpty, pictures.allSatisfy({ $0 != nil }) else { throw unusable("\(lines.count) lines") }
    return pictures.compactMap { $0 }
  }

  private static func picture(_ line: String) -> GalleryPicture? {
    guard let frame = MirrorFrame(Array(line.utf8)), case .picture(let canvas, let facts) = frame.content,
      // The name becomes the name of a file.
      let name = facts["name"], !name.isEmpty, name.allSatisfy({ $0.isLowercase || $0 == "-" })
    else { return nil }
    return GalleryPicture(name: prefix + name, canvas: canvas)
  }

  private static func lines(
    of program: String, _ arguments: [String], _ started: (ChildProcess) -> Void
  ) throws(CommandError) -> [String] {
    let child = try ChildProcess(program, arguments, output: .pipe)
    started(child)
    let lines = Mutex<[String]>([])
    let end = DispatchSemaphore(value: 0)
    child.readLines { line in
      if let line { lines.withLock { $0.append(line) } } else { end.signal() }
    }
    end.wait()
    return lines.withLock { $0 }
  }

  private func unusable(_ detail: String) -> CommandError {
    CommandError(.galleryBrowserUnusable, ["path": program, "detail": detail])
  }
}
