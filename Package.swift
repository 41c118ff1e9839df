// swift-tools-version:6.2
import PackageDescription

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let certificates = Target.Dependency.product(name: "X509", package: "swift-certificates")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

// What draws every screen in every state is optimized in debug builds, too: the tests take minutes less for seconds of the compiler.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "dcr-terminal",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "dcr-terminal", targets: ["DCRTerminal"]),
    .executable(name: "dcr-browser", targets: ["InAppBrowser"]),
    .executable(name: "dcr-identity-server", targets: ["IdentityServerProgram"]),
    .executable(name: "dcr-secure-element", targets: ["SecureElementProgram"]),
  ],
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    // What every room may speak: plain values, the strings that people read, the OS's URI dispatch, small files.
    .target(
      name: "SharedValues", exclude: ["Configuration"], swiftSettings: optimized,
      plugins: ["EmbedTexts"]),
    .target(
      name: "Catalogue", dependencies: ["SharedValues"], exclude: ["Words"], swiftSettings: optimized,
      plugins: ["EmbedTexts"]),
    .target(name: "LocalSockets"),
    .target(name: "SmallFiles", dependencies: ["SharedValues"]),
    .target(name: "CProcess"),
    // Recordings of terminals: the format, and what of one may be shown.
    .target(name: "Asciicast", dependencies: ["SharedValues"]),

    // The keystore, bottom up.
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "OpenSSLCrypto", dependencies: ["COpenSSL"]),
    .target(name: "AgeFormat", dependencies: ["SharedValues", "OpenSSLCrypto", "SmallFiles"]),
    .target(
      name: "Keystore", dependencies: ["AgeFormat", "OpenSSLCrypto", "SharedValues", "SmallFiles"]),

    // The phone's secure element: what app and element say to each other, and the element itself.
    .target(name: "SecureElement", dependencies: ["LocalSockets", "SharedValues"]),
    .executableTarget(
      name: "SecureElementProgram",
      dependencies: [
        "SecureElement", "LocalSockets", "OpenSSLCrypto", "SharedValues", "SmallFiles", "CProcess",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Texts that stand in folders of their target become string literals of it.
    .executableTarget(name: "embed-texts", path: "Plugins/embed-texts"),
    .plugin(name: "EmbedTexts", capability: .buildTool(), dependencies: ["embed-texts"]),

    // What goes wrong on purpose.
    .target(
      name: "Faults", dependencies: ["SharedValues", crypto, cryptoExtras], exclude: ["Menu", "Presets"],
      plugins: ["EmbedTexts"]),

    // The phone: protocol, state, screens.
    .target(name: "OAuthClient", dependencies: ["SharedValues", crypto, cryptoExtras]),
    .target(
      name: "AppState", dependencies: ["OAuthClient", "Keystore", "SharedValues", "Catalogue"],
      swiftSettings: optimized),
    .target(
      name: "CNcurses", cSettings: [.define("_GNU_SOURCE"), .define("_XOPEN_SOURCE_EXTENDED")],
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(
      name: "TerminalUI", dependencies: ["SharedValues", "CNcurses"], exclude: ["Tables", "Themes"],
      swiftSettings: optimized,
      plugins: ["EmbedTexts"]),
    // What a terminal shows, told to another program: to scripts.
    .target(name: "ScreenMirror", dependencies: ["TerminalUI", "SharedValues", "SmallFiles"]),
    .target(
      name: "Screens",
      dependencies: ["AppState", "OAuthClient", "TerminalUI", "Catalogue", "SharedValues"],
      exclude: ["Drawings"], swiftSettings: optimized, plugins: ["EmbedTexts"]),

    // The tools around the phone: one folder each.
    .target(
      name: "Workshop",
      dependencies: [
        "Screens", "AppState", "OAuthClient", "Keystore", "Faults", "TerminalUI", "Catalogue", "SharedValues",
      ], exclude: ["Tables"], swiftSettings: optimized, plugins: ["EmbedTexts"]),
    // Every state of every screen, for gallery and tests.
    .target(
      name: "Samples",
      dependencies: [
        "Workshop", "Screens", "AppState", "OAuthClient", "Keystore", "Faults", "TerminalUI",
        "SharedValues",
      ], exclude: ["Documents"], swiftSettings: optimized, plugins: ["EmbedTexts"]),

    // The edges: HTTP, the identity server, the two programs.
    .target(
      name: "HTTPTransport",
      dependencies: [
        "SharedValues", "SmallFiles", asyncHTTPClient, nioSSL, certificates, crypto,
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
      ]),
    .target(
      name: "IdentityServer",
      dependencies: [
        "SharedValues", "SmallFiles", "OpenSSLCrypto", "Catalogue", "Faults", hummingbird,
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Mustache", package: "swift-mustache"), .product(name: "GRDB", package: "GRDB.swift"),
        jwtKit, crypto, cryptoExtras, nioSSL, certificates, logging,
      ],
      exclude: ["ClientChecks", "Pages", "Schema"], plugins: ["EmbedTexts"]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CLibIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
    .executableTarget(
      name: "InAppBrowser",
      dependencies: [
        "TerminalUI", "HTTPTransport", "LocalSockets", "SharedValues", "SmallFiles", "Catalogue", "CLibXML2",
        "CLibIDN2", "ScreenMirror", "CProcess", "Programs",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Help", "SamplePages"], plugins: ["EmbedTexts"]),
    // What the programs of this product share: options, the data directory, errors with their exit codes.
    .target(
      name: "Programs",
      dependencies: [
        "SharedValues", "SmallFiles", "Catalogue", "TerminalUI", logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Completions", "Help"], plugins: ["EmbedTexts"]),
    .executableTarget(
      name: "IdentityServerProgram",
      dependencies: [
        "IdentityServer", "Programs", "SharedValues", "SmallFiles", "CProcess", logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The app's edges, bottom up: what they share, the browsers, the configuration, the gallery's files, scripts and recordings.
    .target(
      name: "Edge",
      dependencies: [
        "Programs", "Workshop", "TerminalUI", "AppState", "OAuthClient", "Keystore", "AgeFormat",
        "LocalSockets", "SecureElement", "SharedValues", "SmallFiles", "Catalogue", logging,
      ]),
    .target(
      name: "UserAgents",
      dependencies: [
        "Edge", "Programs", "TerminalUI", "AppState", "OAuthClient", "HTTPTransport",
        "LocalSockets", "SharedValues", "SmallFiles", "Catalogue", logging,
      ],
      exclude: ["Pages"], plugins: ["EmbedTexts"]),
    .target(
      name: "AppConfiguration",
      dependencies: [
        "Edge", "UserAgents", "Programs", "Screens", "TerminalUI", "AppState",
        "OAuthClient", "Keystore", "AgeFormat", "HTTPTransport", "Faults", "SharedValues", "SmallFiles", "Catalogue",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "Gallery",
      dependencies: [
        "Edge", "Programs", "Samples", "Workshop", "Screens", "ScreenMirror", "TerminalUI",
        "SharedValues", "Catalogue",
      ], exclude: ["Page"], plugins: ["EmbedTexts"]),
    .target(
      name: "Automation",
      dependencies: [
        "Edge", "AppConfiguration", "Programs", "Workshop", "Screens", "ScreenMirror", "TerminalUI",
        "AppState", "Keystore", "Asciicast", "SharedValues", "SmallFiles", "Catalogue",
      ],
      exclude: ["TestPlan", "Page"], plugins: ["EmbedTexts"]),
    // What is written about a run, and the doctor.
    .target(
      name: "Evidence",
      dependencies: [
        "Edge", "AppConfiguration", "Automation", "Programs", "Workshop", "Screens", "ScreenMirror",
        "TerminalUI", "AppState", "Faults", "OpenSSLCrypto", "SharedValues", "SmallFiles", "Catalogue",
      ],
      exclude: ["Texts"], plugins: ["EmbedTexts"]),
    .target(
      name: "TestRuns",
      dependencies: [
        "Edge", "Automation", "Programs", "Workshop", "Screens", "TerminalUI", "AppState", "OpenSSLCrypto",
        "SharedValues", "SmallFiles",
      ],
      exclude: ["Page"], plugins: ["EmbedTexts"]),
    // Runs of client-test and server-test, and what is written about them.
    .target(
      name: "CheckRuns",
      dependencies: [
        "Automation", "Programs", "Workshop", "Screens", "TerminalUI", "AppState", "SharedValues", "SmallFiles",
      ],
      exclude: ["Page"], plugins: ["EmbedTexts"]),
    // The verdict on an authorization server: its checks, what they send, and what they clean up.
    .target(
      name: "ServerTest",
      dependencies: [
        "CheckRuns", "Edge", "Programs", "OAuthClient", "LocalSockets", "SharedValues", "SmallFiles",
        crypto,
      ],
      exclude: ["Checks"], plugins: ["EmbedTexts"]),
    .target(
      name: "Doctor",
      dependencies: [
        "Edge", "UserAgents", "AppConfiguration", "Automation", "Programs", "TerminalUI", "AppState",
        "OAuthClient", "Keystore", "HTTPTransport", "SharedValues", "Catalogue", logging,
      ]),
    // The lessons' files and labs.
    .target(
      name: "Labs",
      dependencies: [
        "Edge", "UserAgents", "AppConfiguration", "Programs", "Workshop", "AppState", "OAuthClient",
        "Keystore", "HTTPTransport", "LocalSockets", "Faults", "SharedValues", "SmallFiles", "Catalogue", logging,
      ],
      exclude: ["Lessons", "Pages"], plugins: ["EmbedTexts"]),
    .executableTarget(
      name: "DCRTerminal",
      dependencies: [
        "Edge", "UserAgents", "AppConfiguration", "Gallery", "Automation", "Evidence", "TestRuns", "CheckRuns",
        "ServerTest",
        "Doctor", "Labs", "Programs",
        "Samples", "Workshop", "Screens", "TerminalUI", "AppState", "OAuthClient", "Keystore", "AgeFormat",
        "HTTPTransport", "LocalSockets", "Faults", "SharedValues", "SmallFiles", "Catalogue", "Asciicast",
        "ScreenMirror", "CProcess",
        logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // What `make bench` measures the client side with.
    .executableTarget(name: "client-bench", dependencies: ["OAuthClient", "SharedValues"], path: "bench/ClientSide"),
    // What `make bench` measures the panels with.
    .executableTarget(
      name: "panel-bench",
      dependencies: ["Workshop", "Screens", "AppState", "TerminalUI", "OAuthClient", "SharedValues"],
      path: "bench/PanelSide"),
    // What `make bench` measures the secure element with.
    .executableTarget(
      name: "element-bench", dependencies: ["SecureElement", "OpenSSLCrypto", "SharedValues"],
      path: "bench/ElementSide"),
    // The limit that `make bench` holds the identity server against.
    .executableTarget(
      name: "bare-server",
      dependencies: [hummingbird, .product(name: "HummingbirdTLS", package: "hummingbird"), nioSSL, logging],
      path: "bench/BareServer"),

    // Tests: one bundle a room, and the whole flow in DCRTerminalTests. What several of them stand on is in TestSupport.
    .target(
      name: "TestSupport",
      dependencies: [
        "IdentityServer", "HTTPTransport", "SharedValues", certificates, nioSSL, crypto,
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Tests/Support"),
    .target(name: "TestTime", dependencies: ["SharedValues"], path: "Tests/TestTime"),
    .target(name: "TestValues", dependencies: ["TerminalUI"], path: "Tests/TestValues"),
    .target(name: "OAuthLiterals", dependencies: ["OAuthClient"], path: "Tests/OAuthLiterals"),
    .testTarget(name: "SharedValuesTests", dependencies: ["SharedValues", "TestTime"]),
    .testTarget(name: "AsciicastTests", dependencies: ["Asciicast"]),
    .testTarget(
      name: "CatalogueTests",
      dependencies: [
        "Catalogue", "Workshop", "OAuthClient", "Keystore", "Faults", "SharedValues", "SmallFiles", "TestSupport",
        "embed-texts",
      ],
      exclude: ["Names.txt"]),
    .testTarget(name: "FaultsTests", dependencies: ["Faults", "OAuthClient", "SharedValues", crypto]),
    .testTarget(name: "SmallFilesTests", dependencies: ["SmallFiles", "TestSupport"]),
    .testTarget(name: "LocalSocketsTests", dependencies: ["LocalSockets"]),
    .testTarget(
      name: "SecureElementTests",
      dependencies: [
        "SecureElement", "SecureElementProgram", "DCRTerminal", "Edge", "LocalSockets", "OpenSSLCrypto", "SharedValues",
        "TestSupport", "TestValues", crypto, logging,
      ]),
    .testTarget(
      name: "KeystoreTests",
      dependencies: [
        "Keystore", "AgeFormat", "OpenSSLCrypto", "SharedValues", "SmallFiles", "TestSupport", "TestValues",
      ],
      resources: [.copy("Vectors")]),
    .testTarget(
      name: "OAuthClientTests",
      dependencies: [
        "OAuthClient", "Catalogue", "SharedValues", "TestValues", "OAuthLiterals", jwtKit, crypto, cryptoExtras,
      ]),
    .testTarget(
      name: "AppStateTests",
      dependencies: [
        "Workshop", "AppState", "Catalogue", "OAuthClient", "Keystore", "Faults", "SharedValues", "TestTime",
        "TestValues", "OAuthLiterals",
      ]),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI", "TestValues"]),
    .testTarget(
      name: "ScreenMirrorTests", dependencies: ["ScreenMirror", "TerminalUI", "SharedValues", "TestSupport"]),
    // What the pseudo-terminal tests try TerminalUI with.
    .executableTarget(name: "terminal-probe", dependencies: ["TerminalUI"], path: "Tests/Terminal/Probe"),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "Samples", "Workshop", "Screens", "AppState", "TerminalUI", "Catalogue", "Faults", "SharedValues",
        "OAuthClient", "TestSupport", "TestValues",
      ],
      exclude: ["Goldens", "Keys.txt", "SampleWords.txt"]),
    .testTarget(
      name: "HTTPTransportTests",
      dependencies: [
        "HTTPTransport", "SharedValues", "TestSupport", "TestTime", "TestValues", certificates, nioSSL, hummingbird,
        cryptoExtras,
      ]),
    .testTarget(
      name: "IdentityServerTests",
      dependencies: [
        "IdentityServer", "Faults", "SharedValues", "OpenSSLCrypto", "HTTPTransport", "TestSupport", "TestTime", jwtKit,
        crypto,
        cryptoExtras,
        certificates, .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "InAppBrowserTests",
      dependencies: [
        "InAppBrowser", "TerminalUI", "HTTPTransport", "SharedValues", "LocalSockets", "Catalogue", "ScreenMirror",
        "TestSupport", "TestTime", "TestValues",
      ],
      exclude: ["Goldens"]),
    .testTarget(
      name: "DCRTerminalTests",
      dependencies: [
        "DCRTerminal", "Edge", "UserAgents", "AppConfiguration", "Gallery", "Automation", "Evidence", "TestRuns",
        "CheckRuns", "ServerTest", "Doctor", "Labs",
        "IdentityServerProgram", "InAppBrowser", "Programs", "IdentityServer",
        "Samples", "Workshop", "AppState", "OAuthClient",
        "Keystore", "HTTPTransport",
        "SharedValues",
        "LocalSockets", "Screens", "TerminalUI", "Catalogue", "Asciicast", "ScreenMirror", "Faults", "TestSupport",
        "TestTime", "TestValues", "OAuthLiterals",
        certificates, nioSSL, crypto, cryptoExtras,
        logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Writers/read_back.py"]),
  ],
  swiftLanguageModes: [.v6]
)

// `make sanitize` alone: the parsers under libFuzzer, with its counters and address sanitizer in all that is ours. The two programs whose
// parsers are tried become libraries, because no program can use another one's code.
if Context.environment["DCR_FUZZ"] != nil {
  let (instrumented, programs) = (["-sanitize=fuzzer,address", "-gline-tables-only"], ["DCRTerminal", "InAppBrowser"])
  package.products = []
  package.targets = package.targets.filter { $0.type != .test }.map { target in
    guard programs.contains(target.name) else { return target }
    let entry = ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "\(target.name)_main"]
    return .target(
      name: target.name, dependencies: target.dependencies, exclude: target.exclude,
      swiftSettings: [.unsafeFlags(entry)], plugins: target.plugins)
  }
  package.targets.append(
    .executableTarget(
      name: "fuzz-parsers",
      dependencies: [
        "DCRTerminal", "AppConfiguration", "Automation", "Evidence", "InAppBrowser", "IdentityServer",
        "AgeFormat",
        "Asciicast", "Catalogue", "CheckRuns", "Faults",
        "OAuthClient", "SharedValues", "TerminalUI", "Workshop",
      ],
      path: "Tests/Fuzz", exclude: ["Corpus"], linkerSettings: [.unsafeFlags(instrumented)]))
  for target in package.targets where target.type == .regular || target.name == "fuzz-parsers" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(instrumented)]
  }
}
