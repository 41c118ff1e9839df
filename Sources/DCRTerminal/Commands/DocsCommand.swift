import Glibc

struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration("docs")

  @Argument(help: "Which document. Without it all of them are listed.", completion: .documents) var topic: String?

  func run() throws {
    let documents = try Documents()
    guard let topic else { return StandardOutput.line(documents.list) }
    let path = try documents.path(of: topic)
    if isatty(STDOUT_FILENO) == 1 { Pager.become(showing: path) }
    StandardOutput.write(try documents.text(at: path))
  }
}

/// The program that shows a text a screen at a time; it replaces this program.
enum Pager {
  /// Returns only if no pager can be started.
  static func become(showing path: String) {
    let named = ProcessEnvironment["PAGER"].flatMap { try? CommandLineWords($0).words }
    for words in [named ?? [], ["less"]] where !words.isEmpty {
      guard let program = try? ProgramSearch.path(of: words[0]) else { continue }
      let arguments = ([program] + words.dropFirst() + [path]).map { strdup($0) }
      // A pager expects to end by this signal when its output is closed.
      signal(SIGPIPE, SIG_DFL)
      execv(program, arguments + [nil])
      signal(SIGPIPE, SIG_IGN)
    }
  }
}
