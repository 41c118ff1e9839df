"""What a client of OAuth and OpenID Connect has to do, by the ids of the checks of `client-test`, and the one that is left out."""

# With the options that a client needs so that the check applies to it.
PLAIN, KEYED, API, AGED, QUIET = (), ("--auth", "key", "--dpop", "--push"), ("--api",), ("--max-age", "300"), ("--prompt-none",)
DUTIES = {
    **dict.fromkeys([
        "md-place", "md-issuer", "md-http", "md-pkce", "md-html",
        "rg-redirects", "rg-once", "rg-token", "rg-echo", "rg-redirect", "rg-refused", "rg-later", "rm-origin", "rm-rotate",
        "az-code", "az-pkce", "az-fresh", "az-state", "az-browser", "az-secret", "az-redirect", "az-nonce",
        "cb-state", "cb-no-state", "cb-iss", "cb-no-iss", "cb-denied", "cb-odd", "cb-unasked", "cb-double", "cb-again", "cb-stale",
        "tk-redirect", "tk-auth", "tk-basic", "tk-lost", "tk-refused", "tk-type", "tk-case", "tk-no-exp",
        "id-none", "id-iss", "id-aud", "id-aud2", "id-exp", "id-no-sub", "id-nonce", "id-no-nonce", "id-unsigned", "id-sig", "id-hs",
        "id-jwk", "id-kid", "id-rotate", "id-skew",
        "ui-header", "ui-sub", "ui-401",
        "rf-rotate", "rf-keep", "rf-race", "rf-lost", "rf-dead", "rf-down", "rf-sub", "rf-no-id", "rf-nonce",
        "en-grant", "en-client", "en-page", "en-secret", "lo-tokens", "lo-revoke", "lo-hint",
        "tls-ca", "tls-host", "tls-date", "net-slow"], PLAIN),
    **dict.fromkeys(["dp-proof", "dp-nonce", "dp-bearer", "ca-jwt", "pa-only", "pa-refused"], KEYED),
    **dict.fromkeys(["rs-resource", "az-resource"], API),
    "az-maxage": AGED, "az-silent": QUIET}
# In the login that gets the token for the registration, whose client has no secret.
DUTIES |= {duty + "@reg": PLAIN for duty in DUTIES if duty.startswith(("cb-", "tk-")) and duty != "tk-basic"}

# The embedded server refuses what these send. So the careless client tries once more, rightly: the request, or the whole login. It does that as
# itself alone, and not in the first login, whose client is another one.
REFUSED_REQUESTS = {"tk-auth", "tk-auth@reg", "ca-jwt", "ui-header", "dp-proof"}
REFUSED_LOGINS = {"az-code", "az-pkce", "az-nonce", "tk-redirect", "tk-redirect@reg"}

SILENT = ("uses", "keys", "errors")


class Refused(Exception):
    """The client does not go on: `duty` is the check that it has kept, if it is one of those."""

    def __init__(self, what, duty=None):
        super().__init__(f"{what} ({duty})" if duty else what)
        self.duty = duty


class Duties:
    def __init__(self, careless=None, silent=None):
        self.careless, self.silent, self.is_mended = careless, silent, False
        # Whether this is the login of the client that lets others register.
        self.is_first_login = False

    def omits(self, duty):
        """Whether this duty is left out. An unknown one is an error of this program."""
        assert duty in DUTIES, duty
        if self.is_first_login and duty + "@reg" in DUTIES:
            return duty + "@reg" == self.careless and not self.is_mended
        is_elsewhere = self.is_first_login and duty in REFUSED_REQUESTS | REFUSED_LOGINS
        return duty == self.careless and not self.is_mended and not is_elsewhere

    def must(self, duty, is_right, what):
        """Refuses what is not right, unless this duty is left out."""
        if not is_right and not self.omits(duty):
            raise Refused(what, duty)

    def mend(self, refused):
        """After a refusal: whether the server may have refused what was left out, which is then done for the rest of this run."""
        may_help = self.careless in refused and not self.is_mended
        self.is_mended = self.is_mended or may_help
        return may_help
