import ArgumentParser
import URIDispatch

/// `open-uri URI`: what an operating system does with a private-use scheme (RFC 8252 §7.1), by hand.
struct OpenURICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-uri",
    abstract: "Hand a redirect to the running app, as an operating system does for a private-use scheme.")

  @OptionGroup var global: GlobalOptions

  @Argument(help: "The redirect, e.g. io.curity.dcrclient:/callback?…")
  var uri: String

  func run() throws {
    let data = try global.dataDirectory(making: false)
    do {
      try URIDispatchClient.deliver(uri, to: URIDispatchAddress(deviceDirectory: data.devicePath))
    } catch {
      throw CommandError(error.code, ["received": data.device, "detail": error.detail])
    }
    StandardOutput.line("The app has received it.")
  }
}
