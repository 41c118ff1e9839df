/// The version of all programs of this product.
public enum ProductVersion { public static let text = "1.0.0" }
