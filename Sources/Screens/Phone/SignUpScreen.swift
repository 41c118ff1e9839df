import AppState
import Catalogue
import OAuthClient

/// Signed in at the identity server, but without an account at the application server (seeds/004: "sign-up"): a form, filled in from the claims.
enum SignUpScreen {
  static func page(_ session: Session, _ form: SignUpForm, _ state: AppState, _ look: Look) -> PhonePage {
    var blocks = [.subtitle(look.catalogue(.signUpPrompt))] + HomeLines.blocks(state, look)
    if !form.missing.isEmpty {
      let names = form.missing.map { look.catalogue(label($0)) }.joined(separator: ", ")
      blocks.append(.warning(look.catalogue(.signUpMissing, ["fields": names]), look, .centre))
    }
    let fields = SignUpForm.Field.allCases.enumerated().map { index, field in
      Control(label(field), .view(.focusButton(index)), .input(.signUp(field), form[field]))
    }
    return PhonePage(
      title: look.catalogue(.signUpTitle), blocks: blocks,
      controls: fields + [
        Control(.createAccount, .createAccount), Control(.profile, .view(.show(.profile)), .quiet),
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
          note: look.catalogue(.applicationServerKeepsSecret)), .gap,
      ],
      controls: [Control(.startAuthentication, .startAuthentication), .settings])
  }
}
