/// The screens that only users with a role see.
extension Phrase {
  public static let managerButton = Phrase("button.manager", "Manager")
  public static let icButton = Phrase("button.ic", "IC")
  public static let keyManager = Phrase("key.manager", "manager screen")
  public static let keyIC = Phrase("key.ic", "IC screen")

  public static let managerTitle = Phrase("manager.title", "Manager")
  public static let managerApprovals = Phrase("manager.approvals", "To approve")
  public static let managerApprovalsText = Phrase("manager.approvals.text", "2 leave requests, 1 travel expense")
  public static let managerTeam = Phrase("manager.team", "My team")
  public static let managerTeamText = Phrase("manager.team.text", "7 people, 1 on leave until Friday")
  public static let managerBudget = Phrase("manager.budget", "Budget of the quarter")
  public static let managerBudgetText = Phrase("manager.budget.text", "61 % spent, 1 open position")

  public static let icTitle = Phrase("ic.title", "Individual Contributor")
  public static let icTasks = Phrase("ic.tasks", "My tasks")
  public static let icTasksText = Phrase("ic.tasks.text", "3 open, 1 in review")
  public static let icHours = Phrase("ic.hours", "My hours")
  public static let icHoursText = Phrase("ic.hours.text", "31:30 this week, yesterday not booked yet")
  public static let icLeave = Phrase("ic.leave", "My leave")
  public static let icLeaveText = Phrase("ic.leave.text", "12 days left, 1 request with your manager")

  public static let roleShownTo = Phrase("role.shown-to", "Sample data, shown to {name} for the role {role}")
  public static let roleIsConvenience = Phrase(
    "role.convenience",
    "The app hides this screen from others for their convenience only: a changed app shows what it likes, so the API "
      + "behind it must check the role too.")
  public static let rolesUnreadable = Phrase("roles.unreadable", "claim ignored: no list of names")
}
