import FoundationEssentials

/// Its properties are the members that docs/config.schema.json declares, with their defaults: a new one is an entry there and a property here.
public protocol ServerMembers: Hashable, Sendable, Codable {
  /// The object's name in `embeddedServer`.
  static var name: String { get }
}

extension ServerMembers {
  /// The defaults.
  public init() { self.init(MemberRule.at("embeddedServer." + Self.name).byDefault) }

  /// - Parameter values: one for each member, judged.
  public init(_ values: JSON) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(values.compact.utf8)) } catch {
      preconditionFailure("docs/config.schema.json does not fit \(Self.self): \(error)")
    }
  }
}

/// How long things live, in seconds.
public struct ServerLifetimes: ServerMembers {
  public static let name = "lifetimes"

  public var code: Double
  public var accessToken: Double
  /// The access token with scope `dcr`, which registers one client.
  public var registrationToken: Double
  public var refreshToken: Double
  public var idToken: Double
  /// The browser's SSO session, counted from the login.
  public var session: Double
  /// The registration access token (RFC 7592).
  public var registrationAccessToken: Double
  /// 0: never expires, as in `client_secret_expires_at`.
  public var clientSecret: Double
  /// How long a page with a form may stay open.
  public var form: Double
  /// The time from a pushed request until a browser must present its reference.
  public var pushedRequest: Double
  /// The time that a device's user has to find a browser and allow the device (RFC 8628 §3.2).
  public var deviceCode: Double
  /// The time that a device must wait between two polls.
  public var deviceInterval: Double
  /// The highest age of a login that allows a payment.
  public var paymentLogin: Double
  /// The time for which a used refresh token is still accepted, counted from its first use, with ``ServerPolicies/RefreshTokens/grace``.
  public var refreshGrace: Double
}

/// Limits of registrations, pushed requests, waiting devices and payments; 0: unlimited. By default a class of 200 with one user can register.
public struct ServerLimits: ServerMembers {
  public static let name = "limits"

  public var clientsPerUser: Int
  /// Registrations of one user, or of one address when there is no user; that many may come at once.
  public var registrationsPerMinute: Int
  /// Bytes of metadata that may be stored for one client.
  public var metadataBytes: Int
  /// Live clients without an owner; clients registered with and without a token each have this limit (docs/decisions/0018).
  public var clientsWithoutOwner: Int
  /// Pushed requests of one client that have not led to a code yet.
  public var pushedRequests: Int
  /// Devices of one client that are waiting for their users (RFC 8628).
  public var deviceAuthorizations: Int
  /// Payments of one user within a day.
  public var paymentsPerDay: Int
}

/// An external resource, such as an API or an MCP server, for which the server issues access tokens (RFC 8707).
public struct ServerResource: Hashable, Sendable, Codable {
  /// The `resource` value that clients send, compared byte for byte: an absolute URI without fragment.
  public var identifier: String
  /// The resource's scopes, which clients may register and request; never contains `dcr`.
  public var scopes: [String]

  public init(identifier: String, scopes: [String] = []) { (self.identifier, self.scopes) = (identifier, scopes) }
}
