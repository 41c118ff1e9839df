/// What the administrator of the embedded server is told when something cannot be done.
extension ErrorText {
  static let administrationErrors: [ErrorText] = [
    ErrorText(
      "unknown_grant", "no such grant", "the client has no live grant {received}",
      hint: "dcr-terminal clients show CLIENT_ID lists what it was granted"),
    ErrorText(
      "unknown_session", "no such session", "no session has the handle {received}, or it has ended",
      hint: "dcr-terminal sessions list shows them all"),
    ErrorText(
      "unknown_user", "no such user", "there is no user {received}", hint: "dcr-terminal users list shows them all"),
    ErrorText(
      "user_exists", "the user cannot be added", "there is a user {received} already",
      hint: "choose another name, or change that user"),
    ErrorText(
      "user_name_unfit", "the user cannot be added", "the name {received} is not fit for a user",
      hint: "use 1 to 64 letters from a to z, digits and . _ - @ +"),
    ErrorText(
      "user_profile_unfit", "the user cannot be changed", "{received} is too long or holds a control character",
      hint: "use at most 200 characters, and at most 20 roles"),
    ErrorText(
      "password_unfit", "the password cannot be set",
      "it has fewer than 8 or more than 1024 characters, or a control character",
      hint: "choose one of at least 8 characters"),
    ErrorText(
      "user_is_configured", "the user cannot be changed", "{received} stands in config.json",
      hint: "change embeddedServer.users there and start the server again"),
    ErrorText(
      "owner_gone", "the client cannot be activated", "its user {received} is deactivated, or no longer there",
      hint: "activate the user first; the client of a user who was deleted can only be deleted"),
    ErrorText(
      "unknown_template", "no such template", "no template has the name {received}",
      hint: "dcr-terminal templates list shows them all"),
    ErrorText(
      "template_exists", "the template cannot be added", "there is a client or template {received} already",
      hint: "choose another name, or change that template"),
    ErrorText(
      "template_name_unfit", "the template cannot be added", "the name {received} is not fit for a template",
      hint: "use 1 to 100 letters from a to z, digits and . _ -"),
    ErrorText(
      "template_unfit", "the template cannot be saved", "{detail}",
      hint: "correct the metadata; it is judged as a registration with it would be"),
    ErrorText(
      "template_in_use", "the template cannot be deleted", "{received} has active instances",
      hint: "revoke or delete them first: dcr-terminal clients list --template {received}"),
    ErrorText(
      "metadata_file_unusable", "the metadata file cannot be used", "{path}: {detail}",
      hint: "name a file with one JSON object, as a registration request has it (RFC 7591 section 2)"),
    ErrorText(
      "template_is_built_in", "the template cannot be deleted", "{received} comes with the product",
      hint: "change it instead; each start would bring it back"),
  ]
}
