/// The lists of Swedish, one file for each file of phrases. A new file has to be named here; a test finds what is missing.
enum Swedish {
  static let lists: [StaticString] = [
    faultDefectPhrases,
    faultPhrases, faultPresets,
    clockPhrases,
    checksPhrases,
    evidencePhrases,
    administrationErrorTexts, administrationTexts, agePhrases, answerErrorTexts, appErrorTexts, appearancePhrases,
    applicationErrorTexts, applicationPhrases, browserPhrases, captionPhrases, claimPhrases, claimSentences,
    commandErrorTexts, commandPhrases, discoveryErrorTexts, doctorPhrases, errorText, exportErrorTexts,
    galleryPhrases, idTokenErrorTexts, keyPhrases, keystoreErrorTexts, keystorePanelPhrases, lessonPhrases,
    lifePhrases, loginErrorTexts, messagesPhrases, panelPhrases, phonesPhrases, presenterPhrases, progressPhrases,
    protocolErrorTexts, protocolPhrases, recordingErrorTexts, registrationErrorTexts, rolePhrases, screenPhrases,
    serverPanelPhrases, serverPhrases, statePhrases, stepPhrases, termPhrases, testPlanPhrases, transportErrorTexts,
    userAgentPhrases,
  ]
}
