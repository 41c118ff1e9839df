import COpenSSL

/// The version of OpenSSL that this program runs with.
public enum OpenSSLVersion {
  /// `OpenSSL 3.0.13 30 Jan 2024`
  public static var text: String { OpenSSL_version(OPENSSL_VERSION).map { String(cString: $0) } ?? "" }
}
