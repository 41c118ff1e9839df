/// What the identity server says about defences that are switched off.
extension Phrase {
  public static let serveInsecure = Phrase(
    "serve.insecure",
    "INSECURE: embeddedServer.policies.insecure.{switch} switches a defence off; this server is good for a lesson and nothing else"
  )
}
