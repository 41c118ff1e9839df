import ForeignText
import OAuthClient
import Programs

extension ServerSettings {
  /// The settings from the configuration and the common options.
  package init(_ configuration: Configuration, _ global: GlobalOptions, _ data: DataDirectory, appID: String?) {
    self.init(dataDirectory: data.path, device: data.device)
    (logFile, logLevel) = (global.logFile.map { AbsolutePath.of($0) }, global.logLevel)
    options = configuration.embeddedServer
    adminPort = options.adminPort
    port = configuration.issuer.isEmbedded ? configuration.issuer.port : nil
    app = App(configuration, appID: appID ?? configuration.appID)
  }
}

extension ServerSettings.App {
  /// The redirects of this configuration's app, and which of the server's own addresses belong to the app.
  fileprivate init(_ configuration: Configuration, appID: String) {
    let (uri, postLogout) = (configuration.redirectURI, configuration.postLogoutRedirectURI)
    let origin = configuration.issuer.origin
    let paths = [uri, postLogout].compactMap { uri -> String? in
      guard case .claimedHTTPS = uri.kind, let path = uri.text.without(prefix: origin), path.hasPrefix(bytes: "/")
      else {
        return nil
      }
      return String(path.prefix(whileScalar: { $0 != "?" }))
    }
    let isApplication =
      configuration.applicationServer != nil
      && configuration.applicationServer == configuration.issuer.embeddedApplicationServer
    self.init(
      redirectURI: uri.text, postLogoutRedirectURI: postLogout.text, appID: appID, claimedPaths: paths,
      applicationClientID: isApplication ? configuration.registrationClientID : nil,
      scope: configuration.scope.split(scalar: " ").map(String.init))
  }
}
