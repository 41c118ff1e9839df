#!/usr/bin/python3
"""`make bench`: tables of medians, each figure beside a peer that was measured in the same run.

usage: bench.py [start] [screens] [panels] [gallery] [flow] [client] [keystore] [server]    all parts, unless some are named

Runs of the program and its peers alternate, so that whatever the machine does meanwhile hits both alike. The release
build is measured; nothing here fails because something was slow.
"""
import contextlib
import json
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import peer_flow  # noqa: E402
import server_side  # noqa: E402
from ptyclock import Program, children, cpu, resident  # noqa: E402

BIN = pathlib.Path(os.environ.get("DCR_BINARIES", HERE.parent / ".build/release"))
APP = str(BIN / "dcr-terminal")
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "15"))
KEYS = 21
IDLE_SECONDS = 3.0
ENV = {
    "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
}
CLIENT, REDIRECT, LOGGED_OUT = "mobile-dcr-client", "io.curity.dcrclient:/callback", "io.curity.dcrclient:/logoutcallback"
SCOPE, USER, PASSWORD = "openid profile", "demouser", "Password1"


class Table:
    """Rows of (figure, ours, peer's name, peer's, ratio, note); the ratio is ours to the peer's."""

    def __init__(self):
        self.rows = []

    def add(self, figure, ours, peer, theirs, unit, note=""):
        ratio = f"{ours / theirs:.2f} x" if theirs else ("-" if ours else "both 0")
        self.rows.append((figure, f"{ours:.{self.digits(ours)}f} {unit}", peer, f"{theirs:.{self.digits(theirs)}f} {unit}", ratio, note))

    @staticmethod
    def digits(value):
        return 0 if value >= 100 else 1 if value >= 10 else 2

    def show(self):
        rows = [("figure", "dcr-terminal", "peer", "peer's", "ratio", ""), *self.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(5)]
        for index, row in enumerate(rows):
            cells = [row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].ljust(widths[2]), row[3].rjust(widths[3]), row[4].rjust(widths[4])]
            print("  ".join(cells).rstrip() + row[5])
            if index == 0 or (index + 1 < len(rows) and index > 0 and rows[index + 1][0].split(":")[0] != row[0].split(":")[0]):
                print("  ".join("-" * width for width in widths))


def missed(is_met, limit):
    """A note beside a figure that has a limit and does not keep it."""
    return "" if is_met else f"  missed: {limit}"


def progress(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def timed(command, **options):
    started = time.perf_counter()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=ENV, **options)
    took = time.perf_counter() - started
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stderr.decode()}")
    return took, done


