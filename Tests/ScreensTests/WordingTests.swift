import AppState
import Catalogue
import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import Samples
@testable import Screens
@testable import Workshop

/// Times, sizes, addresses and errors as people read them.
struct WordingTests {
  /// The codes of the steps are for scripts.
  @Test(arguments: Language.spoken)
  func aRunningLabSaysInWordsWhatTheAppDoes(_ language: Language) {
    for step in FlowStep.allCases {
      let said = LessonWords.activity(.app(device: "phone-1", step: step), Look(catalogue: Catalogue(language)))
      #expect(said.contains("phone-1: ") && !said.hasSuffix(": \(step.rawValue)"), "\(said)")
    }
  }

  @Test(
    arguments: [
      (0.0, 0, "1970-01-01 00:00"), (951_782_400.0, 0, "2000-02-29 00:00"), (1_623_996_367.0, 0, "2021-06-18 06:06"),
      (1_623_996_367.0, 7200, "2021-06-18 08:06"), (-1.0, 0, "1969-12-31 23:59"),
      (4_102_444_800.0, -3600, "2099-12-31 23:00"),
    ])
  func datesAreRight(_ seconds: Double, _ offset: Int, _ expected: String) {
    #expect(Moment(Date(timeIntervalSince1970: seconds), offset).dateAndTime == expected)
  }

