import ArgumentParser
import LocalSockets

/// `open-uri URI`: does by hand what an operating system does with a private-use scheme (RFC 8252 §7.1).
struct OpenURICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-uri",
    abstract: "Hand a redirect to the running app, as an operating system does for a private-use scheme.",
    discussion:
      "The device of this data directory that waits for it gets it, whichever that is. Where none does, --device is asked."
  )

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The redirect, e.g. io.curity.dcrclient:/callback?…") var uri: String

  func run() throws {
    let data = try global.dataDirectory(making: false)
    let phones = PhoneFolders(path: data.path)
    let address = { URIDispatchAddress(deviceDirectory: phones.folder($0)) }
    // A desktop knows one program for the scheme, but not which of its devices is logging in.
    let device = phones.names.first { URIDispatchClient.isAwaited(uri, at: address($0)) } ?? data.device
    do { try URIDispatchClient.deliver(uri, to: address(device)) } catch {
      throw CommandError(error.code, ["received": device, "detail": error.detail])
    }
    StandardOutput.line("The app has received it.")
  }
}
