/// A host's statements about apps and its own addresses: Apple's `apple-app-site-association` (RFC 8252 §7.2, appendix B.1).
///
/// Only `applinks.details[]` is read, with `appID` or `appIDs` and `components[]` (`/`, `exclude`, `comment`) or, in the older
/// form, `paths[]`. Any other member of a rule is a condition that is not checked here, so such a rule claims nothing.
struct AssociationFile: Hashable, Sendable {
  /// Bytes; Apple's own limit.
  static let largest = 128 * 1024
  static let path = "/.well-known/apple-app-site-association"

  private let details: [Detail]

  private struct Detail: Hashable {
    var appIDs: [String]
    var rules: [Rule]
  }

  private struct Rule: Hashable {
    var pattern: [Character] = ["*"]
    var excludes: Bool
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count <= AssociationFile.largest, let document = try? JSON.parse(bytes),
      let details = document["applinks"]?["details"]?.arrayValue
    else { return nil }
    self.details = details.compactMap(AssociationFile.detail)
  }

  func claims(_ path: String, for appID: String) -> Bool {
    let characters = Array(path)
    for detail in details where detail.appIDs.contains(where: { $0.utf8.elementsEqual(appID.utf8) }) {
      if let rule = detail.rules.first(where: { AssociationFile.fits($0.pattern, characters) }) {
        return !rule.excludes
      }
    }
    return false
  }

  private static func detail(_ json: JSON) -> Detail? {
    guard let ids = json["appIDs"]?.stringArray ?? json["appID"]?.stringValue.map({ [$0] }) else { return nil }
    if let components = json["components"]?.arrayValue {
      return Detail(appIDs: ids, rules: components.compactMap(rule))
    }
    guard let paths = json["paths"]?.stringArray else { return nil }
    return Detail(
      appIDs: ids,
      rules: paths.map { path in
        let excluded = path.without(prefix: "NOT ")
        return Rule(pattern: Array(excluded ?? path[...]), excludes: excluded != nil)
      })
  }

  /// A rule that excludes under an unchecked condition always excludes.
  private static func rule(_ json: JSON) -> Rule? {
    guard let members = json.objectValue else { return Rule(excludes: true) }
    let excludes = json["exclude"].map { $0.boolValue ?? true } ?? false
    let isUnderstood = members.allSatisfy { ["/", "exclude", "comment"].contains($0.name) }
    guard isUnderstood || excludes else { return nil }
    guard let pattern = json["/"] else { return Rule(excludes: excludes) }
    guard let text = pattern.stringValue else { return excludes ? Rule(excludes: true) : nil }
    return Rule(pattern: Array(text), excludes: excludes)
  }

  /// `*` matches any characters, `?` matches one. Takes time in proportion to both lengths, for any pattern.
  private static func fits(_ pattern: [Character], _ text: [Character]) -> Bool {
    var (p, t) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        p = last.pattern + 1
        t = last.text + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}

/// A host's statements about Android apps: Google's Digital Asset Links, `assetlinks.json`.
///
/// Only statements with the relation `delegate_permission/common.handle_all_urls` for an `android_app` are read. They give the app
/// the whole host; the app declares its own addresses, here by its redirect URIs. Certificate fingerprints are not compared,
/// because this app is not signed with a certificate.
struct AssetLinks: Hashable, Sendable {
  static let path = "/.well-known/assetlinks.json"

  private let packages: [String]

  init?(_ bytes: [UInt8]) {
    guard bytes.count <= AssociationFile.largest, let statements = (try? JSON.parse(bytes))?.arrayValue else {
      return nil
    }
    packages = statements.compactMap { statement in
      guard statement["relation"]?.stringArray?.contains("delegate_permission/common.handle_all_urls") == true,
        statement["target"]?["namespace"]?.stringValue == "android_app"
      else { return nil }
      return statement["target"]?["package_name"]?.stringValue
    }
  }

  func names(_ package: String) -> Bool { packages.contains { $0.utf8.elementsEqual(package.utf8) } }
}

protocol ClaimJudging: Sendable { func claims(_ url: WebURL) async -> Bool }

/// Fetches the association files from the host itself: over verified https, without cookies and redirects.
///
/// Anything but a clear yes means no: then the address is an ordinary page, as on a phone.
actor AssociationCheck: ClaimJudging {
  private let fetcher: any PageFetching
  private let appID: String
  /// The bodies of answers with status 200, by address, fetched once per run; a phone fetches once per installation.
  private var known: [String: [UInt8]?] = [:]

  init(fetcher: any PageFetching, appID: String) { (self.fetcher, self.appID) = (fetcher, appID) }

  func claims(_ url: WebURL) async -> Bool {
    guard url.isSecure else { return false }
    if let file = await body(url.origin + AssociationFile.path).flatMap(AssociationFile.init),
      file.claims(url.path, for: appID)
    {
      return true
    }
    return await body(url.origin + AssetLinks.path).flatMap(AssetLinks.init)?.names(appID) ?? false
  }

  private func body(_ address: String) async -> [UInt8]? {
    if let body = known[address] { return body }
    let request = HTTPRequest("GET", address, headers: [HTTPHeader("Accept", "application/json")], endpoint: .page)
    let answer = try? await fetcher.exchange(request).response
    let body = answer.flatMap { $0.status == 200 ? $0.body : nil }
    known[address] = .some(body)
    return body
  }
}
