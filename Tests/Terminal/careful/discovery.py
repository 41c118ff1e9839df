"""The server's metadata and keys, and those of the API (RFC 8414, OpenID Connect Discovery, RFC 9728)."""
import re
import time
from urllib.parse import urlsplit

from duties import Refused
from web import Lost

# Of the server that this client was written for: what a client without metadata has to know beforehand.
KNOWN = {
    "authorization_endpoint": "/oauth/v2/oauth-authorize", "token_endpoint": "/oauth/v2/oauth-token",
    "userinfo_endpoint": "/oauth/v2/oauth-userinfo", "revocation_endpoint": "/oauth/v2/oauth-revoke",
    "end_session_endpoint": "/oauth/v2/oauth-session/logout", "registration_endpoint": "/token-service/oauth-registration",
    "jwks_uri": "/oauth/v2/oauth-anonymous/jwks"}


def origin(url):
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))


class Discovery:
    """Part of the client."""

    is_guessing = False

    def metadata(self):
        """The metadata of exactly this issuer."""
        if self.duties.omits("md-place"):
            self.web.ask("GET", origin(self.issuer) + "/.well-known/openid-configuration")
            return self.guessed()
        try:
            found = self.is_guessing or self.cached("metadata", self.issuer + "/.well-known/openid-configuration")
        except Lost:
            raise
        except Refused as why:
            # Nothing that can be read: the careless client has a guess, and keeps to it until it ends.
            self.is_guessing = self.duties.omits("md-html")
            if not self.is_guessing:
                raise Refused(str(why), "md-html") from why
        if self.is_guessing:
            return self.guessed()
        addresses = [value for name, value in found.items() if name.endswith(("_endpoint", "_uri")) and isinstance(value, str)]
        # What is refused is kept like the rest: only a restart asks again.
        self.duties.must("md-issuer", found.get("issuer") == self.issuer, "the metadata are another issuer's")
        self.duties.must("md-http", all(each.startswith("https://") for each in addresses), "an endpoint is not https")
        return found

    def guessed(self):
        return {"issuer": self.issuer, **{name: origin(self.issuer) + path for name, path in KNOWN.items()}}

    def endpoint(self, name):
        found = self.metadata().get(name)
        if not isinstance(found, str):
            raise Refused(f"the metadata have no {name}")
        return found

    def challenge_method(self):
        """S256 whatever the metadata say; the careless client takes what they begin with."""
        offered = self.metadata().get("code_challenge_methods_supported") or ["S256"]
        return offered[0] if self.duties.omits("md-pkce") else "S256"

    def keys(self, key_id):
        """The published keys with this id (all if the token names none). One that is unknown may be new: the key set is asked for once more."""
        for is_anew in (False, True):
            if is_anew and self.duties.omits("id-rotate"):
                break
            published = self.cached("keys", self.endpoint("jwks_uri"), is_anew).get("keys", [])
            found = [key for key in published if key_id in (None, key.get("kid")) and key.get("use", "sig") == "sig"]
            if found:
                return found
        return []

    def cached(self, name, url, is_anew=False):
        """The document: kept as long as its max-age says, else until the next restart; then asked for with its ETag."""
        kept = self.state.setdefault("cache", {}).get(name)
        kept = kept if kept and kept["url"] == url else None
        is_fresh = kept and (kept["until"] is None or kept["until"] > time.time() or name == "keys" and self.duties.omits("id-rotate"))
        if is_fresh and not is_anew:
            return kept["document"]
        answer = self.web.ask("GET", url, headers={"If-None-Match": kept["etag"]} if kept and kept["etag"] else {})
        if answer.status != 200 and not (kept and answer.status == 304):
            raise Refused(f"{answer.status} instead of {name}")
        age = re.search(r"max-age=(\d+)", answer.header("Cache-Control"))
        self.state["cache"][name] = {
            "url": url, "document": kept["document"] if answer.status == 304 else answer.json, "etag": answer.header("ETag"),
            "until": time.time() + int(age[1]) if age else None}
        self.state.save()
        return self.state["cache"][name]["document"]

    def api(self):
        """The API's address, if its metadata are its own."""
        resource = origin(self.issuer) + "/api"
        found = self.cached("api", origin(self.issuer) + "/.well-known/oauth-protected-resource/api")
        self.duties.must("rs-resource", found.get("resource") == resource, "the metadata are of another API")
        return resource
