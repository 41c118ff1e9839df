import Catalogue

/// The language of the person who reads the answer to the current request.
///
/// A task-local value, as the notes of a request are: every page of every endpoint is said in it, and no signature on the way
/// to a page has to carry it.
enum Reader {
  @TaskLocal static var language = Language.english

  /// - Parameter request: its `Accept-Language` (RFC 9110 §12.5.4) decides.
  static func language(of request: ServerRequest) -> Language { Language.of(readers: accepted(request)) }

  /// The language of a request whose client says what its user reads (`ui_locales`, OpenID Connect Core §3.1.2.1; RP-Initiated Logout §2):
  /// its languages go first, those of the browser after them.
  static func language(_ parameters: FormParameters, _ request: ServerRequest) -> Language {
    Language.of(readers: (parameters["ui_locales"] ?? "") + " " + accepted(request))
  }

  private static func accepted(_ request: ServerRequest) -> String {
    request.headers[all: "Accept-Language"].joined(separator: ", ")
  }
}