  /// The app's date arithmetic against the system's calendar, over four centuries.
  @Test func datesAgreeWithTheCalendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for day in stride(from: -80_000.0, through: 80_000, by: 97) {
      let date = Date(timeIntervalSince1970: day * 86400 + 3661)
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
      let moment = Moment(date, 0)
      #expect([moment.year, moment.month, moment.day] == [parts.year, parts.month, parts.day])
      #expect([moment.hour, moment.minute, moment.second] == [parts.hour, parts.minute, parts.second])
    }
  }

  @Test func measuresFitTheirColumns() {
    #expect(
      [0, 59, 299, 3600, 86_399].map { Measure.countdown(Double($0)) } == [
        "0:00", "0:59", "4:59", "1:00:00", "23:59:59",
      ])
    #expect(
      [0, 999, 1000, 1_249, 99_949, 123_456, 1_048_576].map(Measure.size) == [
        "0 B", "999 B", "1.0 kB", "1.2 kB", "99.9 kB", "123 kB", "1.0 MB",
      ])
    #expect([0.4, 14, 999, 2140].map(Measure.milliseconds) == ["0 ms", "14 ms", "999 ms", "2.1 s"])
    #expect(Measure.countdown(-5) == "0:00")
    #expect(Measure.countdown(.infinity) != "")
  }

  @Test func pathsKeepTheirEnd() {
    #expect(Address.tail("/oauth/v2/oauth-token", width: 30, ellipsis: "…") == "/oauth/v2/oauth-token")
    #expect(Address.tail("/oauth/v2/oauth-token", width: 15, ellipsis: "…") == "oauth-token")
    #expect(Address.tail("/token-service/oauth-registration", width: 15, ellipsis: "…") == "registration")
    #expect(Address.tail("/a/.well-known/openid-configuration", width: 10, ellipsis: "…") == "…iguration")
  }

  @Test func addressesAreParsed() {
    let address = Address("io.curity.dcrclient:/callback?code=a%2Bb&state=x+y&empty=&bare#f=1")
    #expect(address.base == "io.curity.dcrclient:/callback")
    #expect(address.parameters.map(\.name) == ["code", "state", "empty", "bare", "f"])
    #expect(address.parameters.map(\.value) == ["a+b", "x y", "", "", "1"])
    #expect(Address("https://host").path == "/")
    #expect(Address("").parameters.isEmpty)
  }

  @Test func onlySignedTokensAreDecoded() {
    #expect(ReadableToken("eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln")?.claims["sub"]?.stringValue == "a")
    for text in ["", "a.b.c", "87f1d9de-de2f", "eyJhbGciOiJSUzI1NiJ9.W10.c2ln", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0"]
    {
      #expect(ReadableToken(text) == nil)
    }
  }

  @Test func errorsAreSentences() {
    #expect(ErrorText.sentence("the port is taken", end: ".") == "The port is taken.")
    #expect(ErrorText.sentence("it was refused  ", end: ".") == "It was refused.")
    #expect(ErrorText.sentence("client_id does not fit", end: ".") == "client_id does not fit.")
    for name in ["iss", "config.json", "redirectUri", "userinfo", "/path", "claims.sub", "https://localhost:8443"] {
      #expect(ErrorText.sentence("\(name): it does not fit", end: ".") == "\(name): it does not fit.")
    }
    #expect(ErrorText.sentence("", end: ".") == "")
  }

  /// The address is that of the failed request, even if other requests were sent in the same step.
  @Test func theURLOfAnErrorIsThatOfTheFailedRequest() throws {
    var state = AppState(settings: Sample.settings, now: Sample.now, tools: Workshop.tools)
    state.messages = Sample.messages(upTo: .registered)
    let refused = ProtocolError(.invalidToken, source: "RFC 6750 §3.1")
    var error = AppError(code: .server(.invalidToken), step: .register, cause: .server(refused))
    #expect(!ErrorWording(error, in: state, Look()).facts.contains { $0.value.hasPrefix("https:") })
    error.url = "https://idp.example/userinfo"
    #expect(ErrorWording(error, in: state, Look()).facts.contains { $0.value == "https://idp.example/userinfo" })
  }

  /// Each part has a heading, and discovery belongs to the first one.
  @Test func sequenceHasItsParts() {
    var state = AppState(settings: Sample.settings, now: Sample.now, tools: Workshop.tools)
    state.messages = Sample.messages(upTo: .signedOut)
    let rows = SequenceRows(state.messages)
    let headings = rows.compactMap { if case .heading(let part) = $0 { part.heading(Look()) } else { nil } }
    #expect(headings == ["1 · Registration", "2 · Login", "3 · Refresh", "4 · Sign out"])
    #expect(rows.first?.isHeading == true)
    #expect(rows.count == state.messages.count + 4)
  }

  @Test func plainTextOffersWhatThePhoneOffers() throws {
    let state = try sample("authenticated")
    let lines = PlainText.lines(for: state, look: Look())
    #expect(lines.contains("Subject: demouser"))
    #expect(lines.contains("Access Token: 14757ddb-•••• (expires in 4:59)"))
    let actions: [Action] = [
      .refreshAccessToken, .view(.show(.profile)), .signOut, .view(.show(.settings)), .view(.toggleSecrets),
      .view(.toggleHelp), .quit,
    ]
    #expect(PlainText.choices(for: state, look: Look()).map(\.command) == actions.map { .press($0) })
  }

  @Test func plainTextAsksForEachFieldOfTheForm() throws {
    var state = try sample("sign-up-missing")
    let commands = PlainText.choices(for: state, look: Look()).map(\.command)
    let givenName = PlainField(.signUpGivenName, .signUp(.givenName))
    let familyName = PlainField(.signUpFamilyName, .signUp(.familyName))
    let email = PlainField(.signUpEmail, .signUp(.email))
    #expect(commands.prefix(4) == [.fillIn(givenName), .fillIn(familyName), .fillIn(email), .press(.createAccount)])
    #expect(PlainText.question(for: givenName, in: state, look: Look()) == "Given name (Enter alone keeps “Demo”): ")
    #expect(PlainText.question(for: email, in: state, look: Look()) == "Email: ")
    _ = update(&state, email.filled(with: "demo@example.com\u{1B}[2J"), now: state.now)
    #expect(state.signUp?[.email] == "demo@example.com[2J")
    #expect(PlainText.lines(for: state, look: Look()).contains("Email: demo@example.com[2J"))
  }
}
