import SharedValues

/// The issuer where no file names one: the embedded server at this data directory's own port.
enum OwnIssuer {
  static let usualPort = 8443

  static func url(port: Int) -> String { "https://localhost:\(port)/oauth/v2/oauth-anonymous" }

  /// The kept port, or the one that will be tried first. Nothing is chosen.
  static func knownPort(_ data: DataDirectory) throws(CommandError) -> Int {
    let port = KeptPort.issuer(data)
    return try port.read() ?? port.candidates()[0]
  }

  /// The port, kept from now on. At the first start a free one is chosen, and held until this data directory's server listens there:
  /// a whole class may start at the same second.
  ///
  /// - Parameter outlives: the server will take the place of this program.
  static func choosePort(_ data: DataDirectory, outlives: Bool = false) throws(CommandError) -> (Int, HeldPort?) {
    let port = KeptPort.issuer(data)
    if let kept = try port.read() { return (kept, nil) }
    let held = HeldPort.first(of: port.candidates(), outlives: outlives)
    let chosen = held?.port ?? port.usual
    // Another program of this data directory may have been first: then its choice counts.
    let kept = try port.keep(chosen)
    return (kept, kept == chosen ? held : nil)
  }
}
