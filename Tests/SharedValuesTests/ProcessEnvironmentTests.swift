import SharedValues
import Testing

/// The encoding of a terminal's lines, by the variables of the locale.
struct ProcessEnvironmentTests {
  @Test(arguments: [
    (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true), (["LC_CTYPE": "en_GB.UTF-8", "LANG": "C"], true),
    (["LC_ALL": "", "LANG": "sv_SE.UTF-8"], true), (["LC_ALL": "C", "LANG": "C.UTF-8"], false),
    (["LANG": "de_DE.ISO-8859-1"], false), ([:], false),
  ])
  func theFirstVariableThatIsSetNamesTheEncoding(_ environment: [String: String], _ isUTF8: Bool) {
    #expect(ProcessEnvironment.isUTF8(environment) == isUTF8)
  }
}
