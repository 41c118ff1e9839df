/// What the commands of the embedded server's administrator say.
extension Phrase {
  public static let optionClientStatus = Phrase("option.clients.status", "Only active or only revoked ones.")
  public static let optionClientOwner = Phrase("option.clients.owner", "Only those that this user registered.")
  public static let optionClientTemplate = Phrase("option.clients.template", "Only the instances of this template.")
  public static let optionClientSearch = Phrase(
    "option.clients.search", "Only those with this text in the client id, the name or the user.")
  public static let optionClientSort = Phrase(
    "option.clients.sort", "By time of registration or of use, the newest first; or by name, owner or status.")
  public static let optionClientReverse = Phrase("option.clients.reverse", "The other way round.")
  public static let optionClientLimit = Phrase("option.clients.limit", "No more than this many. (default: all)")
  public static let wrongClientLimit = Phrase("clients.wrong-limit", "a limit is a number from 1 on")

  public static let usersAbstract = Phrase(
    "command.users", "List and administer who can sign in at the embedded server.")
  public static let usersListAbstract = Phrase("command.users.list", "List every user.")
  public static let usersShowAbstract = Phrase("command.users.show", "Show one user.")
  public static let usersAddAbstract = Phrase("command.users.add", "Add a user.")
  public static let usersChangeAbstract = Phrase(
    "command.users.change", "Change names, address or roles; what is not named stays.")
  public static let usersPasswordAbstract = Phrase(
    "command.users.password", "Set a user's password and end the user's sessions and tokens.")
  public static let usersDeactivateAbstract = Phrase(
    "command.users.deactivate", "Deactivate a user: sessions and grants end, and the user's clients are revoked.")
  public static let usersActivateAbstract = Phrase(
    "command.users.activate", "Let a deactivated user sign in again. What was revoked stays so.")
  public static let usersDeleteAbstract = Phrase(
    "command.users.delete", "Delete a user with sessions and grants, and revoke the user's clients for good.")
  public static let argumentUser = Phrase("argument.user", "The user's name.")
  public static let optionUserSearch = Phrase("option.users.search", "Only those with this text in names or address.")
  public static let optionNewPasswordFile = Phrase(
    "option.users.password-file", "File whose first line is the password.")
  public static let optionGivenName = Phrase("option.users.given-name", "Given name.")
  public static let optionFamilyName = Phrase("option.users.family-name", "Family name.")
  public static let optionEmail = Phrase("option.users.email", "Email address.")
  public static let optionRoles = Phrase("option.users.roles", "Roles, separated by commas; empty for none.")
  public static let usersNone = Phrase("users.none", "There is no such user.")
  public static let userAdded = Phrase("users.added", "{user} is added and can sign in.")
  public static let userChanged = Phrase("users.changed", "{user} is changed.")
  public static let userPasswordSet = Phrase(
    "users.password-set", "{user} has a new password; the old sessions and tokens have ended.")
  public static let userDeactivated = Phrase(
    "users.deactivated", "{user} is deactivated; sessions, grants and clients have ended.")
  public static let userActivated = Phrase("users.activated", "{user} can sign in again; revoked clients stay revoked.")
  public static let userDeleted = Phrase("users.deleted", "{user} is deleted, and every client of that name revoked.")
  public static let userShadowed = Phrase(
    "users.shadowed",
    "the user {user} of the configuration is not used: an administrator has given the name to somebody (dcr-terminal users show {user})"
  )

  public static let userKeepsSubject = Phrase(
    "users.keeps-subject",
    "clients know the user {user} by that name already, so it stays their subject; the policy uuid is for users who are added"
  )

  public static let sessionsAbstract = Phrase(
    "command.sessions", "List and end the single sign-on sessions at the embedded server.")
  public static let sessionsListAbstract = Phrase("command.sessions.list", "List every session.")
  public static let sessionsEndAbstract = Phrase(
    "command.sessions.end", "End a session: the browser's next login asks for the password.")
  public static let argumentSession = Phrase("argument.session", "The session's handle, as the list shows it.")
  public static let optionSessionUser = Phrase("option.sessions.user", "Only this user's.")
  public static let optionRevokeGrants = Phrase(
    "option.sessions.revoke-grants", "Also revoke the codes and tokens that apps got in it.")
  public static let sessionsNone = Phrase("sessions.none", "No browser is signed in.")
  public static let sessionEnded = Phrase("sessions.ended", "The session {session} has ended.")

  public static let templatesAbstract = Phrase(
    "command.templates", "List and change the templates that apps register with (software_id).")
  public static let templatesListAbstract = Phrase("command.templates.list", "List every template.")
  public static let templatesShowAbstract = Phrase("command.templates.show", "Show one template and its metadata.")
  public static let templatesAddAbstract = Phrase("command.templates.add", "Add a template.")
  public static let templatesChangeAbstract = Phrase(
    "command.templates.change", "Replace a template's metadata, for every instance at once.")
  public static let templatesDeleteAbstract = Phrase(
    "command.templates.delete", "Delete a template that no active client needs.")
  public static let argumentTemplate = Phrase("argument.template", "The template's name.")
  public static let optionMetadata = Phrase(
    "option.templates.metadata", "File with the metadata as a JSON object, as a registration would send it.")
  public static let templateAdded = Phrase("templates.added", "{template} is added.")
  public static let templateChanged = Phrase("templates.changed", "{template} is changed, and every instance with it.")
  public static let templateDeleted = Phrase("templates.deleted", "{template} is deleted.")
  public static let noJSONObject = Phrase("templates.no-object", "there is no JSON object in it")
}
