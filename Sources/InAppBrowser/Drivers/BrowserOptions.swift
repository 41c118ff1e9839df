import ArgumentParser
import Catalogue
import Foundation
import HTTPTransport
import SharedValues
import TerminalUI
import URIDispatch

/// The command line of `dcr-browser`. No option ever takes a password: command lines are for everyone to see.
struct BrowserOptions: ParsableArguments {
  @Argument(help: .init(.browserOptionURL))
  var url: String?

  @Option(name: .customLong("url-fd"), help: .init(.browserOptionURLDescriptor))
  var urlDescriptor: Int32?

  @Option(help: .init(.browserOptionRedirectURI))
  var redirectURI: String?

  @Option(help: .init(.browserOptionSocket))
  var dispatchSocket: String?

  @Option(name: .customLong("app-id"), help: .init(.browserOptionAppID))
  var appID: String?

  @Option(help: .init(.browserOptionDataDir))
  var dataDir: String

  @Option(name: .customLong("trusted-certificates"), help: .init(.browserOptionTrusted))
  var trustedCertificates: [String] = []

  @Flag(help: .init(.browserOptionHeadless))
  var headless = false

  @Option(help: .init(.browserOptionUsername))
  var username: String?

  @Option(help: .init(.browserOptionPasswordFile))
  var passwordFile: String?

  @Flag(help: .init(.browserOptionEphemeral))
  var ephemeral = false

  @Flag(help: .init(.browserOptionClearData))
  var clearData = false

  @Flag(help: .init(.browserOptionPresenter))
  var presenter = false

  @Option(help: .init(.browserOptionAutoplay))
  var autoplay: Int?

  @Flag(help: .init(.browserOptionPlain))
  var plain = false

  @Flag(help: .init(.browserOptionASCII))
  var ascii = false

  @Flag(help: .init(.browserOptionNoColor))
  var noColor = false

  /// What the app's fault menu has in store for the first page.
  @Option(
    help: ArgumentHelp(
      "What the first page meets on purpose: failure:CODE, status:NUMBER or time-out.", visibility: .hidden))
  var pageFault: String?

  @Option(help: .init(.browserOptionTheme))
  var theme: String = Theme.curity.name

  @Flag(help: .init(.optionNoMotion))
  var noMotion = false

  @Option(help: ArgumentHelp(Phrase.optionMirror.english, visibility: .hidden))
  var mirror: String?

  @Option(help: ArgumentHelp("The phone's time, as a JSON setting.", visibility: .hidden))
  var clock: String?

  @Option(help: .init(.browserOptionLang))
  var lang: String?

  func validate() throws {
    if clearData { return }
    switch (url, urlDescriptor) {
    case (let url?, nil): guard WebURL(url)?.isHTTP == true else { throw problem(.browserUsageURL) }
    case (nil, let descriptor?): guard descriptor >= 0 else { throw problem(.browserUsageURLDescriptor) }
    case (nil, nil): throw problem(.browserUsageURL)
    case (_?, _?): throw problem(.browserUsageURLTwice)
    }
    guard redirectURI?.contains(":") == true else { throw problem(.browserUsageRedirectURI) }
    // At a loopback port the app itself takes the redirect.
    guard
      redirectURI.map({ RedirectURI(text: $0).isLoopback }) == true
        || dispatchSocket.flatMap({ URIDispatchAddress(socketPath: $0) }) != nil
    else {
      throw problem(.browserUsageSocket, ["name": URIDispatchAddress.socketName])
    }
    if headless, username == nil || passwordFile == nil { throw problem(.browserUsageHeadless) }
    guard Theme.named(theme) != nil else {
      throw problem(.browserUsageTheme, ["expected": Theme.all.map(\.name).joined(separator: ", ")])
    }
    if let pageFault, PageFault(pageFault) == nil { throw problem(.browserUsagePageFault) }
    if let lang, Language(rawValue: lang) == nil { throw problem(.browserUsageLang) }
  }

  private func problem(_ phrase: Phrase, _ values: [String: String] = [:]) -> ValidationError {
    ValidationError(catalogue(phrase, values))
  }

  /// The page to open, wherever it comes from. To be asked for once: a pipe is empty afterwards.
  func page() throws -> WebURL {
    let text = try urlDescriptor.map(HandedText.read) ?? url
    guard let url = text.flatMap({ WebURL($0) }), url.isHTTP else { throw problem(.browserUsageURL) }
    return url
  }

  /// The chosen language, else the environment's. A script that drives the browser reads English, wherever it runs.
  var catalogue: Catalogue {
    if let lang { return Catalogue(Language(rawValue: lang) ?? .english) }
    return Catalogue(headless ? .english : Language.of(environment: ProcessInfo.processInfo.environment))
  }
}

extension ArgumentHelp {
  /// Help texts come from the catalogue, in English: the language is an option itself.
  fileprivate init(_ phrase: Phrase) { self.init(stringLiteral: phrase.english) }
}

extension BrowserOptions {
  /// The phone's time: the app's, which a tester may have moved, else the machine's.
  var time: TimeSource {
    guard let clock, let json = try? JSON.parse(clock), let setting = ClockSetting(json) else { return .system }
    return AdjustableClock(setting).source
  }
}
