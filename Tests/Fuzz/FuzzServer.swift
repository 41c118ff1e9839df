import SharedValues

@testable import IdentityServer

/// Parameters can be written and read again; each coding decodes what it has encoded.
@Sendable func tryForm(_ input: [UInt8]) throws {
  let text = String(decoding: input, as: UTF8.self)
  for style: PercentCoding.Style in [.unreserved, .form, .query] {
    let coded = PercentCoding.encode(text, style)
    promise(try PercentCoding.decode(coded.utf8).utf8.elementsEqual(text.utf8), "a text comes back from its coding")
  }
  let form = try FormParameters(formEncoded: input)
  promise(form.pairs.count <= FormParameters.maximumCount, "parameters are bounded")
  let again = try FormParameters(formEncoded: Array(form.encoded.utf8))
  promise(again.encoded == form.encoded && again.pairs.count == form.pairs.count, "parameters read as written")
}
