/// What a brand may say in its own words (docs/branding.md): what the app is for, and what its own buttons are called. What the app says of
/// the protocol, of errors and of what it stores is always the product's.
extension Phrase {
  /// By the names of brand files.
  public static let ofBrand: [(name: String, phrase: Phrase)] =
    [
      ("button.start-registration", .startRegistration), ("button.start-authentication", .startAuthentication),
      ("button.manager", .managerButton), ("button.ic", .icButton),
    ]
    + [
      appPurpose, registrationPrompt, registrationPromptDevice, registrationPromptPush, registrationPromptToken,
      registrationPromptOpen, authenticationPrompt, managerTitle, managerApprovals, managerApprovalsText, managerTeam,
      managerTeamText, managerBudget, managerBudgetText, icTitle, icTasks, icTasksText, icHours, icHoursText, icLeave,
      icLeaveText,
    ].map { ($0.key, $0) }
}
