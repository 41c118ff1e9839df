import SharedValues

/// A host's statements about Android apps: Google's Digital Asset Links, `assetlinks.json`.
///
/// Only statements with the relation `delegate_permission/common.handle_all_urls` for an `android_app` are read. They give the app
/// the whole host; the app declares its own addresses, here by its redirect URIs. Certificate fingerprints are not compared,
/// because this app is not signed with a certificate.
struct AssetLinks: Hashable, Sendable {
  static let path = "/.well-known/assetlinks.json"

  private let packages: [String]

  /// `nil` for anything but such a file. An invalid statement is skipped.
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

  /// Byte by byte.
  func names(_ package: String) -> Bool { packages.contains { $0.utf8.elementsEqual(package.utf8) } }
}
