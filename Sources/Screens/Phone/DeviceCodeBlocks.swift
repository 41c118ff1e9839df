import AppState
import OAuthClient
import TerminalUI

/// The code of a login on another device (RFC 8628 §3.3): the address, the code to type there, and both as a QR code.
enum DeviceCodeBlocks {
  static func all(
    _ codes: DeviceAuthorization, _ state: AppState, _ look: Look, _ spinner: String
  ) -> [PhonePage.Block] {
    let left = max(0, codes.expiresAt.timeIntervalSince(state.now))
    let waiting = look.catalogue(.deviceCodeTimeLeft, ["time": Measure.countdown(left)])
    return [
      .aside(look.catalogue(.deviceCodeOpen)), .text(codes.verificationURI, Style(.phoneValue, bold: true), .centre),
      .gap,
      .aside(look.catalogue(.deviceCodeType)), .plate(codes.userCode),
      .qrCode(codes.verificationURIComplete ?? codes.verificationURI, look.glyphs), .gap,
      .moving("\(spinner) \(waiting)", .centre),
    ]
  }
}
