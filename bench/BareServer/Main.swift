import Foundation
import Hummingbird
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL

/// The framework of the identity server with nothing behind it: the limit that `make bench` holds the endpoints against.
///
/// `GET /<n>` and `POST /<n>` answer n bytes of JSON's media type, over TLS as the identity server speaks it.
///
/// usage: bare-server PORT FOLDER; the folder holds server.pem and server.key. Prints a line when it answers, and runs until a signal.
@main
struct BareServer {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = Int(arguments[1]) else {
      FileHandle.standardError.write(Data("usage: bare-server PORT FOLDER\n".utf8))
      exit(64)
    }
    let folder = arguments[2]
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(folder + "/server.pem").map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: folder + "/server.key", format: .pem)))
    tls.minimumTLSVersion = .tlsv12
    tls.applicationProtocols = ["http/1.1"]
    let application = Application(
      responder: Constants(),
      server: try .tls(.http1(), configuration: TLSChannelConfiguration(tlsConfiguration: tls)),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { _ in
        print("ready")
        fflush(nil)
      }, logger: Logger(label: "bare", factory: { _ in SwiftLogNoOpLogHandler() }))
    try await application.runService()
  }
}

/// Reads the body, as whoever has to look at it must, and answers with as many bytes as the path says.
struct Constants: HTTPResponder {
  typealias Context = BasicRequestContext

  func respond(to request: Request, context: Context) async throws -> Response {
    _ = try await request.body.collect(upTo: 1 << 16)
    let size = Int(request.uri.path.dropFirst()) ?? 0
    return Response(
      status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(repeating: UInt8(ascii: "x"), count: min(size, 1 << 20))))
  }
}
