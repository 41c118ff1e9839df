import AppState

/// Why nothing was written.
public typealias ExportProblem = FileProblem
