"""The identity server under load, each endpoint beside the bare framework that serves a constant of the same size.

What a load needs to exist (clients, codes, tokens, a session) is written into the database of the running server, with
secrets that this script knows; the server itself sees requests as a client sends them. wrk runs on the same machine, so a
rate is what is left of the cores beside it, for the server and for the limit alike.
"""
import base64
import concurrent.futures
import hashlib
import http.client
import json
import os
import pathlib
import re
import sqlite3
import ssl
import statistics
import subprocess
import time
from urllib.parse import quote, urlencode

import peer_flow
from ptyclock import Program, resident

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = int(os.environ.get("BENCH_LOAD_SECONDS", "2"))
ROUNDS = int(os.environ.get("BENCH_LOAD_ROUNDS", "5"))
REQUESTS = int(os.environ.get("BENCH_REQUESTS", "1000000"))
SIZES = [int(size) for size in os.environ.get("BENCH_CLIENTS", "100,10000,1000000").split(",")]
CLASS, CROWD, EXCHANGES = 200, 50, 100
CONNECTIONS = 16
# More than any of these endpoints answers in a second on two cores.
ONCE_A_SECOND = 6000
CLIENT, SECRET, SESSION = "bench-client", "bench-client-secret", "bench-session"
KEYED_CLIENT, OTHER_CLIENT = "bench-client-with-key", "bench-other-client"
REDIRECT = "io.curity.dcrclient:/callback"
VERIFIER = "bench-verifier-" + "v" * 40
METADATA = {
    "application_type": "native", "redirect_uris": [REDIRECT], "post_logout_redirect_uris": [],
    "token_endpoint_auth_method": "client_secret_basic", "grant_types": ["authorization_code", "refresh_token"],
    "scope": "openid profile", "subject_type": "public", "description": {"client_name": "bench"}}
REGISTRATION = {
    "redirect_uris": [REDIRECT], "application_type": "native", "grant_types": ["authorization_code", "refresh_token"],
    "token_endpoint_auth_method": "client_secret_basic", "scope": "openid profile"}
