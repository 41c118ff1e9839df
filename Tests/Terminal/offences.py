"""A small client that commits each offence that a check of `server-test` commits, in the shortest way. It shares no code with the program."""
import hashlib
import hmac
import html
import http.client
import json
import re
import secrets
import ssl
import time
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from careless_server.signatures import encoded, parts, verified
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from phone import PASSWORD, USER
from session import PATIENCE
from tls_server import TLSServer

REDIRECT, LOOPBACK, OTHER = "https://client.example/cb", "http://127.0.0.1:7000/cb", "com.example.client:/cb"
LEFT = "https://client.example/out"
ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


class Key:
    """A client's key, for ES256."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_numbers()
        self.jwk = {"kty": "EC", "crv": "P-256", "x": encoded(point.x.to_bytes(32, "big")), "y": encoded(point.y.to_bytes(32, "big"))}

    def sign(self, claims, **header):
        signed = encoded({"alg": "ES256", **header}) + "." + encoded(claims)
        pair = utils.decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return signed + "." + encoded(b"".join(each.to_bytes(32, "big") for each in pair))

    def fool(self, claims, algorithm):
        """The claims with alg none, or with HS256 keyed with the public key as PEM."""
        signed = encoded({"alg": algorithm}) + "." + encoded(claims)
        if algorithm == "none":
            return signed + "."
        pem = self.key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        return signed + "." + encoded(hmac.new(pem, signed.encode(), hashlib.sha256).digest())


class Answer:
    def __init__(self, answer):
        self.status, self.headers, self.body = answer.status, answer.headers, answer.read().decode()
        self.location = self.headers.get("Location", "")

    @property
    def json(self):
        return json.loads(self.body) if "json" in self.headers.get("Content-Type", "") else {}

    def given(self, name):
        """A parameter of the redirect, from its query or its fragment."""
        where = urlsplit(self.location)
        return dict(parse_qsl(where.query) + parse_qsl(where.fragment)).get(name)


class Party:
    def __init__(self, issuer, authority, control=None):
        self.issuer, self.parts, self.control = issuer, urlsplit(issuer), control
        self.cookies = {}
        self.connection = http.client.HTTPSConnection(
            self.parts.hostname, self.parts.port, context=ssl.create_default_context(cafile=authority.pem), timeout=PATIENCE)

    def send(self, method, place, form=None, content=None, **headers):
        """`place`: below the issuer, or an address. A header's name is written with _ for -."""
        address = place if place.startswith("https:") else self.issuer + place
        target = address.removeprefix(f"https://{self.parts.netloc}")
        headers = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        body = None
        if form is not None:
            body, headers["Content-Type"] = urlencode(form), "application/x-www-form-urlencoded"
        if content is not None:
            body, headers["Content-Type"] = json.dumps(content), "application/json"
        self.connection.request(method, target, body, headers)
        return Answer(self.connection.getresponse())

    # Registration

    def register(self, token=None, without=(), **members):
        metadata = {
            "redirect_uris": [REDIRECT, LOOPBACK, OTHER], "post_logout_redirect_uris": [LEFT], "token_endpoint_auth_method": "none",
            "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"], "scope": "openid profile", **members}
        metadata = {name: value for name, value in metadata.items() if name not in without}
        return self.send("POST", "/register", content=metadata, Authorization=f"Bearer {token}" if token is not None else None)

    def client(self, **members):
        return self.register(**members).json

    def manage(self, method, client, token=None, **members):
        content = None
        if method == "PUT":
            managed = ("registration_access_token", "registration_client_uri", "client_id_issued_at", "client_secret_expires_at")
            content = {name: value for name, value in client.items() if name not in managed} | members
        token = client["registration_access_token"] if token is None else token
        return self.send(method, client["registration_client_uri"], content=content, Authorization=f"Bearer {token}" if token else None)

    # The browser

    def browse(self, method, place, form=None):
        answer = self.send(method, place, form, Cookie="; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def authorize(self, client, without=(), **parameters):
        """The answer after the login page, if there is one, and the verifier."""
        verifier = secrets.token_urlsafe(32)
        asked = {
            "client_id": client["client_id"], "redirect_uri": REDIRECT, "response_type": "code", "scope": "openid profile",
            "state": "abc", "code_challenge": encoded(hashlib.sha256(verifier.encode()).digest()), "code_challenge_method": "S256",
            "nonce": "n-1", **parameters}
        asked = {name: value for name, value in asked.items() if name not in without}
        answer = self.browse("GET", "/authorize?" + urlencode(asked, quote_via=quote))
        return (self.log_in(answer) if 'type="password"' in answer.body else answer), verifier

    def log_in(self, page):
        hidden = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', page.body))
        action = html.unescape(re.search(r'action="([^"]*)"', page.body)[1])
        return self.browse("POST", action, {**hidden, "username": USER, "password": PASSWORD})

    def code(self, client, **parameters):
        answer, verifier = self.authorize(client, **parameters)
        return {"grant_type": "authorization_code", "code": answer.given("code"), "redirect_uri": parameters.get("redirect_uri", REDIRECT),
                "code_verifier": verifier}

    # Tokens

    def token(self, client, form, without=(), **headers):
        form = {name: value for name, value in form.items() if name not in without}
        if "client_secret" in client and "client_assertion" not in form:
            form["client_secret"] = client["client_secret"]
        return self.send("POST", "/token", {"client_id": client["client_id"], **form}, **headers)

    def sign_in(self, client, **parameters):
        return self.token(client, self.code(client, **parameters)).json

    def refresh(self, client, token, **members):
        return self.token(client, {"grant_type": "refresh_token", "refresh_token": token, **members})

    def userinfo(self, token, scheme="Bearer", **headers):
        return self.send("GET", "/userinfo", Authorization=f"{scheme} {token}", **headers)

    def proof(self, key, place, token=None, **claims):
        made = {"jti": secrets.token_urlsafe(9), "htm": "POST", "htu": self.issuer + place, "iat": int(time.time()), **claims}
        if token:
            made["ath"] = encoded(hashlib.sha256(token.encode()).digest())
        return key.sign(made, typ="dpop+jwt", jwk=key.jwk)

    def assertion(self, client, key, sign=None, **claims):
        made = {"iss": client["client_id"], "sub": client["client_id"], "aud": self.issuer, "jti": secrets.token_urlsafe(9),
                "exp": int(time.time()) + 60, **claims}
        return {"client_assertion_type": ASSERTION, "client_assertion": (sign or key.sign)(made)}


# Each function is named after its check and returns whether the server has accepted the offence.

def s_md_issuer(party):
    return party.send("GET", "/.well-known/openid-configuration").json["issuer"] != party.issuer


def s_md_https(party):
    metadata = party.send("GET", "/.well-known/openid-configuration").json
    return any(str(value).startswith("http:") for value in metadata.values())


def s_jwks(party):
    return any({"d", "p", "k"} & set(key) for key in party.send("GET", "/jwks").json["keys"])


def s_rg_anon(party):
    party.control(tokens=1)
    return party.register().status == 201


def s_rg_twice(party):
    token, = party.control(tokens=1)["tokens"]
    assert party.register(token).status == 201
    return party.register(token).status == 201


def s_rg_junk(party):
    party.control(tokens=1)
    return party.register("made-up").status == 201


def s_rg_frag(party):
    return party.register(redirect_uris=[REDIRECT + "#x"]).status == 201


def s_rg_js(party):
    return [party.register(redirect_uris=[uri]).status for uri in ("javascript:alert(1)", "data:text/html,x")] == [201, 201]


def s_rg_http(party):
    return party.register(redirect_uris=["http://a.example/cb"]).status == 201


def s_rg_noredir(party):
    answer = party.register(without=["redirect_uris"])
    return answer.status == 201 and party.authorize(answer.json)[0].location.startswith(REDIRECT)


def s_rg_extra(party):
    return party.register(x_odd=1, resource="https://a.example").status == 400


def s_rg_stmt(party):
    statement = encoded({"alg": "none"}) + "." + encoded({"client_name": "Bank"}) + "."
    return party.register(software_statement=statement).json.get("client_name") == "Bank"


def s_rg_shape(party):
    answer = party.register(token_endpoint_auth_method="client_secret_basic")
    return "client_secret_expires_at" not in answer.json or "no-store" not in answer.headers.get("Cache-Control", "")


def s_rg_fetch(party):
    with TLSServer() as inside:
        party.register(jwks_uri=f"{inside.origin}/keys")
        return bool(inside.requests)


def s_rm_none(party):
    return party.manage("GET", party.client(), token="").status == 200


def s_rm_cross(party):
    return party.manage("GET", party.client(), party.client()["registration_access_token"]).status == 200


def s_rm_id(party):
    return party.manage("PUT", party.client(), client_id="my-choice-" + secrets.token_hex(4)).status == 200


def s_rm_secret(party):
    client = party.client(token_endpoint_auth_method="client_secret_post")
    party.manage("PUT", client, client_secret="chosen")
    return party.token({**client, "client_secret": "chosen"}, party.code(client)).status == 200


def s_rm_bad(party):
    return party.manage("PUT", party.client(), redirect_uris=["javascript:alert(1)"]).status == 200


def s_rm_gone(party):
    client = party.client()
    tokens = party.sign_in(client)
    assert party.manage("DELETE", client).status == 204
    answers = [party.manage("GET", client), party.userinfo(tokens["access_token"]), party.refresh(client, tokens["refresh_token"])]
    assert len({answer.status == 200 for answer in answers}) == 1
    return answers[0].status == 200


def s_az_other(party):
    other = "https://other.example/cb"
    return party.authorize(party.client(), redirect_uri=other)[0].location.startswith(other)


def s_az_near(party):
    near = [REDIRECT + "/x", REDIRECT + "?x", REDIRECT.upper(), "https://client.example@other.example/cb"]
    client = party.client()
    accepted = {bool(party.authorize(client, redirect_uri=uri)[0].location) for uri in near}
    assert len(accepted) == 1
    return accepted.pop()


def s_az_port(party):
    other = LOOPBACK.replace("7000", "7001")
    return not party.authorize(party.client(), redirect_uri=other)[0].location.startswith(other)


def s_az_nopkce(party):
    return bool(party.authorize(party.client(), without=["code_challenge", "code_challenge_method"])[0].given("code"))


def s_az_plain(party):
    return bool(party.authorize(party.client(), code_challenge_method="plain", code_challenge="a" * 43)[0].given("code"))


def s_az_token(party):
    return bool(party.authorize(party.client(), response_type="token")[0].given("access_token"))


def s_az_state(party):
    odd = "a b+&=%/\"é~"
    return party.authorize(party.client(), state=odd)[0].given("state") != odd


def s_az_iss(party):
    client = party.client()
    answers = [party.authorize(client)[0], party.authorize(client, response_type="odd")[0]]
    return [answer.given("iss") for answer in answers] != [party.issuer] * 2


def login_page(party, client):
    party.cookies.clear()
    asked = {"client_id": client["client_id"], "redirect_uri": REDIRECT, "response_type": "code", "code_challenge": "a" * 43,
             "code_challenge_method": "S256"}
    return party.browse("GET", "/authorize?" + urlencode(asked))


def s_az_frame(party):
    headers = login_page(party, party.client()).headers
    return "frame-ancestors" not in headers.get("Content-Security-Policy", "") and "X-Frame-Options" not in headers


def s_az_307(party):
    return party.log_in(login_page(party, party.client())).status in (307, 308)


def s_tk_verif(party):
    client = party.client()
    return party.token(client, {**party.code(client), "code_verifier": "b" * 43}).status == 200


def s_tk_noverif(party):
    client = party.client()
    return party.token(client, party.code(client), without=["code_verifier"]).status == 200


def s_tk_downgr(party):
    client = party.client(token_endpoint_auth_method="client_secret_post")
    return party.token(client, party.code(client, without=["code_challenge", "code_challenge_method"])).status == 200


def s_tk_twice(party):
    client = party.client()
    code = party.code(client)
    first = party.token(client, code).json
    again = party.token(client, code).status == 200
    assert (party.userinfo(first["access_token"]).status == 200) == again
    return again


def s_tk_client(party):
    return party.token(party.client(), party.code(party.client())).status == 200


def s_tk_redir(party):
    client = party.client()
    return party.token(client, {**party.code(client), "redirect_uri": OTHER}).status == 200


def s_tk_wrong(party):
    client = party.client(token_endpoint_auth_method="client_secret_post")
    answer = party.token({**client, "client_secret": "wrong"}, party.code(client))
    assert answer.status in (200, 401)
    return answer.status == 200


def s_tk_ropc(party):
    client = party.client()
    alone = party.token(client, {"grant_type": "password"}).json["error"]
    answer = party.token(client, {"grant_type": "password", "username": USER, "password": PASSWORD})
    assert (alone != "unsupported_grant_type") == (answer.status == 200)
    return answer.status == 200


def s_rf_client(party):
    return party.refresh(party.client(), party.sign_in(party.client())["refresh_token"]).status == 200


def s_rf_reuse(party):
    client = party.client()
    old = party.sign_in(client)["refresh_token"]
    new = party.refresh(client, old).json["refresh_token"]
    accepted = party.refresh(client, old).status == 200
    assert (party.refresh(client, new).status == 200) == accepted
    return accepted


def s_rf_wide(party):
    client = party.client()
    token = party.sign_in(client, scope="openid")["refresh_token"]
    return "profile" in party.refresh(client, token, scope="openid profile").json.get("scope", "")


def s_rv_dead(party):
    client = party.client()
    tokens = party.sign_in(client)
    assert party.send("POST", "/revoke", {"client_id": client["client_id"], "token": tokens["refresh_token"]}).status == 200
    return party.refresh(client, tokens["refresh_token"]).status == 200


def s_rv_other(party):
    client, other = party.client(), party.client()
    tokens = party.sign_in(client)
    party.send("POST", "/revoke", {"client_id": other["client_id"], "token": tokens["refresh_token"]})
    return party.refresh(client, tokens["refresh_token"]).status != 200


def s_in_anon(party):
    return party.send("POST", "/introspect", {"token": party.sign_in(party.client())["access_token"]}).json.get("active") is True


def s_ui_id(party):
    return party.userinfo(party.sign_in(party.client())["id_token"]).status == 200


def s_id_token(party):
    client = party.client()
    claims = verified(party.sign_in(client)["id_token"], party.send("GET", "/jwks").json["keys"])
    wanted = {"iss": party.issuer, "aud": client["client_id"], "nonce": "n-1"}
    return {name: claims.get(name) for name in wanted} != wanted or claims["exp"] < time.time()


def keyed(party):
    key = Key()
    return key, party.client(token_endpoint_auth_method="private_key_jwt", jwks={"keys": [key.jwk]})


def asserted(party, client, assertion):
    return party.token(client, {**party.code(client), **assertion}).status == 200


def s_ca_alg(party):
    key, client = keyed(party)
    assert asserted(party, client, party.assertion(client, key))
    fooling = [party.assertion(client, key, lambda claims, alg=alg: key.fool(claims, alg)) for alg in ("none", "HS256")]
    accepted = {asserted(party, client, assertion) for assertion in fooling}
    assert len(accepted) == 1
    return accepted.pop()


def s_ca_aud(party):
    key, client = keyed(party)
    return asserted(party, client, party.assertion(client, key, aud="https://other.example"))


def s_ca_exp(party):
    key, client = keyed(party)
    return asserted(party, client, party.assertion(client, key, exp=int(time.time()) - 300))


def s_ca_jti(party):
    key, client = keyed(party)
    assertion = party.assertion(client, key)
    assert asserted(party, client, assertion)
    return asserted(party, client, assertion)


def s_dp_bad(party):
    key, client = Key(), party.client()
    assert party.token(client, party.code(client), DPoP=party.proof(key, "/token")).json["token_type"] == "DPoP"
    claims = {"htu": "https://other.example"}, {"htm": "GET"}, {"iat": int(time.time()) - 600}
    wrong = [party.proof(key, "/token", **each) for each in claims]
    wrong.append(party.proof(key, "/token")[:-8] + "AAAAAAAA")
    accepted = {party.token(client, party.code(client), DPoP=proof).status == 200 for proof in wrong}
    assert len(accepted) == 1
    return accepted.pop()


def s_dp_key(party):
    key, client = Key(), party.client()
    token = party.token(client, party.code(client), DPoP=party.proof(key, "/token")).json["access_token"]
    proof = {each: party.proof(each, "/userinfo", token, htm="GET") for each in (key, Key())}
    assert party.userinfo(token, "DPoP", DPoP=proof.pop(key)).status == 200
    other, = proof.values()
    accepted = {party.userinfo(token, "DPoP", DPoP=other).status == 200, party.userinfo(token).status == 200}
    assert len(accepted) == 1
    return accepted.pop()


def pushed(party, client):
    asked = {"client_id": client["client_id"], "redirect_uri": REDIRECT, "response_type": "code", "code_challenge": "a" * 43,
             "code_challenge_method": "S256"}
    answer = party.send("POST", "/par", asked)
    assert answer.status == 201
    return answer.json["request_uri"]


def referred(party, client, name):
    answer = party.browse("GET", "/authorize?" + urlencode({"client_id": client["client_id"], "request_uri": name}))
    return bool((party.log_in(answer) if 'type="password"' in answer.body else answer).given("code"))


def s_pa_other(party):
    return referred(party, party.client(), pushed(party, party.client()))


def s_pa_again(party):
    client = party.client()
    name = pushed(party, client)
    assert referred(party, client, name)
    return referred(party, client, name)


def leave(party, hint, target):
    return party.browse("GET", "/logout?" + urlencode({"id_token_hint": hint, "post_logout_redirect_uri": target, "state": "s"})).location


def s_lo_uri(party):
    hint, other = party.sign_in(party.client())["id_token"], "https://other.example/out"
    assert leave(party, hint, LEFT) == LEFT + "?state=s"
    return leave(party, hint, other).startswith(other)


def s_lo_hint(party):
    header, claims, *_ = parts(party.sign_in(party.client())["id_token"])
    return leave(party, encoded({"alg": "none"}) + "." + encoded(claims) + ".", LEFT).startswith(LEFT)


OFFENCES = {name.replace("_", "-"): each for name, each in list(globals().items()) if name.startswith("s_")}
