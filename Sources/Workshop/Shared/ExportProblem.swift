import AppState

/// Why nothing was written.
package typealias ExportProblem = FileProblem
