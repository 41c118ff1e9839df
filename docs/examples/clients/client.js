// A relying party in JavaScript: registers itself, logs in with the system's browser, asks for the user, refreshes and revokes. docs/your-own-client.md.
//
// usage: node client.js ISSUER        (AppAuth-JS 1.3.2; NODE_EXTRA_CA_CERTS names the file of the authority)
const {
  AuthorizationNotifier, AuthorizationRequest, AuthorizationServiceConfiguration, BaseTokenRequestHandler,
  GRANT_TYPE_AUTHORIZATION_CODE, GRANT_TYPE_REFRESH_TOKEN, RevokeTokenRequest, TokenRequest, setFlag,
} = require("@openid/appauth")
const { NodeBasedHandler, NodeCrypto, NodeRequestor } = require("@openid/appauth/built/node_support")

// Otherwise it prints the code and the verifier.
setFlag("IS_LOG", false)

const issuer = process.argv[2]
const port = Number(process.env.PORT ?? 8080)
const redirect_uri = `http://127.0.0.1:${port}/callback`
const scope = "openid profile"
const requestor = new NodeRequestor()
const handler = new BaseTokenRequestHandler(requestor)

class Browser extends NodeBasedHandler {
  buildRequestUrl(configuration, request) {
    const url = super.buildRequestUrl(configuration, request)
    console.log("if no browser opens:", url)
    return url
  }
}

// AppAuth-JS has no registration, and its requestor takes a 201 for a failure.
async function register(endpoint) {
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      application_type: "native", client_name: "A JavaScript client", redirect_uris: [redirect_uri], scope,
      grant_types: ["authorization_code", "refresh_token"], token_endpoint_auth_method: "client_secret_post",
    }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

function logIn(configuration, client_id) {
  const browser = new Browser(port)
  const notifier = new AuthorizationNotifier()
  browser.setAuthorizationNotifier(notifier)
  return new Promise((resolve, reject) => {
    notifier.setAuthorizationListener((request, response, error) => {
      if (error) return reject(error)
      // Nobody else compares them (RFC 6749 §10.12).
      if (response.state !== request.state) return reject(new Error("the answer is to another request"))
      resolve({ code: response.code, code_verifier: request.internal.code_verifier })
    })
    const response_type = AuthorizationRequest.RESPONSE_TYPE_CODE
    browser.performAuthorizationRequest(
      configuration, new AuthorizationRequest({ client_id, redirect_uri, scope, response_type }, new NodeCrypto()))
  })
}

async function main() {
  const metadata = await requestor.xhr({ url: `${issuer}/.well-known/openid-configuration`, method: "GET", dataType: "json" })
  const configuration = new AuthorizationServiceConfiguration(metadata)
  const { client_id, client_secret } = await register(metadata.registration_endpoint)
  console.log("registered:", client_id)
  const tokens = (grant, extras) => handler.performTokenRequest(
    configuration, new TokenRequest({ client_id, redirect_uri, ...grant, extras: { client_secret, ...extras } }))

  const { code, code_verifier } = await logIn(configuration, client_id)
  const first = await tokens({ grant_type: GRANT_TYPE_AUTHORIZATION_CODE, code }, { code_verifier })
  const headers = { Authorization: `Bearer ${first.accessToken}` }
  const user = await requestor.xhr({ url: configuration.userInfoEndpoint, method: "GET", dataType: "json", headers })
  console.log("signed in:", user.sub, user.name)
  const second = await tokens({ grant_type: GRANT_TYPE_REFRESH_TOKEN, refresh_token: first.refreshToken })
  console.log("refreshed")
  await handler.performRevokeTokenRequest(
    configuration, new RevokeTokenRequest({ token: second.refreshToken, client_id, client_secret }))
  console.log("revoked")
}

// A browser that this has started may go on; nothing waits for it.
main().then(() => process.exit(), (error) => {
  console.error(error)
  process.exit(1)
})
