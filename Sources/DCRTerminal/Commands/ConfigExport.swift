extension ConfigCommand {
  struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration("config export")

    @OptionGroup var global: GlobalOptions
    @Option(help: ArgumentHelp("The app that reads it.", valueName: "name")) var app: ExportedApp
    @Option(help: ArgumentHelp("This issuer in place of the configured one.", valueName: "url")) var issuer: String?

    func validate() throws {
      guard let issuer else { return }
      do { _ = try Issuer(judging: issuer, allowPlainHTTPLoopback: false) } catch {
        throw ValidationError("--issuer takes an https URL without query, fragment and user name, as serve prints it")
      }
    }

    func run() async throws {
      let configuration = try global.configuration()
      if let issuer, let given = try? Issuer(judging: issuer, allowPlainHTTPLoopback: false),
        given.path != configuration.issuer.path
      {
        StandardError.warn(
          "the path of --issuer is not \(configuration.issuer.path), as in the configuration; give the whole issuer that serve prints"
        )
      }
      StandardOutput.line(app.document(of: configuration, issuer: issuer).pretty)
    }
  }
}

enum ExportedApp: String, CaseIterable, ExpressibleByArgument {
  case curity

  /// - Parameter issuer: replaces the configuration's. The redirect URIs stay: the server has registered those.
  func document(of configuration: Configuration, issuer: String?) -> JSON {
    switch self {
    case .curity:
      [
        "issuer": .string(issuer ?? configuration.issuer.text),
        "registrationClientID": .string(configuration.registrationClientID),
        "redirectUri": .string(configuration.redirectURI.text),
        "postLogoutRedirectUri": .string(configuration.postLogoutRedirectURI.text),
        "scope": .string(configuration.scope),
      ]
    }
  }
}
