import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// Signed in at the identity server, but without an account at the application server (seeds/004: "sign-up"): a form that is filled in from the
/// claims as far as possible.
enum SignUpScreen {
  static func page(_ session: Session, _ form: SignUpForm, _ state: AppState, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = [.subtitle(look.catalogue(.signUpPrompt))]
    blocks += HomeLines.blocks(state, look)
    if !form.missing.isEmpty {
      let names = form.missing.map { look.catalogue(label($0)) }.joined(separator: ", ")
      blocks += [
        .text(
          "\(look.marks.warning) " + look.catalogue(.signUpMissing, ["fields": names]), Style(.phoneWarning), .centre)
      ]
    }
    let fields = SignUpForm.Field.allCases.map { field in
      Control(label(field), .view(.focusButton(index(of: field))), .input(.signUp(field), form[field]))
    }
    return PhonePage(
      title: look.catalogue(.signUpTitle), blocks: blocks,
      controls: fields + [
        Control(.createAccount, .createAccount),
        Control(.profile, .view(.show(.profile)), .quiet),
        Control(.signOut, .signOut, .quiet),
      ])
  }

  static func label(_ field: SignUpForm.Field) -> Phrase {
    switch field {
    case .givenName: .signUpGivenName
    case .familyName: .signUpFamilyName
    case .email: .signUpEmail
    }
  }

  private static func index(of field: SignUpForm.Field) -> Int { SignUpForm.Field.allCases.firstIndex(of: field) ?? 0 }
}

/// No user is signed in, and no registration is needed: the application server has the client.
enum ApplicationSignInScreen {
  static func page(_ applicationServer: String, _ state: AppState, _ look: Look) -> PhonePage {
    PhonePage(
      title: look.catalogue(.appTitle),
      blocks: [.subtitle(look.catalogue(.authenticationPrompt))] + HomeLines.blocks(state, look) + [
        .illustration,
        .field(
          label: look.catalogue(.applicationServerLabel), value: applicationServer,
          note: look.catalogue(.applicationServerKeepsSecret), style: Style(.phoneValue)),
        .gap,
      ],
      controls: [
        Control(.startAuthentication, .startAuthentication),
        Control(.settings, .view(.show(.settings)), .link),
      ])
  }
}

/// The account as lines of the Authenticated screen.
enum AccountLines {
  static func blocks(_ account: ApplicationAccount, _ look: Look) -> [PhonePage.Block] {
    let document = account.document
    func text(_ name: String) -> String? {
      document[name]?.stringValue.flatMap {
        $0.isEmpty ? nil : TextLayout.clip($0, to: 80, ellipsis: look.marks.ellipsis)
      }
    }
    let name = [text("given_name"), text("family_name")].compactMap { $0 }.joined(separator: " ")
    let parts = [name, text("email") ?? ""].filter { !$0.isEmpty }
    return [
      .field(
        label: look.catalogue(.account),
        value: parts.isEmpty ? look.catalogue(.accountFound) : parts.joined(separator: " \(look.marks.separator) "),
        note: nil, style: Style(.phoneValue, bold: true))
    ]
  }
}
