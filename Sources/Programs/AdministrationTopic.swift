import ArgumentParser

/// The administration commands: `dcr-terminal` shows them, and passes them on to the server's program, which has them.
package enum AdministrationTopic: String {
  case clients = "List and administer the dynamically registered clients of the embedded server."
  case users = "List and administer who can sign in at the embedded server."
  case sessions = "List and end the single sign-on sessions at the embedded server."
  case templates = "List and change the templates that apps register with (software_id)."
  case devices = "Enroll and administer the devices that the embedded server trusts."
  case push = "Push registration tokens to devices that wait for one."

  package func command(_ subcommands: [any ParsableCommand.Type] = []) -> CommandConfiguration {
    CommandConfiguration(commandName: "\(self)", abstract: rawValue, subcommands: subcommands)
  }
}
