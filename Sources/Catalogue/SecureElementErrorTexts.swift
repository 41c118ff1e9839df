extension ErrorText {
  /// What the phone's secure element answers. `{detail}` is what its code leaves open, `{received}` the key's thumbprint, where one was named.
  static let secureElementErrors: [ErrorText] = [
    ErrorText(
      "secure_element_unavailable", "the secure element cannot be used", "{detail}",
      hint: "install dcr-secure-element beside dcr-terminal (make build builds both); dcr-terminal doctor tries it out"),
    ErrorText(
      "secure_element_damaged", "the secure element's keys cannot be read", "{detail}",
      hint: "put the file back from a backup, or forget all keys with `dcr-terminal keys delete --all`"),
    ErrorText(
      "secure_element_unwritable", "the secure element cannot change its keys", "{detail}",
      hint: "make room, and see to it that the data directory is writable for you; the keys are as they were"),
    ErrorText(
      "secure_element_no_such_key", "there is no such key", "the secure element has no key {received}",
      hint: "dcr-terminal keys list shows them all; an app whose key is gone offers to register again"),
    ErrorText(
      "secure_element_key_of_another_app", "the key belongs to another app",
      "the secure element signs for the phone that had the key made, and for no other",
      hint: "use that phone with --device, or have a new key made"),
    ErrorText(
      "secure_element_presence_demanded", "the key asks for its user",
      "it signs only after its user has said yes, each time", hint: "confirm it in the app"),
    ErrorText(
      "secure_element_presence_refused", "nothing was signed", "the use of the key was not allowed",
      hint: "start again, and confirm it when the phone asks"),
    ErrorText(
      "secure_element_presence_cancelled", "nothing was signed", "the phone's question was closed without an answer",
      hint: "start again, and confirm it when the phone asks"),
    ErrorText(
      "secure_element_presence_timed_out", "nothing was signed", "the phone's question was open for too long",
      hint: "start again; a question waits for a minute"),
    ErrorText(
      "secure_element_full", "no further key can be made", "the secure element is full",
      hint: "delete keys that nobody needs: dcr-terminal keys list, dcr-terminal keys delete THUMBPRINT"),
    ErrorText(
      "secure_element_protocol_broken", "the secure element was not understood", "{detail}",
      hint: "install dcr-terminal and dcr-secure-element of the same version"),
  ]
}
