package enum ProductVersion { package static let text = "1.0.0" }
