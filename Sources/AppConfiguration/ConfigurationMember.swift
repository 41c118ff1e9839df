/// A member of `config.json` as `config init` and `config show` describe it. docs/config.schema.json has the same names.
package struct ConfigurationMember: Hashable, Sendable {
  /// With the names of its objects: `embeddedServer.adminPort`.
  package let name: String
  /// The default value as people read it; `nil`: the member is required.
  package let byDefault: String?
  /// One sentence about the member's purpose.
  package let purpose: String
  /// An example value, as JSON.
  package let example: String

  private init(_ name: String, _ byDefault: String?, _ purpose: String, _ example: String) {
    (self.name, self.byDefault, self.purpose, self.example) = (name, byDefault, purpose, example)
  }

  package static let all: [ConfigurationMember] = [
    .init(
      "issuer", nil,
      "The server. Port 0 of localhost is the embedded server at a port of this data directory's own: 8443 where it is free.",
      "\"\(OwnIssuer.url(port: 0))\""),
    .init("registrationClientID", nil, "The public client of the first login, for scope dcr.", "\"mobile-dcr-client\""),
    .init("redirectUri", nil, "Where both logins return to.", "\"io.curity.dcrclient:/callback\""),
    .init(
      "postLogoutRedirectUri", nil, "Where Sign Out returns to.", "\"io.curity.dcrclient:/logoutcallback\""),
    .init("scope", nil, "What the second login asks for.", "\"openid profile\""),
    .init(
      "registration", "user",
      "How the app gets the right to register: user, device, push, initial-access-token, open, static-client.",
      "\"user\""),
    .init("softwareId", "none", "The template of the server to register with.", "\"kiosk\""),
    .init(
      "initialAccessTokenFile", "none", "The file with the token, for initial-access-token.", "\"token\""),
    .init("deviceCertificate", "in the device's folder", "PEM, for device and push.", "\"device.pem\""),
    .init("deviceKey", "in the device's folder", "PEM, for device and push.", "\"device-key.pem\""),
    .init("deviceClientID", "mobile-dcr-device-client", "The client of all devices.", "\"mobile-dcr-device-client\""),
    .init(
      "clientID", "registrationClientID", "The client that is registered beforehand, for static-client.",
      "\"my-client\""),
    .init("clientSecretFile", "none", "The file with its secret.", "\"client.secret\""),
    .init(
      "clientKey", "none", "The thumbprint of its key, as keys make shows it.",
      "\"NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs\""),
    .init("silentStart", "false", "Keep the refresh token, and sign in with it at the next start.", "true"),
    .init(
      "clientAuthentication", "auto",
      "How this installation's client proves itself: auto, client_secret_basic, client_secret_post, private-key.",
      "\"private-key\""),
    .init("dpop", "false", "Tokens are bound to a key of this phone (RFC 9449).", "true"),
    .init("pushedAuthorization", "false", "Authorization requests are pushed to the server first (RFC 9126).", "true"),
    .init("userPresence", "false", "The client's key signs only when its user says so.", "true"),
    .init("profile", "none", "All three of it, at the app and the embedded server: fapi-2.0.", "\"fapi-2.0\""),
    .init("allowDowngrade", "false", "Where a server cannot do one of them, go on without it.", "true"),
    .init(
      "browser", "in-app", "Which browser opens pages: in-app, system, command, manual; device-code: one elsewhere.",
      "\"in-app\""),
    .init("userAgent", "as browser says", "Another name of browser, as RFC 8252 calls it.", "\"device-code\""),
    .init("browserCommand", "none", "The command line of the browser “command”.", "\"chromium %u\""),
    .init("browserTakesTerminal", "false", "That command needs the terminal.", "true"),
    .init("appID", "io.curity.dcrclient", "The app's name in association files.", "\"io.curity.dcrclient\""),
    .init(
      "applicationServer", "none", "A server that redeems the codes with a secret of its own.",
      "\"https://localhost:8443/application\""),
    .init(
      "api", "none", "The API that the tokens are for: /api is the embedded server's. Name its scopes in scope.",
      "\"/api\""),
    .init(
      "authorizationParameters", "none", "What goes with authorization requests besides.", "{\"ui_locales\": \"en\"}"),
    .init("trustedCertificates", "none", "PEM files to trust besides the system's.", "\"ca.pem\""),
    .init("allowPlainHTTPLoopback", "false", "An http issuer on the loopback is accepted.", "true"),
    .init(
      "allowLocalhostRedirect", "false", "Redirects to http://localhost are accepted (RFC 8252 §8.3 advises against).",
      "true"),
    .init(
      "proxy", "HTTPS_PROXY and NO_PROXY", "The proxy for every server but this computer's own, or none.",
      "\"http://proxy.example:3128\""),
    .init("deadlines", "connect 5, exchange 15", "Seconds.", "{\"connect\": 5, \"exchange\": 15}"),
    .init("faults", "none", "What goes wrong on purpose: a preset, or a file.", "\"flaky-network\""),
    .init(
      "brand", "Curity's", "Name, colours, mark and words of an app of your own: `dcr-terminal docs branding`.",
      "\"brand.json\""),
    .init(
      "embeddedServer.users", "demouser, jd, jr", "Who can sign in.", "[{\"name\": \"ann\", \"passwordFile\": \"ann\"}]"
    ),
    .init(
      "embeddedServer.administrator", "admin, with a password of this data directory's own",
      "“tutorial” is admin / Password1, where certainly nobody else works at the machine.", "\"tutorial\""),
    .init(
      "embeddedServer.adminPort", "6749 where it is free, then kept", "Port of the administration; 0 takes any.", "0"),
    .init("embeddedServer.devicePort", "0", "Port for devices with a certificate; 0 takes any.", "0"),
    .init(
      "embeddedServer.appFingerprints", "none", "SHA-256 of the certificates that sign the app on Android.",
      "[\"14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5\"]"),
    .init(
      "embeddedServer.lifetimes", "as `dcr-terminal docs configuration` lists", "Seconds, by name.",
      "{\"accessToken\": 300}"),
    .init(
      "embeddedServer.policies", "lenient, token, automatic, name, opaque", "How strict the server is.",
      "{\"clients\": \"strict\"}"),
    .init(
      "embeddedServer.limits", "as `dcr-terminal docs configuration` lists", "What bounds registrations.",
      "{\"clientsPerUser\": 1000}"),
    .init(
      "embeddedServer.resources", "the server's own API alone", "APIs elsewhere that it gives tokens for (RFC 8707).",
      "[{\"resource\": \"https://api.example/mcp\", \"scopes\": [\"notes.read\"]}]"),
    .init(
      "embeddedServer.origins", "none", "Web origins whose pages may read its answers (CORS).",
      "[\"http://localhost:5173\"]"),
  ]
}
