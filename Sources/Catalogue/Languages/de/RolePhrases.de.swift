extension German {
  static let rolePhrases: StaticString = #"""
    button.manager = Führung
    button.ic = IC
    key.manager = Führung
    key.ic = IC-Ansicht
    manager.title = Führung
    manager.approvals = Zu genehmigen
    manager.approvals.text = 2 Urlaubsanträge, 1 Reiseabrechnung
    manager.team = Mein Team
    manager.team.text = 7 Personen, 1 bis Freitag im Urlaub
    manager.budget = Budget des Quartals
    manager.budget.text = 61 % verbraucht, 1 offene Stelle
    ic.title = Individual Contributor
    ic.tasks = Meine Aufgaben
    ic.tasks.text = 3 offen, 1 in Prüfung
    ic.hours = Meine Stunden
    ic.hours.text = 31:30 diese Woche, gestern fehlt noch
    ic.leave = Mein Urlaub
    ic.leave.text = 12 Tage übrig, 1 Antrag bei der Führung
    role.shown-to = Beispieldaten, gezeigt für {name} in der Rolle {role}
    role.convenience = Die App blendet diesen Bildschirm für andere nur der Bequemlichkeit halber aus: eine veränderte App zeigt, was sie will. Die API dahinter muss die Rolle also auch prüfen.
    roles.unreadable = Claim ignoriert: keine Liste von Namen
    """#
}
