import Catalogue
import Foundation
import FoundationXML
import Screens
import SharedValues
import TerminalUI
import TestSupport
import TestValues
import Testing

@testable import Automation
@testable import DCRTerminal
@testable import Evidence
@testable import Gallery
@testable import Samples
@testable import Workshop

/// The gallery on the disk: complete, reproducible, compared with an earlier one; it never overwrites anything else.
@Suite struct GalleryTests {
  private let folder = TemporaryFolder()

  private func files(_ path: String) throws -> [String: [UInt8]] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    return names.reduce(into: [:]) { files, name in
      files[name] = FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
    }
  }

  /// The screens in a data file of the page.
  private func screens(_ path: String, _ variant: String) throws -> [JSON] {
    let text = try String(contentsOfFile: "\(path)/data/\(variant).js", encoding: .utf8)
    let json = text.drop { $0 != "[" }.dropLast(3)
    return try #require(try JSON.parse(Array(json.utf8)).arrayValue)
  }

  /// `dcr-browser` of this build.
  private let browser = BrowserGallery(
    program: (ProgramWorld.program as NSString).deletingLastPathComponent + "/dcr-browser")

  @Test func everyStateIsDrawnInEverySizeAndReproducibly() throws {
    // One language gives two character sets in three sizes; the same code draws the other languages.
    let variants = GalleryVariant.all([.english])
    let others = try browser.pictures(variants[0]).map(\.name)
    let names = StateRegistry.all.map(\.name) + others
    #expect(others.count >= 50 && others.allSatisfy { $0.hasPrefix("browser-") })
    #expect(Set(names).count == names.count)
    let writer = GalleryWriter(languages: [.english], browser: browser)
    let report = try writer.write(to: folder("one"))
    #expect(report.pictures == names.count * variants.count)
    let files = try files(folder("one"))
    for variant in variants {
      for name in names {
        for ending in ["txt", "roles", "svg"] { #expect(files["\(variant.name)/\(name).\(ending)"] != nil, "\(name)") }
      }
      #expect(try screens(folder("one"), variant.name).map { $0["name"] } == names.map { .string($0) })
    }
    // Two threads wrote the first gallery; the order in which they finished must not show.
    _ = try writer.write(to: folder("two"))
    let again = try self.files(folder("two"))
    #expect(again.keys.sorted() == files.keys.sorted())
    for (name, bytes) in again where files[name] != bytes { Issue.record("\(name) is another one") }
  }

  @Test func everyLanguageHasItsVariants() {
    let names = GalleryVariant.all(Language.allCases).map(\.name)
    #expect(names.count == 15 && Set(names).count == 15)
    #expect(names[6...8] == ["110x30-unicode-de", "80x24-unicode-de", "40x15-unicode-de"])
  }

  @Test func theBrowserUsesTheVariantsLanguageAndCharacters() throws {
    let german = try browser.pictures(GalleryVariant(size: Size(40, 15), glyphs: .unicode, language: .german))
    let refused = try #require(german.first { $0.name == "browser-error-certificate-untrusted" })
    #expect(refused.canvas.size == Size(40, 15) && refused.text.contains("Zertifikat"))
    let ascii = try browser.pictures(GalleryVariant(size: Size(80, 24), glyphs: .ascii))
    #expect(ascii.allSatisfy { $0.text.allSatisfy(\.isASCII) })
  }

  /// A browser of another version, another program, or a picture's name that leads elsewhere: nothing is written.
  @Test(
    arguments: [
      "exit 64", "echo hello", #"echo '{"program":"browser","process":1,"taken":3}'"#,
      #"""
      echo '{"program":"browser","process":0,"facts":{"name":"../x"},"picture":{"width":1,"height":1,"ascii":false,"rows":[["a","."]]}}'
      """#,
    ])
  func aBrowserWithoutScreensIsReported(_ script: String) throws {
    let file = folder.write("dcr-browser", "#!/bin/sh\n\(script)\n")
    chmod(file, 0o700)
    let error = #expect(throws: CommandError.self) {
      try GalleryWriter(part: "loading", browser: BrowserGallery(program: file)).write(to: folder("one"))
    }
    #expect(error?.code.rawValue == "gallery_browser_unusable")
    #expect(!FileManager.default.fileExists(atPath: folder("one")))
  }

  /// Closing the gallery, or opening another variant, ends the browser that draws the variant before.
  @MainActor @Test func closingTheGalleryEndsItsBrowser() async throws {
    let pipe = folder("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let file = folder.write("dcr-browser", "#!/bin/sh\nexec 3>'\(pipe)'\necho started >&3\nexec tail -f /dev/null\n")
    chmod(file, 0o700)
    let loader = BrowserScreensLoader { () throws(CommandError) in BrowserGallery(program: file) }
    loader.keep(GalleryVariant(size: Size(80, 24), glyphs: .ascii), GalleryView()) { _ in }
    // The pipe reaches its end once no process holds it.
    let reader = try await Task.detached { try FileHandle(forReadingFrom: URL(filePath: pipe)) }.value
    #expect(await Task.detached { reader.availableData }.value == Data("started\n".utf8))
    loader.keep(nil, GalleryView()) { _ in }
    #expect(await Task.detached { reader.availableData }.value.isEmpty)
  }

  /// Returning to a variant runs the browser again; another phone gets the screens already known.
  @MainActor @Test func theBrowsersScreensOfOneVariantAreKept() async throws {
    let file = folder.write(
      "dcr-browser",
      #"""
      #!/bin/sh
      echo '{"program":"browser","process":1,"facts":{"name":"x"},"picture":{"width":1,"height":1,"ascii":false,"rows":[["a","."]]}}'

      """#)
    chmod(file, 0o700)
    let loader = BrowserScreensLoader { () throws(CommandError) in BrowserGallery(program: file) }
    let (small, large) = (GalleryVariant.inApp[2], GalleryVariant.inApp[0])
    for variant in [small, large, small, small] {
      let action = await withCheckedContinuation { continuation in
        loader.keep(variant, GalleryView()) { continuation.resume(returning: $0) }
      }
      guard case .browserSaid(let names, let screens) = action else { throw Unexpected("\(action)") }
      #expect(names == ["browser-x"] && screens.has(variant) && !screens.has(variant == small ? large : small))
    }
  }

  @Test func changesInTheBrowserAreMarkedToo() throws {
    let (old, new) = (folder("old"), folder("new"))
    let writer = GalleryWriter(part: "browser-login-refused", languages: [.english], browser: browser)
    _ = try writer.write(to: old)
    let file = "\(old)/40x15-ascii/browser-login-refused.txt"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("Login", with: "Logon").write(toFile: file, atomically: true, encoding: .utf8)
    var comparing = writer
    comparing.before = old
    let report = try comparing.write(to: new)
    #expect(report.counts == [.changed: 1, .same: 5])
    let screen = try #require(try screens(new, "40x15-ascii").first)
    #expect(screen["changes"]?.arrayValue?.isEmpty == false && screen["before"] != nil)
  }

  @Test(arguments: ["curity", "light", "high-contrast-16", "light-no-colours"])
  func thePicturesUseTheChosenStyle(_ name: String) throws {
    let style = try #require(PictureStyle.all.first { $0.name == name })
    _ = try GalleryWriter(part: "unlock", languages: [.english], style: style).write(to: folder("one"))
    let svg = try String(contentsOfFile: folder("one") + "/80x24-unicode/unlock.svg", encoding: .utf8)
    // The drawing is the same in every style; only the colours differ.
    let colour = try #require(style.css().range(of: #"f-phone\{fill:#[0-9a-f]{6}"#, options: .regularExpression))
    #expect(svg.contains(style.css()[colour]))
    let page = try String(contentsOfFile: folder("one") + "/index.html", encoding: .utf8)
    #expect(page.contains("firstLook = \"\(name)\""))
    for other in PictureStyle.all { #expect(page.contains(".look-\(other.name) .f-phone{")) }
  }

  @Test func theScreensUseTheChosenLanguage() throws {
    _ = try GalleryWriter(part: "registration", languages: [.pseudo]).write(to: folder("one"))
    let text = try String(contentsOfFile: folder("one") + "/80x24-unicode-pseudo/registration.txt", encoding: .utf8)
    #expect(text.contains("[Šţåŕţ"))
    #expect(!text.contains("Start Registration"))
    let page = try String(contentsOfFile: folder("one") + "/index.html", encoding: .utf8)
    #expect(page.contains(#"<html lang="en">"#) && page.contains(#""110x30-unicode-pseudo""#))
  }

  @Test func everyPictureIsWellFormed() throws {
    _ = try GalleryWriter(part: "message").write(to: folder("one"))
    for (name, bytes) in try files(folder("one")) where name.hasSuffix(".svg") {
      #expect(XMLParser(data: Data(bytes)).parse(), "\(name)")
    }
  }

  @Test func changesAreMarked() throws {
    let (old, new) = (folder("old"), folder("new"))
    _ = try GalleryWriter(part: "authenticated").write(to: old)
    let variant = "110x30-unicode"
    let file = "\(old)/\(variant)/authenticated.txt"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("Subject", with: "Sxxject").write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: "\(old)/\(variant)/authenticated-roles.txt")

    let report = try GalleryWriter(part: "authenticated", before: old).write(to: new)
    #expect(report.counts[.changed] == 1)
    #expect(report.counts[.added] == 1)
    let changed = try #require(try screens(new, variant).first { $0["name"] == "authenticated" })
    #expect(changed["status"] == "changed")
    // The two changed letters of one row.
    let row = try #require(text.split(separator: "\n").firstIndex { $0.contains("Subject") })
    #expect(changed["changes"] == [[3, JSON(integerLiteral: row), 2]])
    #expect(changed["before"]?.stringValue?.hasPrefix("<path") == true)
    let same = try #require(try screens(new, variant).first { $0["name"] == "authenticated-bare" })
    #expect(same["status"] == "same" && same["before"] == nil)
  }

  /// The same letters with the same style, but the style has another colour.
  @Test func anotherColourIsAChange() throws {
    let (old, new) = (folder("old"), folder("new"))
    _ = try GalleryWriter(part: "authenticated").write(to: old)
    let file = "\(old)/110x30-unicode/authenticated.svg"
    let svg = try String(contentsOfFile: file, encoding: .utf8)
    let rule = PictureStyle.all[0].rule(of: .phoneValue)
    #expect(svg.contains(rule))
    try svg.replacing(rule, with: "").write(toFile: file, atomically: true, encoding: .utf8)
    let report = try GalleryWriter(part: "authenticated", before: old).write(to: new)
    #expect(report.counts[.changed] == 1)
  }

  /// The earlier gallery may be a stranger's, and the page inserts drawings as markup.
  @Test(arguments: [
    "<image href=\"x\" onerror=\"alert(1)\"/>", "<g onload=\"alert(1)\">", "<g onload='alert(1)'>",
    "<g/onload=\"alert(1)\">",
    "<g class=\"a\"onload=\"alert(1)\">", "<g class=\"a\" onload=alert(1) x=\"1\">", "<g class=\"a\" onload=alert(1)>",
    "<g class=\"a\">\u{D4E}<script>alert(1)</script>", "<style>", "<a href=\"https://evil.example\">",
    "<text x=\"1\"><!-- ", "<g",
    "<g\u{0D}onload=\"alert(1)\">", "<foreignObject class=\"a\">", "<text style=\"position:fixed\">", "</g></svg><p>",
  ])
  func anEarlierPictureBringsNothingElseIntoThePage(_ markup: String) throws {
    let (old, new) = (folder("old"), folder("new"))
    _ = try GalleryWriter(part: "authenticated-bare").write(to: old)
    let variant = "80x24-unicode"
    let file = "\(old)/\(variant)/authenticated-bare"
    try "other".write(toFile: file + ".txt", atomically: true, encoding: .utf8)
    let svg = try String(contentsOfFile: file + ".svg", encoding: .utf8)
    func before() throws -> String? {
      _ = try GalleryWriter(part: "authenticated-bare", before: old).write(to: new)
      return try screens(new, variant).first?["before"]?.stringValue
    }
    #expect(try before() != nil)
    try svg.replacing("<g class=\"words\"", with: markup + "<g class=\"words\"")
      .write(toFile: file + ".svg", atomically: true, encoding: .utf8)
    #expect(try before() == nil)
  }

  @Test func aRemovedStateIsStillShown() throws {
    let (old, new) = (folder("old"), folder("new"))
    _ = try GalleryWriter(part: "registration").write(to: old)
    let list = folder("old") + "/gallery.json"
    let svg = "80x24-unicode/registration-forgotten.svg"
    try FileManager.default.copyItem(atPath: old + "/80x24-unicode/registration.svg", toPath: old + "/" + svg)
    let names = try #require(try JSON.parse(Array(Data(contentsOf: URL(filePath: list))))["files"]?.stringArray)
    try JSON.object([.init("version", 1), .init("files", .strings(names + [svg]))]).pretty
      .write(toFile: list, atomically: true, encoding: .utf8)
    let report = try GalleryWriter(part: "registration", before: old).write(to: new)
    #expect(report.counts == [.same: report.pictures, .removed: 1])
    #expect(try screens(new, "80x24-unicode").last?["name"] == "registration-forgotten")
  }

  @Test func aFolderWithSomethingElseIsLeftAlone() throws {
    folder.write("mine/notes.txt", "mine")
    #expect(throws: CommandError.self) { try GalleryWriter(part: "loading").write(to: folder("mine")) }
    #expect(try files(folder("mine")).keys.sorted() == ["notes.txt"])
  }

  @Test func anEarlierGalleryIsReplacedAndOtherFilesStay() throws {
    _ = try GalleryWriter(part: "unlock").write(to: folder("one"))
    folder.write("one/notes.txt", "mine")
    // A list with paths outside the folder is not trusted.
    folder.write("kept.txt", "mine")
    let list = folder("one") + "/gallery.json"
    let names = try #require(try JSON.parse(Array(Data(contentsOf: URL(filePath: list))))["files"]?.stringArray)
    try JSON.object([.init("version", 1), .init("files", .strings(names + ["../kept.txt"]))]).pretty
      .write(toFile: list, atomically: true, encoding: .utf8)
    _ = try GalleryWriter(part: "loading").write(to: folder("one"))
    let after = try files(folder("one"))
    #expect(after["notes.txt"] != nil)
    #expect(after["110x30-unicode/loading.svg"] != nil)
    #expect(!after.keys.contains { $0.contains("unlock") })
    #expect(FileManager.default.fileExists(atPath: folder("kept.txt")))
  }

  @Test func aFailedComparisonIsReportedAndWritesNothing() {
    #expect(throws: CommandError.self) { try GalleryWriter(part: "no such state").write(to: folder("one")) }
    #expect(throws: CommandError.self) { try GalleryWriter(before: folder("nothing")).write(to: folder("one")) }
    #expect(!FileManager.default.fileExists(atPath: folder("one")))
  }

  /// A folder that claims to be a gallery may come from a stranger.
  @Test func nothingIsWrittenOrRemovedThroughALink() throws {
    folder.write("elsewhere/keep.svg", "mine")
    for (name, target) in [("index.html", "elsewhere/keep.svg"), ("80x24-unicode", "elsewhere"), ("data", "elsewhere")]
    {
      let gallery = folder("gallery-" + name)
      folder.write("gallery-\(name)/gallery.json", #"{"version":1,"files":["80x24-unicode/keep.svg","data/keep.svg"]}"#)
      try FileManager.default.createSymbolicLink(atPath: gallery + "/" + name, withDestinationPath: folder(target))
      _ = try? GalleryWriter(part: "registration-cancelled", languages: [.english]).write(to: gallery)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder("elsewhere")) == ["keep.svg"], "\(name)")
      #expect(try String(contentsOfFile: folder("elsewhere/keep.svg"), encoding: .utf8) == "mine", "\(name)")
    }
  }
}
