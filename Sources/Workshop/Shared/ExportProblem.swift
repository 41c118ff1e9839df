import AppState

/// Why nothing was written. `code` has its text in the catalogue.
public struct ExportProblem: Error, Hashable, Sendable {
  public var code: ProblemCode
  public var path: String
  public var detail: String

  public init(_ code: ProblemCode, path: String, detail: String) {
    (self.code, self.path, self.detail) = (code, path, detail)
  }
}
