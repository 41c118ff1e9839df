import Catalogue

/// The language of the person who reads the answer to the current request.
///
/// A task-local value, like the notes of a request: all pages are written in it, and functions need not pass it on.
enum Reader {
  @TaskLocal static var language = Language.english

  /// - Parameter request: the request whose `Accept-Language` (RFC 9110 §12.5.4) decides.
  static func language(of request: ServerRequest) -> Language { Language.of(readers: accepted(request)) }

  /// The language of a request whose client names its user's languages (`ui_locales`, OpenID Connect Core §3.1.2.1; RP-Initiated Logout §2):
  /// those come first, then the browser's.
  static func language(_ parameters: FormParameters, _ request: ServerRequest) -> Language {
    Language.of(readers: (parameters["ui_locales"] ?? "") + " " + accepted(request))
  }

  private static func accepted(_ request: ServerRequest) -> String {
    request.headers[all: "Accept-Language"].joined(separator: ", ")
  }
}
