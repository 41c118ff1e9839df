import Programs
import Edge
import SharedValues

/// The issuer when no file names one: the embedded server at this data directory's port.
package enum OwnIssuer {
  static let usualPort = 8443

  package static func url(port: Int) -> String { "https://localhost:\(port)/oauth/v2/oauth-anonymous" }

  /// The kept port, or the first that will be tried. Chooses nothing.
  static func knownPort(_ data: DataDirectory) throws(CommandError) -> Int {
    let port = KeptPort.issuer(data)
    return try port.read() ?? port.candidates()[0]
  }

  /// The kept port. The first call chooses a free port, keeps it for good and holds it until this data directory's server listens there, because a
  /// whole class may start at the same second.
  ///
  /// - Parameter outlives: the server will replace this program.
  static func choosePort(_ data: DataDirectory, outlives: Bool = false) throws(CommandError) -> (Int, HeldPort?) {
    let port = KeptPort.issuer(data)
    if let kept = try port.read() { return (kept, nil) }
    let held = HeldPort.first(of: port.candidates(), outlives: outlives)
    let chosen = held?.port ?? port.usual
    // If another program of this data directory was first, its choice counts.
    let kept = try port.keep(chosen)
    return (kept, kept == chosen ? held : nil)
  }
}
