import Foundation
import Hummingbird
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL

/// The identity server's framework with empty handlers: the limit to which `make bench` compares the endpoints.
///
/// `GET /<n>` and `POST /<n>` answer with n bytes and JSON's media type, over the same TLS as the identity server.
///
/// usage: bare-server PORT FOLDER; the folder holds server.pem and server.key. Prints a line when it is ready, and runs until a signal.
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

/// Reads the body, as a real handler must, and answers with the number of bytes in the path.
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