class Server:
    """`dcr-terminal serve` on free ports, and the configuration that leads to it."""

    def __init__(self, folder, limits=None, environment=None, **members):
        self.folder, self.port, self.admin = folder, free_port(), free_port()
        self.environment = {**ENV, **(environment or {})}
        self.issuer = f"https://localhost:{self.port}/oauth/v2/oauth-anonymous"
        self.config = folder / f"config-{self.port}.json"
        embedded = {"adminPort": self.admin, **({"limits": limits} if limits else {})}
        self.config.write_text(json.dumps({
            "issuer": self.issuer, "registrationClientID": CLIENT, "redirectUri": REDIRECT,
            "postLogoutRedirectUri": LOGGED_OUT, "scope": SCOPE, "embeddedServer": embedded, **members}))
        self.data = folder / "data"
        self.process = None

    def options(self, device="phone"):
        return ["--config", str(self.config), "--data-dir", str(self.data), "--device", device]

    def __enter__(self):
        self.process = subprocess.Popen(
            [APP, "serve", *self.options(), "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=self.environment)
        self.authority = json.loads(self.process.stdout.readline())["ca"]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Bare:
    """`bare-server`: the framework alone, with the certificate of the server that it stands beside."""

    def __init__(self, server):
        self.port, self.tls = free_port(), server.data / "idsvr/tls"

    def __enter__(self):
        self.process = subprocess.Popen(
            [str(BIN / "bare-server"), str(self.port), str(self.tls)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=ENV)
        if self.process.stdout.readline() != b"ready\n":
            raise RuntimeError("bare-server did not start")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


# Starting, and what has to be loaded for it.


def measure_start(table):
    """A program that does nothing but say its version; and its size on the disk."""
    programs = {"ours": [APP, "--version"], "age": ["age", "--version"], "tig": ["tig", "--version"]}
    times = {name: [] for name in programs}
    for round in range(ROUNDS * 4):
        for name, command in programs.items():
            times[name].append(timed(command)[0] * 1000)
    for peer in ("age", "tig"):
        table.add("--version", statistics.median(times["ours"]), peer, statistics.median(times[peer]), "ms")
    age = os.path.getsize(os.path.realpath(shutil.which("age"))) / 1e6
    for program in ("dcr-terminal", "dcr-browser", "dcr-identity-server", "dcr-secure-element"):
        table.add(f"size: {program}", os.path.getsize(BIN / program) / 1e6, "age", age, "MB")


# Screens.


def screen_programs(folder, server):
    """Name: command, environment, folder, marks of a whole first frame, two keys that redraw and undo each other."""
    home = folder / "home"
    repository = folder / "repository"
    for path in (home, repository):
        path.mkdir()
    env = {**ENV, "HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    git = {**env, "GIT_AUTHOR_NAME": "bench", "GIT_AUTHOR_EMAIL": "bench@localhost", "GIT_COMMITTER_NAME": "bench",
           "GIT_COMMITTER_EMAIL": "bench@localhost", "GIT_CONFIG_GLOBAL": "/dev/null"}
    subprocess.run(["git", "init", "-q"], cwd=repository, env=git, check=True)
    for number in range(40):
        (repository / "file").write_text(f"{number}\n")
        subprocess.run(["git", "add", "file"], cwd=repository, env=git, check=True)
        subprocess.run(["git", "commit", "-q", "-m", f"change number {number:02}"], cwd=repository, env=git, check=True)
    page = folder / "page.html"
    page.write_text("<title>page</title><h1>A page</h1>" + "".join(f"<p>paragraph {n:03} of the page</p>" for n in range(200)))
    down, up = b"\x1b[B", b"\x1b[A"
    return {
        "dcr-terminal": ([APP, *server.options()], env, None, ("Start Registration", "quit"), (down, up)),
        "htop": (["htop"], env, None, ("F1", "F10"), (down, up)),
        "tig": (["tig"], env, str(repository), ("change number 39", "change number 12"), (b"j", b"k")),
        "w3m": (["w3m", str(page)], env, None, ("A page", "paragraph 013"), (b"j", b"k")),
    }


def measure_screens(table, folder, server):
    programs = screen_programs(folder, server)
    frames = {name: [] for name in programs}
    cold = []
    for round in range(ROUNDS):
        progress(f"first frame, round {round + 1} of {ROUNDS}")
        for name, (command, env, cwd, marks, _) in programs.items():
            program = Program(command, env, cwd)
            try:
                frames[name].append(program.first_frame(marks, settle=0.4) * 1000)
            finally:
                program.close()
        alone = Server(folder / f"cold-{round}") if (folder / f"cold-{round}").mkdir() is None else None
        command, env, cwd, marks, _ = programs["dcr-terminal"]
        program = Program([APP, *alone.options()], env, cwd)
        try:
            cold.append(program.first_frame(marks, settle=0.4) * 1000)
        finally:
            program.close()
    ours = statistics.median(frames["dcr-terminal"])
    for peer in ("htop", "tig", "w3m"):
        table.add("first frame", ours, peer, statistics.median(frames[peer]), "ms")
    table.add("first frame: it starts the server", statistics.median(cold), "tig", statistics.median(frames["tig"]), "ms")

    progress("keys, memory, idle")
    running = {name: Program(command, env, cwd) for name, (command, env, cwd, _, _) in programs.items()}
    try:
        for name, program in running.items():
            program.first_frame(programs[name][3], settle=0.4)
        keys = {name: [] for name in programs}
        for number in range(KEYS * 2):
            for name, program in running.items():
                program.read(0.03)
                keys[name].append(program.answer(programs[name][4][number % 2])[0] * 1000)
        memory = {name: program.resident() for name, program in running.items()}
        for program in running.values():
            program.read(0.3, limit=2)
        before = {name: program.cpu() for name, program in running.items()}
        end = time.perf_counter() + IDLE_SECONDS
        while time.perf_counter() < end:
            for program in running.values():
                program.read(0.01, limit=0.02)
        idle = {name: (program.cpu() - before[name]) / IDLE_SECONDS * 1000 for name, program in running.items()}
    finally:
        for program in running.values():
            program.close()
    for peer in ("htop", "tig", "w3m"):
        table.add("key to redraw", statistics.median(keys["dcr-terminal"]), peer, statistics.median(keys[peer]), "ms")
    for peer in ("htop", "tig", "w3m"):
        table.add("resident memory", memory["dcr-terminal"], peer, memory[peer], "MB")
    for peer in ("htop", "tig", "w3m"):
        table.add("idle CPU per second", idle["dcr-terminal"], peer, idle[peer], "ms")


def measure_panels(table):
    """Both histories in one process, key by key in turn: only the ratio means something."""
    medians = {}
    for round in range(3):
        progress(f"panels, round {round + 1} of 3")
        for line in timed([str(BIN / "panel-bench"), "400"])[1].stdout.decode().splitlines():
            tab, count, microseconds = line.split()
            medians.setdefault((tab, int(count)), []).append(float(microseconds) / 1000)
    for tab in ("messages", "sequence"):
        short, long = sorted(count for name, count in medians if name == tab)
        table.add(
            f"key to redraw: {tab.capitalize()}, {long:,} messages", statistics.median(medians[tab, long]),
            f"{short} messages", statistics.median(medians[tab, short]), "ms")


def measure_gallery(table, folder):
    """Every screen drawn and written, beside a copy of the same files: what the disk alone takes."""
    ours, copies, pictures = [], [], 0
    for round in range(3):
        progress(f"gallery, round {round + 1} of 3")
        ours_folder, copy = folder / f"gallery-{round}", folder / f"copy-{round}"
        took, done = timed([APP, "gallery", "--out", ours_folder])
        pictures = int(done.stdout.split()[0])
        ours.append(took)
        copies.append(timed(["cp", "-r", ours_folder, copy])[0])
    # Removed after all: ext4 looks for a free inode one by one for seconds after thousands were given back.
    for path in folder.glob("gallery-*"), folder.glob("copy-*"):
        for old in path:
            shutil.rmtree(old)
    table.add(f"gallery: all {pictures:,} screens", statistics.median(ours), "cp -r", statistics.median(copies), "s")
    screen = [1000 * took / pictures for took in ours]
    copy = [1000 * took / pictures for took in copies]
    table.add("gallery: one screen, drawn and written", statistics.median(screen), "cp -r", statistics.median(copy), "ms")


# The flow.


def write_password(folder):
    password = folder / "password"
    password.write_text(PASSWORD + "\n")
    password.chmod(0o600)
    return password


def measure_flow(table, folder, server):
    password = write_password(folder)
    ours, theirs, totals, peer_totals = {}, {}, [], []
    for round in range(ROUNDS):
        progress(f"flow, round {round + 1} of {ROUNDS}")
        took, done = timed([
            APP, "flow", *server.options(f"bench-{round}"), "--username", USER, "--password-file", str(password), "--json"])
        totals.append(took * 1000)
        for line in done.stdout.decode().splitlines():
            step = json.loads(line)
            if step.get("ok") and not step.get("skipped"):
                ours.setdefault(step["step"], []).append(step["ms"])
        started = time.perf_counter()
        for step, milliseconds in peer_flow.flow(
                server.issuer, server.authority, CLIENT, REDIRECT, LOGGED_OUT, SCOPE, USER, PASSWORD).items():
            theirs.setdefault(step, []).append(milliseconds)
        peer_totals.append((time.perf_counter() - started) * 1000)
    for step in theirs:
        if step in ours:
            table.add(f"flow: {step}", statistics.median(ours[step]), "python", statistics.median(theirs[step]), "ms")
    table.add("flow: whole, fresh device", statistics.median(totals), "python", statistics.median(peer_totals), "ms")


# The client alone, and beside another command-line client.


def interop_python(without):
    """The Python with the packages from PyPI; None, and a word about what is left out, where it cannot be made."""
    made = subprocess.run([HERE.parent / "scripts/interop-environment"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if made.returncode != 0:
        progress(f"{without}: {made.stderr.strip()}")
        return None
    return made.stdout.strip()


def measure_client(table, folder, server):
    """Both peers come from PyPI, in the environment of the interoperability tests; without it these rows are left out."""
    python, answers = interop_python("no figures beside Authlib"), str(folder / "answers.json")
    if python is None:
        return
    peer, flow = str(HERE / "client_side.py"), str(HERE / "authlib_flow.py")
    timed([python, peer, "write", answers])
    ours, theirs, whole, other = [], [], [], []
    for round in range(ROUNDS):
        progress(f"client side, round {round + 1} of {ROUNDS}")
        ours.append(float(timed([str(BIN / "client-bench"), answers, "200"])[1].stdout) / 1000)
        theirs.append(float(timed([python, peer, "run", answers, "200"])[1].stdout) / 1000)
    table.add("client: all requests and checks", statistics.median(ours), "Authlib", statistics.median(theirs), "ms")
    password = str(write_password(folder))
    for round in range(ROUNDS):
        progress(f"flow beside Authlib, round {round + 1} of {ROUNDS}")
        whole.append(timed([
            APP, "flow", *server.options(f"beside-{round}"), "--username", USER, "--password-file", password,
            "--json"])[0] * 1000)
        other.append(timed([python, flow, server.issuer, server.authority, USER, password])[0] * 1000)
    table.add("flow: whole, as a command", statistics.median(whole), "Authlib", statistics.median(other), "ms")


# The keystore.


def measure_keystore(table, folder, server):
    device = server.data / "devices/bench-0"
    store, key = str(device / "keystore.age"), str(device / "device.key")
    plain, out = folder / "plain.json", folder / "out"
    plain.write_bytes(timed(["age", "-d", "-i", key, store])[1].stdout)
    recipient = timed(["age-keygen", "-y", key])[1].stdout.decode().strip()
    large = folder / "large"
    large.write_bytes(os.urandom(16 << 20))
    sealed = folder / "large.age"
    timed(["age", "-r", recipient, "-o", str(sealed), str(large)])
    pairs = {
        "keystore: open (verify)": (
            [APP, "keystore", "check", *server.options("bench-0")], ["age", "-d", "-i", key, "-o", str(out), store]),
        "keystore: decrypt": (
            [APP, "age", "decrypt", "--identity", key, "--output", str(out), store],
            ["age", "-d", "-i", key, "-o", str(out), store]),
        "keystore: save (encrypt)": (
            [APP, "age", "encrypt", "--recipient", recipient, "--output", str(out), str(plain)],
            ["age", "-r", recipient, "-o", str(out), str(plain)]),
        "age: decrypt 16 MiB": (
            [APP, "age", "decrypt", "--identity", key, "--output", str(out), str(sealed)],
            ["age", "-d", "-i", key, "-o", str(out), str(sealed)]),
        "age: encrypt 16 MiB": (
            [APP, "age", "encrypt", "--recipient", recipient, "--output", str(out), str(large)],
            ["age", "-r", recipient, "-o", str(out), str(large)]),
    }
    times = {figure: ([], []) for figure in pairs}
    for round in range(ROUNDS):
        progress(f"keystore, round {round + 1} of {ROUNDS}")
        for figure, commands in pairs.items():
            for side in (0, 1):
                out.unlink(missing_ok=True)
                times[figure][side].append(timed(commands[side])[0] * 1000)
    for figure, (ours, theirs) in times.items():
        table.add(figure, statistics.median(ours), "age", statistics.median(theirs), "ms")


# Keys of its own.


def measure_keys(table, folder):
    """The flow with all that the profile FAPI 2.0 switches on (secure element, assertions, DPoP, pushed requests) beside the flow without."""
    password = str(write_password(folder))
    plain, keyed = folder / "plain", folder / "keyed"
    plain.mkdir(), keyed.mkdir()
    without, everything = [], []
    with Server(plain) as off, Server(keyed, profile="fapi-2.0") as on:
        for round in range(ROUNDS):
            progress(f"flow with keys, round {round + 1} of {ROUNDS}")
            for server, times in ((off, without), (on, everything)):
                times.append(1000 * timed([
                    APP, "flow", *server.options(f"bench-{round}"), "--username", USER, "--password-file", password, "--json"])[0])
    ours, theirs = statistics.median(everything), statistics.median(without)
    table.add("flow: whole, profile fapi-2.0", ours, "without it", theirs, "ms", missed(ours <= 1.5 * theirs, "at most 1.5 x"))


def measure_element(table, folder):
    """One signature, by the element and by the same code inside the process that asks: what the wall between them costs."""
    ours, theirs = [], []
    for round in range(ROUNDS):
        progress(f"secure element, round {round + 1} of {ROUNDS}")
        keys = folder / f"elements-{round}"
        keys.mkdir(mode=0o700)
        element, inside = timed([str(BIN / "element-bench"), str(BIN / "dcr-secure-element"), str(keys / "phone"), "1000"])[1].stdout.split()
        ours.append(float(element) / 1000)
        theirs.append(float(inside) / 1000)
    signature = statistics.median(ours)
    table.add("secure element: one signature", signature, "in process", statistics.median(theirs), "ms", missed(signature < 1, "under 1 ms"))


# The server.


# Nothing here is about the limits of one user.
UNLIMITED = {"clientsPerUser": 0, "registrationsPerMinute": 0}


def measure_keyed_requests(folder):
    """Prints its own lines: the token endpoint with a secret, and with an assertion and a proof in each request."""
    python = interop_python("no token requests with keys")
    if python is None:
        return
    path = folder / "requests-with-keys"
    path.mkdir()
    with Server(path, UNLIMITED) as server:
        before = resident(server.process.pid)
        secret, keys, number = server_side.measure_keys(path, server, python, progress)
        after = resident(server.process.pid)
    print(f"\ncodes redeemed with a secret: {secret:.0f}/s; with private_key_jwt and DPoP: {keys:.0f}/s, {keys / secret:.2f} of it"
          f"{missed(keys >= secret / 2, 'at least half')}; memory: {before:.0f} MB at rest, {after:.0f} MB after {number:,} assertions and proofs")


def switch_faults(server, *words):
    timed([APP, "faults", *words, *server.options()[:4]])


def measure_server(folder):
    """Prints its own tables: an endpoint has three figures, and the limit has the same three."""
    limits = UNLIMITED
    folders = {name: folder / name for name in ("load", "traced", "untraced", "untouched", "off", "elsewhere", "memory", "crowd", "panel", "class", *map(str, server_side.SIZES))}
    for path in folders.values():
        path.mkdir()
    with Server(folders["load"], limits) as server, Bare(server) as bare:
        rates = server_side.measure_rates(folder, server, bare, progress)
        commits = server_side.measure_commits(folder)
        signatures = server_side.measure_signatures()
    print(f"\nidentity server over TLS, {server_side.CONNECTIONS} kept connections, wrk on the same {os.cpu_count()} cores; "
          f"limit: the bare framework with a constant of the same size; medians of {server_side.ROUNDS} runs, alternating")
    row = "{:<16}  {:>10}  {:>8}  {:>8}  {:>12}  {:>8}  {:>8}  {:>8}".format
    print(row("endpoint", "requests/s", "p50 ms", "p99 ms", "limit's /s", "p50 ms", "p99 ms", "of limit"))
    for figure, (ours, limit) in rates.items():
        print(row(figure, f"{ours[0]:.0f}", f"{ours[1]:.2f}", f"{ours[2]:.2f}", f"{limit[0]:.0f}", f"{limit[1]:.2f}",
                  f"{limit[2]:.2f}", f"{ours[0] / limit[0]:.0%}"))
    print(f"SQLite alone, one row a transaction, as the server's database is set: {commits:.0f} commits/s; "
          f"OpenSSL alone, on one core: {signatures:.0f} RSA-2048 signatures/s")

    with Server(folders["traced"], limits) as traced, \
            Server(folders["untraced"], limits, {"IDSVR_BENCH_WITHOUT_TRACE": "1"}) as untraced:
        kept = server_side.measure_trace(folder, traced, untraced, progress)
    for figure, (with_trace, without) in kept.items():
        print(f"{figure}: {with_trace:.0f}/s keeping the exchanges, {without:.0f}/s without, {with_trace / without:.2f} of it"
              f"{missed(with_trace >= 0.9 * without, 'at least 0.90')}")

    with Server(folders["untouched"], limits) as untouched, Server(folders["off"], limits) as off, \
            Server(folders["elsewhere"], limits) as elsewhere:
        rates = server_side.measure_faults(folder, untouched, off, elsewhere, switch_faults, progress)
    for figure, (none, switched_off, for_another) in rates.items():
        print(f"{figure}: {none:.0f}/s without a fault; {switched_off / none:.2f} of it after one was switched off, "
              f"{for_another / none:.2f} of it with one for another client{missed(min(switched_off, for_another) >= 0.95 * none, 'at least 0.95')}")

    servers = {size: Server(folders[str(size)], limits) for size in server_side.SIZES}
    with contextlib.ExitStack() as stack:
        for server in servers.values():
            stack.enter_context(server)
        growth = server_side.measure_growth(folder, servers, progress)
    print("\np50 in ms with that many registered clients, 4 connections, the servers taking turns")
    row = ("{:<16}" + "  {:>12}" * (len(servers) + 1)).format
    print(row("endpoint", *(f"{size:,}" for size in servers), "last/first"))
    for figure, sizes in growth.items():
        values = list(sizes.values())
        print(row(figure, *(f"{value:.2f}" for value in values), f"{values[-1] / values[0]:.2f} x"))

    with Server(folders["memory"], limits) as server:
        before, after = server_side.measure_memory(folder, server, progress)
    print(f"\nmemory: {before:.0f} MB at rest, {after:.0f} MB after {server_side.REQUESTS:,} requests")
    flow = (CLIENT, REDIRECT, LOGGED_OUT, SCOPE, USER, PASSWORD)
    with Server(folders["crowd"], limits) as server:
        alone, crowd = server_side.measure_crowd(server, progress, *flow)
        account = json.loads(timed([APP, "admin", *server.options()[:4], "--json"])[1].stdout)
        appeared = {
            "on the administrator's list": server_side.measure_appearance(server, account["name"], account["password"], progress),
            "in the app's panel Messages": server_side.measure_panel(Server(folders["panel"]), [APP], ENV, progress)}
    print(f"whole flows: {alone:.1f}/s of one client, {crowd:.1f}/s of {server_side.CROWD} at once, {crowd / alone:.2f} x")
    for place, (median, longest) in appeared.items():
        print(f"an exchange is {place} {median:.1f} ms after its answer, {longest:.1f} ms at most{missed(longest < 200, 'under 200 ms')}")
    with Server(folders["class"]) as server:
        progress(f"a class of {server_side.CLASS}")
        took = server_side.measure_flows(server, server_side.CLASS, server_side.CLASS, *flow)
    print(f"class: {server_side.CLASS} devices did the whole flow at once, all of them, in {took:.1f} s")


PARTS = ("start", "screens", "panels", "gallery", "flow", "client", "keystore", "keys", "server")


def main():
    parts = sys.argv[1:] or list(PARTS)
    if any(part not in PARTS for part in parts):
        sys.exit(f"bench: the parts are {', '.join(PARTS)}")
    if not (BIN / "dcr-terminal").exists():
        sys.exit(f"bench: {APP} does not exist\nhint: make bench builds it")
    table = Table()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="dcr-bench-"))
    try:
        if parts != ["server"]:
            with Server(folder) as server:
                if "start" in parts:
                    measure_start(table)
                if "screens" in parts:
                    measure_screens(table, folder, server)
                if "panels" in parts:
                    measure_panels(table)
                if "gallery" in parts:
                    measure_gallery(table, folder)
                if "flow" in parts or "keystore" in parts:
                    measure_flow(table, folder, server)
                if "client" in parts:
                    measure_client(table, folder, server)
                table.add("server: resident memory", resident(server.process.pid), "python", resident(os.getpid()), "MB")
                if "keystore" in parts:
                    measure_keystore(table, folder, server)
                if "keys" in parts:
                    measure_keys(table, folder)
                    measure_element(table, folder)
            print(f"release build, {os.cpu_count()} cores, medians of {ROUNDS} runs ({KEYS * 2} keys), programs alternating")
            table.show()
            if "keys" in parts:
                measure_keyed_requests(folder)
        if "server" in parts:
            measure_server(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
