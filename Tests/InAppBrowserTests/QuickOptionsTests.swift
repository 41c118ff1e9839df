import Testing

@testable import InAppBrowser

/// The options as they are read by hand and by the full parser.
@Suite struct QuickOptionsTests {
  private static let visit = "--url-fd 3 --data-dir d --redirect-uri io.example:/cb --dispatch-socket d/uri.sock"

  private static let lines = [
    "https://localhost:8443/ --data-dir=d --redirect-uri http://127.0.0.1:8080/",
    visit,
    "\(visit) --app-id a --trusted-certificates x --trusted-certificates=y --proxy none --errand sign-out --scope dcr",
    "\(visit) --headless --username u --password-file p --login-origin https://a.example --login-origin https://b.example",
    "\(visit) --presenter --stop s --autoplay 3 --ephemeral --plain --ascii --no-color --no-motion --slow-line",
    "\(visit) --basic-terminal --mirror m --clock {} --phone-name n --lang de --theme \(Theme.names[1]) --page-fault time-out",
    "--clear-data --data-dir d",
  ]

  @Test(arguments: lines)
  func `both readings of a line are the same`(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let quick = try #require(BrowserProgram.quick(words)).options
    let full = try BrowserProgram.parse(words).options
    for path in QuickOptionsTests.values { #expect("\(quick[keyPath: path])" == "\(full[keyPath: path])") }
  }

  @Test(arguments: [
    "", "--help", "--version", visit + " --unknown", visit + " word", "--url-fd x --data-dir d", "--data-dir d",
    visit + " --proxy ftp://x", visit + " --errand none", visit + " --headless", visit + " --lang xx",
    visit + " --plain=yes", visit + " --scope", visit + " --scope --plain", visit + " --autoplay soon",
    "https://localhost:8443/ --redirect-uri http://127.0.0.1:8080/",
  ])
  func `what is not clearly right is left to the full parser`(_ line: String) {
    #expect(BrowserProgram.quick(line.split(separator: " ").map(String.init)) == nil)
  }

  /// An option that is not known here makes each start with it slow.
  @Test func `every option is known`() throws {
    let help = BrowserProgram.helpMessage(columns: 200)
    let names = Set(help.matches(of: /--[a-z-]+/).map { String($0.output) }).subtracting(["--help", "--version"])
    #expect(names.count > 20)
    let values = [
      "--url-fd": "3", "--proxy": "none", "--errand": "log-in", "--autoplay": "1", "--theme": Theme.names[0],
      "--lang": "en", "--login-origin": "https://a.example",
    ]
    for name in names {
      let asFlag = ["--clear-data", "--data-dir", "d", name]
      let asOption = asFlag + [values[name, default: "v"]]
      #expect(BrowserProgram.quick(asFlag) != nil || BrowserProgram.quick(asOption) != nil, "\(name)")
    }
  }

  private static let values: [PartialKeyPath<BrowserOptions> & Sendable] = [
    \.url, \.urlDescriptor, \.redirectURI, \.dispatchSocket, \.appID, \.dataDir, \.trustedCertificates, \.proxy,
    \.headless, \.username, \.passwordFile, \.loginOrigin, \.errand, \.scope, \.ephemeral, \.clearData, \.presenter,
    \.stop, \.autoplay, \.plain, \.ascii, \.noColor, \.pageFault, \.theme, \.noMotion, \.slowLine, \.basicTerminal,
    \.mirror, \.clock, \.phoneName, \.lang,
  ]
}
