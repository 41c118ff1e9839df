extension Swedish {
  static let rolePhrases: StaticString = #"""
    button.manager = Chef
    button.ic = IC
    key.manager = chefsskärm
    key.ic = IC-skärm
    manager.title = Chef
    manager.approvals = Att godkänna
    manager.approvals.text = 2 ledighetsansökningar, 1 reseräkning
    manager.team = Mitt team
    manager.team.text = 7 personer, 1 ledig till fredag
    manager.budget = Kvartalets budget
    manager.budget.text = 61 % förbrukat, 1 ledig tjänst
    ic.title = Individual Contributor
    ic.tasks = Mina uppgifter
    ic.tasks.text = 3 öppna, 1 under granskning
    ic.hours = Mina timmar
    ic.hours.text = 31:30 denna vecka, gårdagen saknas
    ic.leave = Min ledighet
    ic.leave.text = 12 dagar kvar, 1 ansökan hos chefen
    role.shown-to = Exempeldata, visas för {name} i rollen {role}
    role.convenience = Appen döljer skärmen för andra bara för deras bekvämlighet: en ändrad app visar vad den vill, så API:et bakom måste också kontrollera rollen.
    roles.unreadable = claim ignorerad: ingen lista med namn
    """#
}
