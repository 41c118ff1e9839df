import ArgumentParser
import Programs

extension BrowserProgram {
  /// What the command line asks for. The app starts a browser for each login and each sign-out, so its options are read without the full parser.
  static func read(_ words: [String]) throws -> BrowserProgram {
    try quick(words) ?? parse(words)
  }

  /// `nil` if the full parser has to decide.
  static func quick(_ words: [String]) -> BrowserProgram? {
    guard let program = QuickReader.browser.read(words[...]), (try? program.options.validate()) != nil else {
      return nil
    }
    return program
  }
}

extension QuickReader<BrowserProgram> {
  fileprivate static let browser = QuickReader(
    make: {
      var program = BrowserProgram()
      program.options = BrowserOptions()
      (program.options.trustedCertificates, program.options.loginOrigin) = ([], [])
      return program
    },
    flags: [
      ("headless", { $0.options.headless = $1 }), ("ephemeral", { $0.options.ephemeral = $1 }),
      ("clear-data", { $0.options.clearData = $1 }), ("presenter", { $0.options.presenter = $1 }),
      ("plain", { $0.options.plain = $1 }), ("ascii", { $0.options.ascii = $1 }),
      ("no-color", { $0.options.noColor = $1 }), ("no-motion", { $0.options.noMotion = $1 }),
      ("slow-line", { $0.options.slowLine = $1 }), ("basic-terminal", { $0.options.basicTerminal = $1 }),
    ],
    options: [
      ("url-fd", choice({ Int32($0) }) { $0.options.urlDescriptor = $1 }),
      ("redirect-uri", text { $0.options.redirectURI = $1 }),
      ("dispatch-socket", text { $0.options.dispatchSocket = $1 }), ("app-id", text { $0.options.appID = $1 }),
      ("data-dir", required({ $0 }) { $0.options.dataDir = $1 }),
      ("trusted-certificates", list(\.options.trustedCertificates)), ("login-origin", list(\.options.loginOrigin)),
      ("proxy", choice({ Proxies($0) == nil ? nil : $0 }) { $0.options.proxy = $1 }),
      ("username", text { $0.options.username = $1 }), ("password-file", text { $0.options.passwordFile = $1 }),
      ("errand", choice(Errand.Name.init(rawValue:)) { $0.options.errand = $1 }),
      ("scope", text { $0.options.scope = $1 }), ("stop", text { $0.options.stop = $1 }),
      ("autoplay", choice({ Int($0) }) { $0.options.autoplay = $1 }),
      ("page-fault", text { $0.options.pageFault = $1 }), ("theme", text { $0.options.theme = $1 ?? Theme.names[0] }),
      ("mirror", text { $0.options.mirror = $1 }), ("clock", text { $0.options.clock = $1 }),
      ("phone-name", text { $0.options.phoneName = $1 }), ("lang", text { $0.options.lang = $1 }),
    ], argument: text { $0.options.url = $1 })
}
