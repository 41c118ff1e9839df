extension German {
  static let testPlanPhrases: StaticString = #"""
    error.test_plan_wrong.title = die Datei des Testplans wird nicht verwendet
    error.test_plan_wrong.explanation = {path}: {detail}
    error.test_plan_wrong.hint = berichtigen Sie sie dort; das Format steht in docs/test-plan.md, und dcr-terminal checks verify liest sie noch einmal
    error.test_run_unknown.title = diesen Durchlauf gibt es nicht
    error.test_run_unknown.explanation = kein Durchlauf hat die Kennung {received}
    error.test_run_unknown.hint = nehmen Sie einen, den dcr-terminal checks runs aufführt
    error.test_runs_none.title = es gibt nichts zu berichten
    error.test_runs_none.explanation = in {path} ist noch niemand den Plan durchgegangen
    error.test_runs_none.hint = drücken Sie C in der App, oder nennen Sie das Datenverzeichnis des Durchlaufs mit --data-dir
    error.test_run_nothing_before.title = es gibt keinen Durchlauf zum Vergleich
    error.test_run_nothing_before.explanation = vor {received} wurde keiner beendet
    error.test_run_nothing_before.hint = lassen Sie --compare weg, oder nennen Sie einen, den dcr-terminal checks runs aufführt
    error.test_run_damaged.title = der Durchlauf ist nicht lesbar
    error.test_run_damaged.explanation = {path}: {detail}
    error.test_run_damaged.hint = stellen Sie die Datei aus einer Sicherung wieder her, oder nehmen Sie einen anderen Durchlauf; sie blieb, wie sie ist
    error.test_run_taken.title = die Wertung ist nicht gesichert
    error.test_run_taken.explanation = {path} ist ein anderer Durchlauf oder beschädigt; die Datei blieb, wie sie ist
    error.test_run_taken.hint = beenden Sie den Durchlauf hier und beginnen Sie einen neuen; er bekommt einen eigenen Namen
    error.test_run_no_space.title = die Wertung ist nicht gesichert
    error.test_run_no_space.explanation = für {path} ist kein Platz
    error.test_run_no_space.hint = schaffen Sie Platz auf der Platte, und werten Sie den Fall noch einmal; was vorher gesichert war, ist ganz
    error.test_run_unwritable.title = die Wertung ist nicht gesichert
    error.test_run_unwritable.explanation = {path}: {detail}
    error.test_run_unwritable.hint = sorgen Sie dafür, dass Sie dort schreiben dürfen, und werten Sie den Fall noch einmal; was vorher gesichert war, ist ganz
    error.test_report_unwritable.title = der Bericht ist nicht vollständig
    error.test_report_unwritable.explanation = {path} lässt sich nicht schreiben: {detail}
    error.test_report_unwritable.hint = nennen Sie einen Ordner, in den Sie schreiben dürfen, mit etwas Platz
    """#
}
