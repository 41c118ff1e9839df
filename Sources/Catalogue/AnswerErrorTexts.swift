extension ErrorText {
  /// Answers that are no answer to the question: wrong status, wrong type, broken JSON.
  static let answerErrors: [ErrorText] = [
    ErrorText(
      "http_unauthorized", "the server refused the request",
      "it answered 401 {reason}: the token or the client it was sent is not accepted",
      hint: "start the step again; for a registration, make sure that dynamic registration is enabled on the server"),
    ErrorText(
      "http_forbidden", "the server forbids this",
      "it answered 403 {reason}",
      hint: "ask the people who run the server to allow it for this client and this user"),
    ErrorText(
      "http_not_found", "there is nothing at the address that the server itself names",
      "it answered {received} {description}",
      hint: "check on the server that this endpoint is enabled, then start again"),
    ErrorText(
      "http_server_error", "the server ran into a problem",
      "it answered {received} {description}",
      hint: "try again; if it stays, look into the server's log"),
    ErrorText(
      "http_status_unexpected", "the server answered in an unexpected way",
      "it answered {received} where {expected} was expected {description}",
      hint: "open the answer {messages}"),
    ErrorText(
      "http_redirect_refused", "the server wants to send the app elsewhere",
      "it answered {received}, a redirect, which an app must not follow with secrets in its hands",
      hint: "set issuer in config.json to the server's final address, without a redirect in between"),
    ErrorText(
      "too_many_requests", "the server asks to slow down",
      "it answered {received}: too many requests in a short time {description}",
      hint: "wait a minute, then try again"),
    ErrorText(
      "service_unavailable", "the server is not available at the moment",
      "it answered {received} {description}",
      hint: "try again in a minute"),
    ErrorText(
      "response_not_json", "the server did not answer with JSON",
      "it sent {received} where {expected} was expected {description}",
      hint: "check issuer in config.json; a proxy or a login page may be answering in the server's place"),
    ErrorText(
      "response_malformed_json", "the server's answer is not valid JSON",
      "reading it stopped: {received}",
      hint: "open the answer {messages} and report it to the people who run the server"),
    ErrorText(
      "response_duplicate_member", "the server's answer says one thing twice",
      "the member {field} occurs more than once, so it is not clear which one counts ({source})",
      hint: "report it to the people who run the server; this may also be an attack"),
    ErrorText(
      "response_too_deep", "the server's answer is nested too deeply",
      "this app reads {expected}",
      hint: "open the answer {messages} and report it to the people who run the server"),
    ErrorText(
      "response_not_object", "the server's answer has the wrong form",
      "it is {received} where {expected} was expected",
      hint: "open the answer {messages} and report it to the people who run the server"),
    ErrorText(
      "response_member_wrong_type", "the server's answer has a member of the wrong type",
      "{field} is {received} where {expected} was expected ({source})",
      hint: "open the answer {messages} and report it to the people who run the server"),
    ErrorText(
      "response_member_malformed", "the server's answer has a member that cannot be right",
      "{field} is {received} where {expected} was expected ({source})",
      hint: "open the answer {messages} and report it to the people who run the server"),
  ]
}
