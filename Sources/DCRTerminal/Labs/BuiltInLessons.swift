/// The lesson files that come with the program, by name. Each stands in Lessons/ and is embedded when the program is built.
enum BuiltInLessons {
  static let files: [(name: String, bytes: [UInt8])] = [
    ("copied-keystore.json", PackageResources.copied_keystore_json),
    ("dcr-token-once.json", PackageResources.dcr_token_once_json),
    ("forged-state.json", PackageResources.forged_state_json),
    ("implicit.json", PackageResources.implicit_json),
    ("mix-up.json", PackageResources.mix_up_json),
    ("one-secret.json", PackageResources.one_secret_json),
    ("single-sign-on.json", PackageResources.single_sign_on_json),
    ("stolen-redirect.json", PackageResources.stolen_redirect_json),
    ("template.json", PackageResources.template_json),
    ("tour.json", PackageResources.tour_json),
  ]
}
