// The rooms that most files of the browser speak of are exported to all of them.
import ArgumentParser
import CProcess
@_exported import Catalogue
import Dispatch
@_exported import FoundationEssentials
import Glibc
@_exported import HTTPTransport
import LocalSockets
import ScreenMirror
@_exported import SharedValues
@_exported import SmallFiles
@_exported import TerminalUI

/// `dcr-browser`: the external user agent (RFC 8252 §4), in whose process the password and the cookies stay.
@main struct BrowserProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dcr-browser", abstract: "The in-app browser of DCR Terminal.",
    version: ProductVersion.text)

  @OptionGroup var options: BrowserOptions

  static func main() async {
    process_fill_streams()
    // The memory holds passwords and cookies.
    process_forbid_dumps()
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      if let frames = try GalleryFrames(asked: words) {
        for line in try frames.lines() { Output.write(line + "\n") }
        end(.done)
      }
      let program = try read(words)
      OwnerWatch.start()
      end(try await program.work())
    } catch let error as BrowserError {
      fail(error)
    } catch {
      guard exitCode(for: error).rawValue != 0 else {
        let help = fullMessage(for: error)
        let more = (Embedded.help["help.txt"] ?? "").filled(["pages": "\(HeadlessDriver.maximumPages)"])
        Output.write(help + "\n" + (help.hasPrefix(bytes: "OVERVIEW") ? BrowserKey.help + more : ""))
        end(.done)
      }
      // One line, then a hint, like every other error.
      let why = String(message(for: error).firstLine)
      complain("wrong usage: \(why)", hint: "dcr-browser --help lists the options")
      Glibc.exit(BrowserExit.usage.rawValue)
    }
  }

  /// Incomplete output is a failure, unless there is another one.
  private static func end(_ code: BrowserExit) -> Never {
    guard code == .done, let missing = Output.failure else { Glibc.exit(code.rawValue) }
    fail(BrowserError(.outputUnwritable, ["detail": missing.message]))
  }

  private static func fail(_ error: BrowserError) -> Never {
    report(error, Catalogue())
    Glibc.exit(error.exitCode)
  }

  private func work() async throws -> BrowserExit {
    let text = options.catalogue
    if options.clearData {
      let erased = try CookieJarFile.clear(try BrowserFolder(options.dataDir))
      Output.write(JSON.strings(erased).compact + "\n")
      return .done
    }
    do { return try await browse(text) } catch let error as BrowserError {
      BrowserProgram.report(error, text)
      return error.exit
    }
  }

  private func browse(_ text: Catalogue) async throws -> BrowserExit {
    // The app may start this browser before it knows the page, so what takes long comes first.
    let trusted = Result { () throws(TransportFailure) in
      try TrustedCertificates(files: options.trustedCertificates)
    }
    let visit = try options.visit()
    let transport = HTTPClientTransport(
      trustedCertificates: options.trustedCertificates, time: options.time,
      proxies: visit.tested == nil ? options.proxies : .none, pins: visit.tested?.pins ?? [:],
      confinement: Confinement(environment: ProcessEnvironment.values([Confinement.variable])),
      faults: options.pageFault.flatMap(PageFault.init).map(FirstPageFault.init))
    _ = try trusted.mapError { BrowserError($0, url: visit.url) }.get()
    let (store, jar) = try openJar()
    let session = BrowsingSession(
      fetcher: transport, store: store, jar: jar, redirectURI: visit.redirectURI,
      claims: options.appID.map { AssociationCheck(fetcher: transport, appID: $0) }, time: options.time,
      language: text.language.accepted, tested: visit.tested)
    let delivery: any RedirectDelivering =
      if visit.tested != nil {
        // A person logs in, so that the cookies do it afterwards.
        KeptRedirect()
      } else if !visit.redirectURI.isLoopback,
        let address = options.dispatchSocket.flatMap(URIDispatchAddress.init(socketPath:))
      {
        AppDelivery(address: address)
      } else {
        LoopbackDelivery(fetcher: transport)
      }
    let code: BrowserExit
    if options.headless, visit.tested != nil {
      code = await writeReport(session, visit)
    } else if options.headless {
      try await headless(session, delivery, visit)
      code = .done
    } else if options.plain, visit.tested == nil {
      code = try await PlainDriver(
        first: visit.url, session: session, delivery: delivery, errand: visit.errand, text: text,
        glyphs: options.ascii ? .ascii : .ofLocale
      ).run()
    } else {
      code = try await window(session, delivery, visit, text)
    }
    await transport.shutdown()
    return code
  }

  @MainActor private func window(
    _ session: BrowsingSession, _ delivery: any RedirectDelivering, _ visit: BrowserOptions.Visit, _ text: Catalogue
  ) async throws(BrowserError) -> BrowserExit {
    let mirror = options.mirror.flatMap { ScreenMirror($0, program: .browser) }
    let open = { () throws(BrowserError) -> any BrowserDisplay in
      do throws(TerminalError) {
        let terminal = try Terminal(
          TerminalOptions(
            colour: options.noColor ? .atMost(.none) : .auto, glyphs: options.ascii ? .ascii : nil,
            theme: Theme.named(options.theme) ?? .curity,
            isBasic: options.basicTerminal || options.mirror != nil))
        mirror?.watch(terminal)
        return terminal
      } catch { throw BrowserError(.noTerminal, ["detail": error.detail]) }
    }
    let known = try options.username.map { name throws(BrowserError) in
      try Credentials(username: name, passwordFile: options.passwordFile ?? "")
    }
    let window = BrowserWindow(
      open: open, session: session, delivery: delivery, url: visit.url, errand: visit.errand, text: text,
      presenter: options.presenter, stop: options.stop, phoneName: options.phoneName,
      autoplay: options.autoplay.flatMap { seconds in
        (known ?? Autoplay.demo(at: visit.url)).map { Autoplay(seconds: seconds, task: options.task($0, on: visit)) }
      },
      moves: !options.noMotion, onSlowLine: options.slowLine, time: options.time)
    window.mirror = mirror
    defer { window.display?.close() }
    let code = try await window.run()
    return code == .done && window.display == nil ? .doneUnseen : code
  }

  private func headless(
    _ session: BrowsingSession, _ delivery: any RedirectDelivering, _ visit: BrowserOptions.Visit
  ) async throws(BrowserError) {
    let file = options.passwordFile ?? ""
    var credentials = Credentials(username: "", password: Secret(""))
    // Otherwise the cookies of an earlier visit log in, or nothing does: the file is not opened.
    if visit.tested?.passwords != 0 {
      if Credentials.isExposed(file) {
        BrowserProgram.warn(options.catalogue(.browserPasswordFileExposed, ["path": file]), options.catalogue)
      }
      credentials = try Credentials(username: options.username ?? "", passwordFile: file)
    }
    try await HeadlessDriver(session: session, delivery: delivery, task: options.task(credentials, on: visit))
      .run(from: visit.url)
  }

  /// Writes what the visit met to standard output, however it ended.
  private func writeReport(_ session: BrowsingSession, _ visit: BrowserOptions.Visit) async -> BrowserExit {
    let kept = KeptRedirect()
    var end: String?
    do throws(BrowserError) { try await headless(session, kept, visit) } catch { end = error.code.rawValue }
    Output.write(TestedVisit.report(await session.history, redirect: await kept.uri, end: end) + "\n")
    return .done
  }

  private func openJar() throws(BrowserError) -> (any CookieStoring, CookieJar) {
    if options.ephemeral { return (ForgetfulCookieStore(), CookieJar()) }
    let file = CookieJarFile(folder: try BrowserFolder(options.dataDir))
    let opened = try file.open(now: options.time.now)
    if opened.dropped > 0 {
      BrowserProgram.warn(options.catalogue(.browserCookiesDropped, ["count": "\(opened.dropped)"]), options.catalogue)
    }
    return (file, opened.jar)
  }

  private static func report(_ error: BrowserError, _ text: Catalogue) {
    complain("\(error.title(text)): \(error.explanation(text))", hint: error.hint(text), text)
  }

  private static func complain(_ line: String, hint: String, _ text: Catalogue = Catalogue()) {
    let clean = [line, hint].map { TextLayout.clip($0, to: 2000) }
    Descriptor.write("dcr-browser: \(clean[0])\n\(text(.hintLine, ["hint": clean[1]]))\n", to: STDERR_FILENO)
  }

  private static func warn(_ line: String, _ text: Catalogue) {
    let warning = text(.warningLine, ["warning": TextLayout.clip(line, to: 2000)])
    Descriptor.write("dcr-browser: \(warning)\n", to: STDERR_FILENO)
  }
}

/// Ends this browser when the app that started it has ended: the terminal then belongs to the shell again.
///
/// The app reads this program's standard error from a pipe. Poll reports POLLERR when the pipe's reader has closed (poll(2)).
enum OwnerWatch {
  static func start() {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
    DispatchQueue(label: "owner").async {
      var errors = pollfd(fd: STDERR_FILENO, events: 0, revents: 0)
      while poll(&errors, 1, -1) < 0, errno == EINTR {}
      // The app had switched off echo for this browser, which would restore only that state.
      atexit {
        var modes = termios()
        guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
        modes.c_lflag |= tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes)
      }
      kill(getpid(), SIGTERM)
    }
  }
}
