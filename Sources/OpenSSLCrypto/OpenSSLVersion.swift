import COpenSSL

/// The version of OpenSSL that this program runs with.
package enum OpenSSLVersion {
  /// `OpenSSL 3.0.13 30 Jan 2024`
  package static var text: String { OpenSSL_version(OPENSSL_VERSION).map { String(cString: $0) } ?? "" }
}
