"""Registration of clients and its management (RFC 7591, RFC 7592)."""
import hmac
import secrets
import time
import urllib.request
from urllib.parse import urlsplit

from messages import NO_STORE, Answer, Refused, document
from signatures import decoded, json, public_key

METHODS = ["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]
GRANTS = ["authorization_code", "refresh_token"]
SCOPES = ["openid", "profile", "offline_access"]
LOOPBACK = ("127.0.0.1", "::1", "localhost")
# What the server keeps of a registration. The rest of the registered names (RFC 7591 §2, OpenID Connect) it ignores, as any unknown name.
KEPT = [
    "application_type", "client_name", "client_uri", "dpop_bound_access_tokens", "grant_types", "id_token_signed_response_alg", "jwks",
    "post_logout_redirect_uris", "redirect_uris", "require_pushed_authorization_requests", "response_types", "scope", "software_id",
    "software_version", "token_endpoint_auth_method", "token_endpoint_auth_signing_alg"]
IGNORED = [
    "backchannel_logout_uri", "contacts", "default_max_age", "frontchannel_logout_uri", "initiate_login_uri", "jwks_uri", "logo_uri",
    "policy_uri", "require_auth_time", "sector_identifier_uri", "software_statement", "subject_type", "tos_uri"]
MANAGED = ["client_id", "client_secret"]


def same(one, other):
    return one is not None and other is not None and hmac.compare_digest(one.encode(), other.encode())


class Client:
    def __init__(self, metadata):
        # `place` is the last part of its registration_client_uri, and stays.
        self.id = self.place = secrets.token_urlsafe(12)
        self.secret = None
        self.registration_token = secrets.token_urlsafe(32)
        self.metadata, self.since = metadata, int(time.time())

    @property
    def method(self):
        return self.metadata["token_endpoint_auth_method"]

    @property
    def redirects(self):
        return self.metadata.get("redirect_uris", [])

    @property
    def scope(self):
        return self.metadata["scope"].split()

    @property
    def keys(self):
        return self.metadata.get("jwks", {}).get("keys", [])


class Clients:
    def __init__(self, server):
        self.server, self.all, self.made, self.used_tokens = server, [], 0, set()

    def find(self, client_id):
        return next((each for each in self.all if each.id == client_id), None)

    def register(self, request):
        self.permit(request)
        client = Client(self.judged(request.members()))
        self.secure(client)
        self.all.append(client)
        self.made += 1
        if self.server.keeps("s-rg-shape"):
            return document(self.described(client), 201)
        described = self.described(client)
        described.pop("client_secret_expires_at", None)
        answer = document(described, 201)
        answer.headers = {name: value for name, value in answer.headers.items() if name not in NO_STORE}
        return answer

    def permit(self, request):
        """A token registers one client (RFC 7591 §3)."""
        tokens, token = self.server.initial_tokens, request.token()
        if tokens is None:
            return
        if token is None and not request.headers.get("Authorization") and not self.server.keeps("s-rg-anon"):
            return
        if token in tokens:
            if self.server.keeps("s-rg-twice"):
                tokens.remove(token)
                self.used_tokens.add(token)
        elif not token or token in self.used_tokens or self.server.keeps("s-rg-junk"):
            raise Refused("invalid_token", "an initial access token is needed", 401, {"WWW-Authenticate": 'Bearer error="invalid_token"'})

    def secure(self, client):
        """A secret for a client that authenticates with one."""
        if not client.method.startswith("client_secret"):
            client.secret = None
        elif client.secret is None:
            client.secret = secrets.token_urlsafe(32)

    def manage(self, request, place):
        client = next((each for each in self.all if each.place == place), None)
        self.authorize(request, client)
        if request.method == "GET":
            return document(self.described(client))
        if request.method == "DELETE":
            if self.server.keeps("s-rm-gone"):
                self.all.remove(client)
                self.server.grants.end_client(client)
            return Answer(204, dict(NO_STORE), b"")
        self.update(client, request.members())
        return document(self.described(client))

    def authorize(self, request, client):
        token = request.token()
        if client and same(token, client.registration_token):
            return
        if client and token is None and not self.server.keeps("s-rm-none"):
            return
        if client and not self.server.keeps("s-rm-cross") and any(same(token, each.registration_token) for each in self.all):
            return
        raise Refused("invalid_token", "this is not the client's registration access token", 401, {"WWW-Authenticate": "Bearer"})

    def update(self, client, members):
        """Replaces all of the client's metadata (RFC 7592 §2.2)."""
        metadata = self.judged(members, is_update=True)
        new_id, secret = members.get("client_id"), members.get("client_secret")
        if new_id != client.id:
            if self.server.keeps("s-rm-id") or not isinstance(new_id, str) or self.find(new_id):
                raise Refused("invalid_client_metadata", "client_id is not this client's")
            client.id = new_id
        if secret is not None and secret != client.secret:
            if self.server.keeps("s-rm-secret") or not isinstance(secret, str):
                raise Refused("invalid_client_metadata", "client_secret is not this client's")
            client.secret = secret
        client.metadata = metadata
        self.secure(client)

    def described(self, client):
        answer = {
            **client.metadata, "client_id": client.id, "client_id_issued_at": client.since,
            "registration_access_token": client.registration_token,
            "registration_client_uri": f"{self.server.issuer}/register/{client.place}"}
        if client.secret:
            answer |= {"client_secret": client.secret, "client_secret_expires_at": 0}
        return answer

    def judged(self, members, is_update=False):
        members = {name: value for name, value in members.items() if value is not None}
        members = self.stated(members)
        unknown = set(members) - set(KEPT) - set(IGNORED) - set(MANAGED if is_update else [])
        if unknown and not self.server.keeps("s-rg-extra"):
            raise Refused("invalid_client_metadata", f"{min(unknown)} is unknown")
        if "jwks_uri" in members:
            self.refuse_address(members["jwks_uri"])
        kept = {
            "token_endpoint_auth_method": "client_secret_basic", "grant_types": ["authorization_code"], "response_types": ["code"],
            "scope": " ".join(SCOPES), **{name: members[name] for name in KEPT if name in members}}
        self.judge_redirects(kept, is_update)
        self.judge_kinds(kept)
        return kept

    def stated(self, members):
        """A software statement counts only with a signature of somebody the server trusts: nobody (RFC 7591 §3.1.1)."""
        statement = members.get("software_statement")
        if statement is None:
            return members
        if self.server.keeps("s-rg-stmt"):
            raise Refused("unapproved_software_statement", "no issuer of software statements is trusted here")
        return members | json.loads(decoded(statement.split(".")[1]))

    def refuse_address(self, address):
        """Keys come by value: nothing is fetched from an address that a stranger names."""
        if not self.server.keeps("s-rg-fetch"):
            return fetch(address)
        raise Refused("invalid_client_metadata", "jwks_uri is not supported; send jwks")

    def judge_redirects(self, kept, is_update):
        for name in ("redirect_uris", "post_logout_redirect_uris"):
            uris = kept.get(name, [])
            if not isinstance(uris, list) or not all(isinstance(uri, str) for uri in uris):
                raise Refused("invalid_client_metadata", f"{name} is no list of URIs")
            if is_update and not self.server.keeps("s-rm-bad"):
                continue
            for uri in uris:
                if not self.is_safe(uri, is_update):
                    raise Refused("invalid_redirect_uri", f"a URI of {name} is not safe")
        if not kept.get("redirect_uris") and self.server.keeps("s-rg-noredir"):
            raise Refused("invalid_redirect_uri", "a client that asks for codes needs redirect_uris")

    def is_safe(self, uri, is_update):
        """https, http of this machine, or a private-use scheme with a period (RFC 8252 §7)."""
        try:
            uri.encode("ascii")
            parts = urlsplit(uri)
            host = parts.hostname
        except ValueError:
            return False
        if "#" in uri and self.server.keeps("s-rg-frag") or any(letter <= " " for letter in uri):
            return False
        if parts.scheme in ("https", "http"):
            local = host in LOOPBACK or not self.server.keeps("s-rg-http")
            return bool(host) and parts.username is None and (parts.scheme == "https" or local)
        is_script = parts.scheme in ("javascript", "data")
        return "." in parts.scheme or is_script and not is_update and not self.server.keeps("s-rg-js")

    def judge_kinds(self, kept):
        def allowed(name, values):
            given = kept[name] if isinstance(kept[name], list) else [kept[name]]
            if not all(isinstance(each, str) and each in values for each in given):
                raise Refused("invalid_client_metadata", f"{name}: only {' '.join(values)}")
        allowed("token_endpoint_auth_method", METHODS)
        allowed("grant_types", GRANTS)
        allowed("response_types", ["code"])
        if not isinstance(kept["scope"], str):
            raise Refused("invalid_client_metadata", "scope is no string")
        kept["scope"] = " ".join(each for each in kept["scope"].split() if each in SCOPES) or "openid"
        try:
            keys = kept.get("jwks", {"keys": []})["keys"]
            usable = all(public_key(each) and "d" not in each for each in keys)
        except (ValueError, KeyError, TypeError) as error:
            raise Refused("invalid_client_metadata", "jwks has a key that cannot be used") from error
        if not usable or kept["token_endpoint_auth_method"] == "private_key_jwt" and not keys:
            raise Refused("invalid_client_metadata", "private_key_jwt needs public keys in jwks")


def fetch(address):
    try:
        urllib.request.urlopen(address, timeout=2).close()
    except (OSError, ValueError):
        pass  # the connection is what counts
