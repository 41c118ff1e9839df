import Foundation

/// base64url by Foundation: not the code under test.
public func base64url(_ bytes: some Sequence<UInt8>) -> String {
  Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
    .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
}
