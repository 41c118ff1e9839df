/// What a brand may say in its own words (docs/branding.md): what the app is for, and what its own buttons are called. What the app says of
/// the protocol, of errors and of what it stores is never anybody else's.
extension Phrase {
  public static let ofBrand: [Phrase] = [
    appPurpose, registrationPrompt, registrationPromptDevice, registrationPromptPush, registrationPromptToken,
    registrationPromptOpen, authenticationPrompt, startRegistration, startAuthentication, managerButton, managerTitle,
    managerApprovals, managerApprovalsText, managerTeam, managerTeamText, managerBudget, managerBudgetText, icButton,
    icTitle, icTasks, icTasksText, icHours, icHoursText, icLeave, icLeaveText,
  ]
}
