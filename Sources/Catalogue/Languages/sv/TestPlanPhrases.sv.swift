extension Swedish {
  static let testPlanPhrases: StaticString = #"""
    error.test_plan_wrong.title = testplanens fil används inte
    error.test_plan_wrong.explanation = {path}: {detail}
    error.test_plan_wrong.hint = rätta den där; formatet står i docs/test-plan.md, och dcr-terminal checks verify läser den igen
    error.test_run_unknown.title = den genomgången finns inte
    error.test_run_unknown.explanation = ingen genomgång har beteckningen {received}
    error.test_run_unknown.hint = ta en av dem som dcr-terminal checks runs visar
    error.test_runs_none.title = det finns inget att rapportera
    error.test_runs_none.explanation = ingen har gått igenom planen i {path} än
    error.test_runs_none.hint = tryck C i appen, eller ange genomgångens datakatalog med --data-dir
    error.test_run_nothing_before.title = det finns ingen genomgång att jämföra med
    error.test_run_nothing_before.explanation = ingen avslutades före {received}
    error.test_run_nothing_before.hint = utelämna --compare, eller ange en som dcr-terminal checks runs visar
    error.test_run_damaged.title = genomgången kan inte läsas
    error.test_run_damaged.explanation = {path}: {detail}
    error.test_run_damaged.hint = återställ filen från en säkerhetskopia, eller ta en annan genomgång; filen är orörd
    error.test_run_taken.title = bedömningen är inte sparad
    error.test_run_taken.explanation = {path} är en annan genomgång eller skadad; filen är orörd
    error.test_run_taken.hint = avsluta genomgången här och börja en ny; den får ett eget namn
    error.test_run_no_space.title = bedömningen är inte sparad
    error.test_run_no_space.explanation = det finns ingen plats för {path}
    error.test_run_no_space.hint = frigör plats på disken och bedöm fallet igen; det som sparades före är helt
    error.test_run_unwritable.title = bedömningen är inte sparad
    error.test_run_unwritable.explanation = {path}: {detail}
    error.test_run_unwritable.hint = se till att du får skriva där och bedöm fallet igen; det som sparades före är helt
    error.test_report_unwritable.title = rapporten är inte fullständig
    error.test_report_unwritable.explanation = {path} kan inte skrivas: {detail}
    error.test_report_unwritable.hint = ange en mapp som du får skriva i, med lite plats
    """#
}
