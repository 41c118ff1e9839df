/// A code that reports, scripts and the catalogue spell as ``rawValue``.
public protocol StableCode: Sendable { var rawValue: String { get } }
