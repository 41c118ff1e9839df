/// The product's version, as `--version` prints it.
package enum ProductVersion { package static let text = "1.0.0" }
