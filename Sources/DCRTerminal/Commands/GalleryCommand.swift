import Gallery

struct GalleryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("gallery")

  @Option(help: .of("gallery", "out")) var out: String
  @Option(help: ArgumentHelp("An earlier gallery to compare with.", valueName: "folder")) var compare: String?
  @Option(help: ArgumentHelp("Only states whose name holds this.", valueName: "text")) var only: String = ""
  @Option(help: "Only this language; may be given several times. Without it, all of them.") var lang: [Language] = []
  @Option(help: .of("gallery", "look")) var look = PictureStyle.all[0].name
  @Option(help: .of("gallery", "brand")) var brand: String?

  func run() async throws {
    let target = AbsolutePath.of(out)
    let before = compare.map { AbsolutePath.of($0) }
    guard before != target else { throw ValidationError("--out and --compare name the same folder") }
    let brand = try brand.map { (path) throws(CommandError) in try BrandFile.read(AbsolutePath.of(path)) } ?? .curity
    let styles = PictureStyle.all(Theme.all.map(brand.theme))
    guard let style = styles.first(where: { $0.name == look }) else {
      throw CommandError(
        .choiceNotOffered,
        ["field": "--look", "received": look, "expected": PictureStyle.all.map(\.name).joined(separator: ", ")])
    }
    let report = try GalleryWriter(
      part: only, before: before, languages: lang.isEmpty ? Language.allCases : Language.allCases.filter(lang.contains),
      browser: BrowserGallery(), brand: brand, style: style, styles: styles
    ).write(to: target)
    let catalogue = Catalogue(language)
    StandardOutput.line(
      catalogue(.galleryDone, ["count": "\(report.pictures)", "path": CommandError.line(target + "/index.html")]))
    guard compare != nil else { return }
    let counts = GalleryComparison.Status.allCases.reduce(into: [:]) { values, status in
      values[status.rawValue] = "\(report.counts[status] ?? 0)"
    }
    StandardOutput.line(catalogue(.galleryCompared, counts))
  }
}
