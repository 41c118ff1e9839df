import ArgumentParser
import Catalogue
import URIDispatch

/// `open-uri URI`: what an operating system does with a private-use scheme (RFC 8252 §7.1), by hand.
struct OpenURICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-uri", abstract: Phrase.openURIAbstract.english)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp(Phrase.argumentURI.english))
  var uri: String

  func run() throws {
    let data = try global.dataDirectory(making: false)
    do {
      try URIDispatchClient.deliver(uri, to: URIDispatchAddress(deviceDirectory: data.devicePath))
    } catch {
      throw CommandError(error.code, ["received": data.device, "detail": error.detail])
    }
    StandardOutput.line(Catalogue()(.uriDelivered))
  }
}
