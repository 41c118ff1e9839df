import SharedValues

/// What a host says about apps of Android: Google's Digital Asset Links, `assetlinks.json`.
///
/// Read are statements with the relation `delegate_permission/common.handle_all_urls` for an `android_app`. They give the app the
/// whole host; which addresses are its own, the app says, here by its redirect URIs. The fingerprints of certificates are not
/// compared: this app is signed with none.
struct AssetLinks: Hashable, Sendable {
  static let path = "/.well-known/assetlinks.json"

  private let packages: [String]

  /// `nil` for anything that is no such file. What is wrong in one statement costs that statement alone.
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
