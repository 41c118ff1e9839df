/// What the pages of the embedded server's administrator say. A page template finds a text by its name here.
public enum AdministrationText: String, CaseIterable, Sendable {
  case brand, clients, templates, users, sessions, events, navigation, signOut, skip, cancel, backTo, never,
    actions, refusedTitle, expired, openAgain, clientsTitle, clientsLead, clientsEmpty, nothingFound, client, user,
    status, registered, lastUsed, grants, unnamed, noOwner, active, revoked, search, searchHint, anyStatus,
    anyTemplate, template, order, newest, oldest, recentlyUsed, byName, byOwner, byStatus, apply, reset, next,
    first, countOne, count, countMany, revoke, activate, delete, revokeClientText, deleteClientText,
    doneClientRevoked, doneClientActivated, doneClientDeleted, clientID, metadata, grantsTitle, grantsEmpty, scope,
    granted, liveTokens, revokeGrant, revokeGrantText, doneGrantRevoked, templatesTitle, templatesLead, instances,
    allInstances, builtIn, newTemplate, templateID, metadataJSON, addTemplate, saveTemplate, deleteTemplate,
    deleteTemplateText, showInstances, doneTemplateAdded, doneTemplateSaved, doneTemplateDeleted, notJSON,
    usersLead, usersSearch, addUser, newUser, userName, givenName, familyName, name, email, roles, rolesHint,
    origin, configuration, administrator, inactive, absent, profile, saveProfile, passwordTitle, newPassword,
    passwordHint, setPassword, setPasswordHint, readOnly, deactivate, deactivateUserText, deleteUserText,
    doneUserAdded, doneUserSaved, donePasswordSet, doneUserDeactivated, doneUserActivated, doneUserDeleted,
    sessionsLead, sessionsEmpty, browser, unknownBrowser, started, expires, endSession, endSessionAndGrants,
    endSessionText, endSessionAndGrantsText, doneSessionEnded, doneSessionAndGrantsEnded, eventsLead, eventsEmpty,
    time, request, answer, what, reload, live, pause, resume, lost, filterEvents, exchanges, exchangesLead,
    exchangeTitle, exchangeGone, showExchanges, who, session, address, serverPort, took, visit, requestID, reason,
    bodyCut, bodyUnread, clientTest, clientTestTitle, clientTestLead, showClientTest, forScripts, check, verdict,
    evidence, careful, passed, failed, warning, notSeen, notApplicable, needsPerson,
    fault, faults, faultsLead, faultsEmpty, faultTarget, faultTargetName, faultPreset, faultTimes,
    everybody, always, happened, stillHappens, switchOn, switchOff, showFaults, doneFaultOn, doneFaultOff,
    accessTokenLifetime, lifetimeSeconds, shortenLifetimes, restoreLifetimes, expireSecret, expireSecretText,
    doneClientShortened, doneClientRestored, doneSecretExpired,
    testThisClient, testLead, testChecks, coreChecks, allChecks, startTest, stopTest, testProgress,
    testProgressOf, secondsLeft, testReport, testSeen, testWatching, testWaiting, testEnded, testStopped, actHint,
    actDone, actCannot, answerYes, answerNo, answerSkip, actLogin, actUse, actRefresh, actLogout, actRestart,
    actForget, doneTestStarted, doneTestStopped

  public var phrase: Phrase { PhrasesByName.serverAdmin[rawValue] ?? Phrase(rawValue, rawValue) }
}
