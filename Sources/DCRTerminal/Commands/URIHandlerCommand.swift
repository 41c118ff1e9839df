import LocalSockets

/// `uri-handler install|remove`: makes the desktop pass redirects with our private-use scheme to `open-uri` (RFC 8252 §7.1).
struct URIHandlerCommand: ParsableCommand {
  static let configuration = CommandConfiguration("uri-handler", subcommands: [Install.self, Remove.self])

  struct Install: AsyncParsableCommand {
    static let configuration = CommandConfiguration("uri-handler install")
    @OptionGroup var global: GlobalOptions
    @OptionGroup var handled: HandledScheme

    func run() async throws {
      let entry = try handled.entry(global)
      let entries = DesktopEntries(environment: ProcessInfo.processInfo.environment)
      let change = try entries.install(entry)
      let (scheme, path) = (entry.scheme, entries.path(entry))
      StandardOutput.line(
        change == .unchanged
          ? "\(scheme) was registered for this program already, in \(path)"
          : "\(scheme) is registered for this program in \(path)")
      if !entry.isPlain {
        StandardError.warn(
          "the command has blanks or other characters that stand in quotes, which xdg-open reads on a desktop alone: elsewhere use a "
            + "data directory without them")
      }
      await DesktopTools.register(entry, in: entries.folder, isDefault: true)
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration("uri-handler remove")
    @OptionGroup var global: GlobalOptions
    @OptionGroup var handled: HandledScheme

    func run() async throws {
      let entry = try handled.entry(global)
      let entries = DesktopEntries(environment: ProcessInfo.processInfo.environment)
      guard try entries.remove(entry) == .removed else {
        return StandardOutput.line("\(entry.scheme) was not registered here")
      }
      StandardOutput.line("\(entries.path(entry)) is removed")
      await DesktopTools.register(entry, in: entries.folder, isDefault: false)
    }
  }
}

struct HandledScheme: ParsableArguments {
  @Option(help: .of("HandledScheme", "scheme")) var scheme: String?

  /// The command for this data directory's apps, independent of the folder in which the desktop starts it. `open-uri` finds the waiting device.
  func entry(_ global: GlobalOptions) throws(CommandError) -> DesktopEntry {
    var words = [OwnPrograms.app, "open-uri"]
    if let folder = global.dataDir { words += ["--data-dir", AbsolutePath.of(folder)] }
    if let scheme { return try DesktopEntry(scheme: scheme, command: words) }
    let redirect = try global.configuration().redirectURI.text
    return try DesktopEntry(scheme: String(redirect.prefix(whileScalar: { $0 != ":" })), command: words)
  }
}

/// The desktop's own programs make the entry the default and known at once; the entry also works without them.
private enum DesktopTools {
  static func register(_ entry: DesktopEntry, in folder: String, isDefault: Bool) async {
    if isDefault {
      await run(
        "xdg-mime", ["default", entry.fileName, "x-scheme-handler/\(entry.scheme)"],
        without: "if several programs handle \(entry.scheme), the desktop may ask or take another")
    }
    await run("update-desktop-database", [folder], without: "some desktops notice the change only after the next login")
  }

  private static func run(_ program: String, _ arguments: [String], without consequence: String) async {
    guard let path = try? ProgramSearch.path(of: program), let child = try? ChildProcess(path, arguments) else {
      return StandardError.warn("\(program) is not installed: \(consequence)")
    }
    let status = await child.exit().status
    guard status != 0 else { return }
    StandardError.warn("\(program) ended with exit code \(status): \(consequence)")
  }
}

/// `open-uri URI`: does by hand what an operating system does with a private-use scheme (RFC 8252 §7.1).
struct OpenURICommand: ParsableCommand {
  static let configuration = CommandConfiguration("open-uri")

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The redirect, e.g. io.curity.dcrclient:/callback?…") var uri: String

  func validate() throws {
    guard !uri.isEmpty, !uri.hasControlCharacters else { throw ValidationError("the redirect is no URI") }
  }

  func run() throws {
    let data = try global.dataDirectory(making: false)
    let phones = PhoneFolders(path: data.path)
    let address = { URIDispatchAddress(deviceDirectory: phones.folder($0)) }
    // A desktop knows one program for the scheme, but not which of its devices is logging in.
    let device = phones.names.first { URIDispatchClient.isAwaited(uri, at: address($0)) } ?? data.device
    do { try URIDispatchClient.deliver(uri, to: address(device)) } catch {
      throw CommandError(error.code, ["received": device, "detail": error.detail])
    }
    StandardOutput.line("The app has received it.")
  }
}
