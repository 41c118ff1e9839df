#!/usr/bin/python3
"""The tests' own client of OpenID Connect, for `dcr-terminal client-test --drive`: it does everything rightly but what `--careless` names.

One run is one action of `DCR_ACTION`: login, use, refresh, logout, restart (of the app: what it keeps in memory is lost) or forget (a new
installation). For the tests' own person there is `open` besides: the app is called with the address in DCR_LINK. What it keeps stands in the file of `--state`, the cookies of its browser beside it.

usage: careful_client.py [--careless CHECK | --silent uses|keys|errors] [OPTION...]
environment: DCR_ACTION, DCR_ISSUER, and DCR_CA or SSL_CERT_FILE, the PEM file of the authority that signs for the server
Exit status: 0 done; 1 the client or the server has refused; 64 wrong use, or an action that this client does not have.
"""
import argparse
import os
import sys

from browser import AGENT, WEB_VIEW, Browser
from discovery import Discovery
from duties import DUTIES, SILENT, Duties, Refused
from login import Login
from registration import METHODS, Registration
from state import State
from tokens import Tokens
from web import Web


class Client(Discovery, Registration, Login, Tokens):
    def __init__(self, options, environment):
        authority = environment.get("DCR_CA") or environment.get("SSL_CERT_FILE")
        self.options, self.issuer, self.link = options, environment["DCR_ISSUER"], environment.get("DCR_LINK", "")
        self.duties, self.state = Duties(options.careless, options.silent), State(options.state)
        self.web = Web(self.duties, authority, "careful-client/1")
        agent = WEB_VIEW if self.duties.omits("az-browser") else AGENT
        self.browser = Browser(authority, options.state + ".cookies", agent, options.user, options.password)
        self.scope = "openid profile" + (" accounts" if options.api else "")

    def act(self, action):
        """Runs the action; False: this client does not have it."""
        acts = {
            "login": self.log_in, "use": self.use, "refresh": self.refresh, "logout": self.log_out, "restart": self.restart,
            "forget": self.forget, "open": self.open_link}
        if action not in acts or self.duties.silent == "uses" and action in ("use", "refresh"):
            return False
        if self.state.get("dead"):
            raise Refused("this client has given up")
        try:
            acts[action]()
        except Refused:
            if self.duties.silent == "errors":
                self.state["dead"] = True
            raise
        finally:
            self.state.save()
        return True

    def restart(self):
        kept = self.state.get("cache", {}).get("keys") if self.duties.omits("id-rotate") else None
        self.state.drop("cache", "checked", "dpop_nonce")
        if kept:
            self.state["cache"] = {"keys": kept}


def options(words):
    parser = argparse.ArgumentParser(description="The tests' own client, which can be careless in one thing.")
    parser.add_argument("--careless", choices=DUTIES, metavar="CHECK")
    parser.add_argument("--silent", choices=SILENT)
    parser.add_argument("--state", default="careful-client.json", metavar="FILE")
    parser.add_argument("--registration", default="user", metavar="user|open|token:FILE")
    parser.add_argument("--auth", default="basic", choices=METHODS)
    parser.add_argument("--user", default="demouser")
    parser.add_argument("--password", default="Password1")
    parser.add_argument("--max-age", type=int, metavar="SECONDS")
    for name in ("--dpop", "--push", "--api", "--prompt-none"):
        parser.add_argument(name, action="store_true")
    return parser.parse_args(words)


def main():
    wanted = options(sys.argv[1:])
    action = os.environ.get("DCR_ACTION", "")
    if not os.environ.get("DCR_ISSUER"):
        print("careful_client.py: DCR_ISSUER is missing", file=sys.stderr)
        return 64
    try:
        if not Client(wanted, os.environ).act(action):
            print(f"{action}: this client cannot")
            return 64
    except Refused as why:
        print(f"{action}: {why}")
        return 1
    print(f"{action}: done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