PATHS = {
    "metadata": "/oauth/v2/oauth-anonymous/.well-known/openid-configuration", "JWKS": "/oauth/v2/oauth-anonymous/jwks",
    "userinfo": "/oauth/v2/oauth-userinfo", "token": "/oauth/v2/oauth-token", "authorize": "/oauth/v2/oauth-authorize",
    "registration": "/token-service/oauth-registration"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def digest(text):
    return hashlib.sha256(text.encode()).digest()


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


BASIC = "Basic " + base64.b64encode(f"{quote(CLIENT)}:{quote(SECRET)}".encode()).decode()


class Supply:
    """Writes what requests use up, and hands it out once."""

    def __init__(self, server):
        self.server, self.count = server, 0
        self.path = server.data / "idsvr/idsvr.sqlite"
        now = int(time.time())
        self.now, self.later = now, now + 86_400
        with self.database() as database:
            self.insert_client(database, CLIENT, SECRET)
            database.execute(
                "INSERT INTO sso_sessions (session_hash, user_name, authenticated, expires) VALUES (?, 'demouser', ?, ?)",
                (digest(SESSION), now, self.later))
        self.access = self.tokens("access", "openid profile", CLIENT, 1)[0]

    def database(self):
        return sqlite3.connect(self.path, timeout=30)

    def insert_client(self, database, client, secret):
        database.execute(
            "INSERT INTO dynamically_registered_clients (client_id, authenticated_user, created, updated, secret_hash,"
            " registration_token_hash, registration_token_expires, metadata) VALUES (?, 'demouser', ?, ?, ?, ?, ?, ?)",
            (client, self.now, self.now, digest(secret), digest("registration " + client), self.later, json.dumps(METADATA)))

    def clients(self, number):
        """Until there are that many registered clients."""
        with self.database() as database:
            present = database.execute("SELECT count(*) FROM dynamically_registered_clients").fetchone()[0]
            for index in range(present, number):
                # Spread as UUIDs are.
                self.insert_client(database, hashlib.md5(b"%d" % index).hexdigest(), "s")

    def grants(self, client, scope, number):
        database = self.database()
        first = database.execute("SELECT coalesce(max(grant_id), 0) + 1 FROM grants").fetchone()[0]
        database.executemany(
            "INSERT INTO grants (grant_id, client_id, user_name, scope, authenticated, created) VALUES (?, ?, 'demouser', ?, ?, ?)",
            ((first + index, client, scope, self.now, self.now) for index in range(number)))
        return database, range(first, first + number)

    def tokens(self, kind, scope, client, number):
        database, grants = self.grants(client, scope, number)
        tokens = [f"bench-{kind}-{grant}" for grant in grants]
        with database:
            database.executemany(
                "INSERT INTO tokens (token_hash, kind, grant_id, scope, issued, expires) VALUES (?, ?, ?, ?, ?, ?)",
                ((digest(token), kind, grant, scope, self.now, self.later) for token, grant in zip(tokens, grants)))
        database.close()
        return tokens

    def register_key(self, client, key):
        """A client with that key, or the key in place of the one that it had."""
        metadata = METADATA | {
            "token_endpoint_auth_method": "private_key_jwt", "token_endpoint_auth_signing_alg": "ES256", "jwks": {"keys": [key]}}
        with self.database() as database:
            if not database.execute("SELECT 1 FROM dynamically_registered_clients WHERE client_id = ?", (client,)).fetchone():
                self.insert_client(database, client, SECRET)
            database.execute(
                "UPDATE dynamically_registered_clients SET metadata = ? WHERE client_id = ?", (json.dumps(metadata), client))

    def codes(self, number, client=CLIENT):
        database, grants = self.grants(client, "openid profile", number)
        codes = [f"bench-code-{grant}" for grant in grants]
        challenge = b64(digest(VERIFIER))
        with database:
            database.executemany(
                "INSERT INTO authorization_codes (code_hash, grant_id, redirect_uri, redirect_uri_was_sent, code_challenge,"
                " expires) VALUES (?, ?, ?, 1, ?, ?)",
                ((digest(code), grant, REDIRECT, challenge, self.later) for code, grant in zip(codes, grants)))
        database.close()
        return codes


def requests(figure, supply, number):
    """(method for load.lua, [(path, headers, body)]): one request again and again, or as many as are used up."""
    if figure in ("metadata", "JWKS"):
        return "GET", [(PATHS[figure], {}, "")]
    if figure == "userinfo":
        return "GET", [(PATHS[figure], {"Authorization": "Bearer " + supply.access}, "")]
    if figure == "authorize":
        query = urlencode({
            "response_type": "code", "client_id": CLIENT, "redirect_uri": REDIRECT, "scope": "openid profile", "state": "s" * 32,
            "nonce": "n" * 32, "code_challenge": b64(digest(VERIFIER)), "code_challenge_method": "S256"})
        return "GET", [(f"{PATHS[figure]}?{query}", {"Cookie": "__Host-idsvr-sso=" + SESSION}, "")]
    if figure == "registration":
        body = json.dumps(REGISTRATION)
        return "ONCE", [
            (PATHS[figure], {"Content-Type": "application/json", "Authorization": "Bearer " + token}, body)
            for token in supply.tokens("access", "dcr", "mobile-dcr-client", number)]
    if figure == "token: code":
        forms = [{"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, "code_verifier": VERIFIER}
                 for code in supply.codes(number)]
    else:
        forms = [{"grant_type": "refresh_token", "refresh_token": token}
                 for token in supply.tokens("refresh", "openid profile", CLIENT, number)]
    return "ONCE", [(PATHS["token"], {**FORM, "Authorization": BASIC}, urlencode(form)) for form in forms]


def keyed_requests(python, server, supply, number):
    """As many codes to redeem with private_key_jwt and DPoP; the proofs are good for a minute."""
    signed = subprocess.run(
        [python, HERE / "keyed_requests.py", server.issuer, f"https://localhost:{server.port}{PATHS['token']}", KEYED_CLIENT,
         str(number)], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout.splitlines()
    supply.register_key(KEYED_CLIENT, json.loads(signed[0]))
    lines = []
    for code, pair in zip(supply.codes(number, KEYED_CLIENT), signed[1:]):
        assertion, proof = pair.split("\t")
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, "code_verifier": VERIFIER,
                "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer", "client_assertion": assertion}
        lines.append((PATHS["token"], {**FORM, "DPoP": proof}, urlencode(form)))
    return "ONCE", lines


READS, WRITES = ["metadata", "JWKS", "userinfo"], ["authorize", "token: code", "token: refresh", "registration"]


class Load:
    """wrk's figures for one endpoint of one server."""

    def __init__(self, folder):
        self.file, self.total = folder / "requests", 0

    def run(self, port, method, lines, connections=CONNECTIONS):
        self.file.write_text("".join(
            "\t".join([path, "\x1f".join(f"{name}={value}" for name, value in headers.items()), body]) + "\n"
            for path, headers, body in lines))
        done = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--timeout", "10s", "-s", str(HERE / "load.lua"),
             f"https://localhost:{port}/", "--", method, str(self.file)],
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
        found = re.search(r"^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)$", done.stdout, re.MULTILINE)
        if done.returncode != 0 or not found:
            raise RuntimeError(f"wrk: {done.returncode}\n{done.stdout}{done.stderr}")
        answered, took, middle, late, failed = map(int, found.groups())
        # The last lines of a load that ran out may have been sent twice.
        if failed > (connections if method == "ONCE" else 0) or answered == 0:
            raise RuntimeError(f"{failed} of {answered} requests failed: {lines[0][0]}")
        self.total += answered
        return answered / took * 1e6, middle / 1000, late / 1000


def once(server, method, line):
    """One request, and how many bytes its answer has."""
    path, headers, body = line
    context = ssl.create_default_context(cafile=server.authority)
    connection = http.client.HTTPSConnection("localhost", server.port, context=context, timeout=15)
    connection.request("GET" if method == "GET" else "POST", path, body or None, headers)
    answer = connection.getresponse()
    size = len(answer.read())
    connection.close()
    if answer.status >= 400:
        raise RuntimeError(f"{answer.status} at {path}")
    return size


def measure_rates(folder, server, bare, progress):
    """Figure: ((requests a second, p50, p99) of the server, the same of the bare framework), medians of the rounds."""
    supply, load, found = Supply(server), Load(folder), {}
    for round in range(ROUNDS):
        for figure in READS + WRITES:
            progress(f"{figure} under load, round {round + 1} of {ROUNDS}")
            method, lines = requests(figure, supply, ONCE_A_SECOND * SECONDS + 1)
            size = once(server, method, lines.pop() if method == "ONCE" else lines[0])
            ours = load.run(server.port, method, lines)
            limit = load.run(bare.port, "GET" if method == "GET" else "POST", [(f"/{size}", lines[0][1], lines[0][2])])
            found.setdefault(figure, []).append((ours, limit))
    return {
        figure: tuple(
            tuple(statistics.median(run[side][value] for run in runs) for value in range(3)) for side in (0, 1))
        for figure, runs in found.items()}


def measure_keys(folder, server, python, progress):
    """Codes redeemed a second: with a secret, and with private_key_jwt and DPoP; medians, the two taking turns. And how many of the latter in all."""
    supply, load, found, signed = Supply(server), Load(folder), ([], []), 0
    for round in range(ROUNDS):
        progress(f"token endpoint with keys, round {round + 1} of {ROUNDS}")
        number = ONCE_A_SECOND * SECONDS
        for rates, lines in zip(found, (
                requests("token: code", supply, number), keyed_requests(python, server, supply, number))):
            before = load.total
            rates.append(load.run(server.port, *lines)[0])
            signed += load.total - before if rates is found[1] else 0
    return *(statistics.median(rates) for rates in found), signed


def measure_beside(folder, servers, supplies, progress):
    """Figure: requests a second of each of these servers; medians, the servers taking turns."""
    load, found = Load(folder), {}
    for round in range(ROUNDS):
        for figure in ["metadata", "userinfo", "authorize", "token: code"]:
            progress(f"{figure} beside the same server, round {round + 1} of {ROUNDS}")
            for side, (server, supply) in enumerate(zip(servers, supplies)):
                rates = found.setdefault(figure, [[] for _ in servers])[side]
                rates.append(load.run(server.port, *requests(figure, supply, ONCE_A_SECOND * SECONDS))[0])
    return {figure: [statistics.median(rates) for rates in sides] for figure, sides in found.items()}


def measure_trace(folder, traced, untraced, progress):
    """Figure: requests a second of a server that keeps its exchanges, and of one that does not."""
    return measure_beside(folder, [traced, untraced], [Supply(traced), Supply(untraced)], progress)


def measure_faults(folder, untouched, off, elsewhere, switch, progress):
    """Figure: requests a second of a server that never had a fault, of one whose fault was switched off, and of one with a fault for another client.

    `switch` runs a command of `faults` for a server.
    """
    servers = [untouched, off, elsewhere]
    supplies = [Supply(server) for server in servers]
    for server, supply in zip(servers[1:], supplies[1:]):
        with supply.database() as database:
            supply.insert_client(database, OTHER_CLIENT, SECRET)
        switch(server, "on", "userinfo-of-another", "--client", OTHER_CLIENT)
    switch(off, "off")
    # The servers look once a second.
    time.sleep(2)
    return measure_beside(folder, servers, supplies, progress)


def measure_appearance(server, name, password, progress):
    """Milliseconds from the end of an answer until the administrator's list has the exchange: (median, longest), asked again and again on a kept connection."""
    pages = peer_flow.Agent("localhost", server.admin, server.authority)
    pages.browse(f"https://localhost:{server.admin}/admin", "", name, password)
    app = peer_flow.Agent("localhost", server.port, server.authority)
    progress("exchanges on the administrator's list")

    def look(after):
        status, _, data = pages.ask("GET", f"/admin/exchanges.json?order=oldest&after={after}")
        if status != 200:
            raise RuntimeError(f"{status} at the list of exchanges")
        return json.loads(data)
    last, took = 0, []
    # A page of the list at a time, until it is read to its end.
    while (news := look(last))["exchanges"]:
        last = news["last"]
    for number in range(EXCHANGES):
        target = f"{PATHS['metadata']}?bench={number}"
        app.ask("GET", target)
        answered = time.perf_counter()
        while True:
            news = look(last)
            last = news["last"]
            if any(exchange["target"] == target for exchange in news["exchanges"]):
                break
        took.append((time.perf_counter() - answered) * 1000)
    return statistics.median(took), max(took)


def measure_panel(server, command, environment, progress):
    """Milliseconds from the end of an answer until the panel Messages of the app, which runs the server, has drawn the exchange: (median, longest)."""
    program, took = Program([*command, *server.options()], environment), []
    try:
        program.first_frame(("Start Registration", "quit"), settle=0.4)
        program.answer(b"\t", quiet=0.4)
        # The app starts its server.
        program.answer(b"v", quiet=4)
        app = peer_flow.Agent("localhost", server.port, server.data / "idsvr/tls/ca.pem")
        progress("exchanges in the panel Messages")
        # A list that is empty has no count.
        for number in range(EXCHANGES + 1):
            seen = len(program.arrivals)
            app.ask("GET", PATHS["metadata"])
            took.append(program.redraw(seen, time.perf_counter(), 0.03, "an exchange")[0] * 1000)
            if number == 0:
                before = listed(program)
        if listed(program) - before != EXCHANGES * before:
            raise RuntimeError(f"the panel has not every exchange:\n{program.screen()}")
    finally:
        program.close()
    return statistics.median(took), max(took)


def listed(program):
    """How many messages the panel says that it has."""
    found = re.search(r"(\d[\d,]*)\D*newest followed", program.screen())
    if not found:
        raise RuntimeError(f"this is not the panel Messages:\n{program.screen()}")
    return int(found[1].replace(",", ""))


def measure_commits(folder):
    """Transactions of one row a second, as the server's database is set: what writes are bounded by."""
    database = sqlite3.connect(folder / "commits.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("CREATE TABLE t (h BLOB PRIMARY KEY, v TEXT) WITHOUT ROWID")
    count, end, began = 0, time.perf_counter() + SECONDS, time.perf_counter()
    while time.perf_counter() < end:
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO t VALUES (?, ?)", (os.urandom(32), "x" * 200))
        database.execute("COMMIT")
        count += 1
    return count / (time.perf_counter() - began)


def measure_signatures():
    """RSA-2048 signatures a second of one core: each answer with an ID token holds one."""
    done = subprocess.run(
        ["openssl", "speed", "-mr", "-seconds", str(SECONDS), "rsa2048"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    found = re.search(r"^\+F2:\d+:2048:([0-9.]+):", done.stdout, re.MULTILINE)
    if not found:
        raise RuntimeError(f"openssl speed: {done.returncode}\n{done.stdout}{done.stderr}")
    return float(found[1])


def measure_growth(folder, servers, progress):
    """Figure: p50 in ms for each number of clients; the servers take turns."""
    supplies, load, found = {}, Load(folder), {}
    for size, server in servers.items():
        progress(f"{size} clients")
        supplies[size] = Supply(server)
        supplies[size].clients(size)
    for round in range(ROUNDS):
        progress(f"growth, round {round + 1} of {ROUNDS}")
        for figure in ["userinfo", *WRITES]:
            for size, server in servers.items():
                method, lines = requests(figure, supplies[size], ONCE_A_SECOND * SECONDS + 1)
                found.setdefault(figure, {}).setdefault(size, []).append(load.run(server.port, method, lines, 4)[1])
    return {figure: {size: statistics.median(runs) for size, runs in sizes.items()} for figure, sizes in found.items()}


def measure_memory(folder, server, progress):
    """MB before and after a million requests, of all kinds that can be repeated."""
    supply, load = Supply(server), Load(folder)
    before = resident(server.process.pid)
    while load.total < REQUESTS:
        progress(f"{load.total} of {REQUESTS} requests")
        for figure in [*READS, "authorize"]:
            load.run(server.port, *requests(figure, supply, 0))
    return before, resident(server.process.pid)


def measure_flows(server, at_once, number, *flow):
    """Seconds until that many whole flows are done, so many at once; every one has to succeed. `flow` is who does them (peer_flow.flow)."""
    began = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        flows = [pool.submit(peer_flow.flow, server.issuer, server.authority, *flow) for _ in range(number)]
        for done in flows:
            done.result()
    return time.perf_counter() - began


def measure_crowd(server, progress, *flow):
    """Whole flows a second: of one client alone, and of a crowd at once; medians, taking turns."""
    alone, crowd = [], []
    for round in range(ROUNDS):
        progress(f"one client beside {CROWD} at once, round {round + 1} of {ROUNDS}")
        alone.append(CROWD / measure_flows(server, 1, CROWD, *flow))
        crowd.append(CROWD / measure_flows(server, CROWD, CROWD, *flow))
    return statistics.median(alone), statistics.median(crowd)
