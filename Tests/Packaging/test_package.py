"""The package in a clean root, from an upgrade to its removal; then the tarball there. The order matters, and pytest keeps that of the file."""
import gzip
import importlib.machinery
import importlib.util
import re
import shutil
import subprocess

import pytest
from clean_root import BINARIES, ROOT, Session

FLOW = "dcr-terminal flow --username demouser --password-file password.txt"
DATA = "/home/tester/.local/share/dcr-terminal"


def module(name):
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "packaging" / name))
    found = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(found)
    return found


MANUAL = module("manual")
PAGES = [name for name in MANUAL.read_pages() if name != "common"]


# MARK: before it is installed

def test_every_product_is_packaged(programs):
    products = re.findall(r'\.executable\(name: "([^"]+)"', (ROOT / "Package.swift").read_text())
    assert sorted(name for name, _ in programs) == sorted(products)


def test_desktop_entries_and_metadata_are_valid(package, tmp_path):
    subprocess.run(["dpkg-deb", "-x", package, tmp_path], check=True)
    for entry in (tmp_path / "usr/share/applications").iterdir():
        said = subprocess.run(["desktop-file-validate", entry], capture_output=True, text=True)
        assert (said.returncode, said.stdout) == (0, ""), said.stdout
    metadata = next((tmp_path / "usr/share/metainfo").iterdir())
    said = subprocess.run(["appstreamcli", "validate", "--no-net", metadata], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout


def test_the_package_needs_what_both_debians_have(package):
    depends = subprocess.run(["dpkg-deb", "-f", package, "Depends"], capture_output=True, text=True, check=True).stdout
    assert "swift" not in depends
    assert re.search(r"libssl3t64 \([^)]*\) \| libssl3 \(", depends), depends


@pytest.fixture
def older(package, tmp_path, programs):
    """A package of an older version, whose programs only print that."""
    folder = tmp_path / "older"
    subprocess.run(["dpkg-deb", "-R", package, folder], check=True)
    control = folder / "DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*", "Version: 0.9-1", control.read_text(), flags=re.M))
    (folder / "DEBIAN/md5sums").unlink()
    for name, place in programs:
        (folder / "usr" / place / name).write_text("#!/bin/sh\necho older\n")
    (folder / "usr/share/doc/dcr-terminal/only-in-the-older-one").write_text("old\n")
    made = tmp_path / "older.deb"
    subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "--root-owner-group", "--build", folder, made], check=True, capture_output=True)
    return made


# MARK: installing

def test_an_upgrade_replaces_the_older_version_and_a_full_disk_leaves_it_whole(root, older, package, install):
    shutil.copy(older, root.path / "tmp/older.deb")
    root.run("apt-get install -qq --no-install-recommends ./older.deb", root=True, network=True, folder="/tmp", check=True, timeout=300)
    version = "dpkg-query -W -f '${Version} ${db:Status-Status}' dcr-terminal"
    # The programs' disk has no room for the new ones.
    shutil.copy(package, root.path / "tmp/new.deb")
    disk = """
      mkdir -p "$root/mnt/libexec" && mount -t tmpfs -o size=4m tmpfs "$root/mnt/libexec"
      cp -a "$root/usr/libexec/dcr-terminal/." "$root/mnt/libexec/" && mount --bind "$root/mnt/libexec" "$root/usr/libexec/dcr-terminal"
    """
    status, out, errors = root.run(
        f"dpkg -i new.deb; code=$?; {version}; echo; dcr-terminal; /usr/libexec/dcr-terminal/dcr-browser; exit $code",
        root=True, prepare=disk, folder="/tmp")
    assert status != 0 and "No space left" in errors, errors
    assert "0.9-1 installed" in out and out.endswith("older\nolder\n"), out
    install()
    assert " installed" in root.run(version, root=True, check=True)[1]
    assert "older" not in root.run("dcr-terminal --version", check=True)[1]
    assert not (root.path / "usr/share/doc/dcr-terminal/only-in-the-older-one").exists()
    for name in ("older", "new"):
        (root.path / f"tmp/{name}.deb").unlink()


def test_only_what_the_package_says_is_there(installed, programs):
    assert not list(installed.path.glob("usr/**/*swift*.swiftmodule")), "there is a Swift toolchain"
    for name, folder in programs:
        assert (installed.path / "usr" / folder / name).stat().st_mode & 0o111
    assert installed.run("dpkg --verify dcr-terminal", root=True) == (0, "", "")


def test_its_documents_come_with_it(installed):
    list_of_all = installed.run("dcr-terminal docs", check=True)[1]
    assert list_of_all.endswith("are files in /usr/share/dcr-terminal/docs.\n")
    topics = [line.split()[0] for line in list_of_all.split("\n\n")[0].splitlines()]
    assert topics == sorted(path.stem for path in (ROOT / "docs").glob("*.md"))
    for topic in topics:
        assert installed.run(f"dcr-terminal docs {topic}", check=True)[1] == (ROOT / f"docs/{topic}.md").read_text()
    for name in ("lesson.schema.json", "openapi.json", "examples/brand.json", "examples/clients/client.py"):
        installed.run(f"cmp /usr/share/doc/dcr-terminal/docs/{name} /usr/share/dcr-terminal/docs/{name}", check=True)


# MARK: using it

def test_the_whole_flow_runs(registered):
    status, out, errors = registered.run(FLOW + " --json")
    assert status == 0, out + errors
    assert '"step":"logout"' in out.replace(" ", ""), out


def test_the_app_starts_signs_in_and_leaves_the_terminal(installed):
    terminal = installed.terminal(["dcr-terminal", "--device", "seen"])
    with terminal:
        terminal.wait_for("Start Registration").wait_gone("The identity server is starting").press("enter").wait_for("Password")
        terminal.type("demouser").press("tab").type("Password1").press("enter").wait_for("Start Authentication")
        terminal.press("q")
        assert terminal.wait_exit() == 0
        terminal.assert_restored()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_the_manual_renders(installed, page):
    name = page if page == "dcr-terminal" else f"dcr-terminal-{page}"
    file = f"/usr/share/man/man1/{name}.1.gz"
    assert installed.run(f"man --warnings -E UTF-8 -Tutf8 -l {file} >/dev/null") == (0, "", "")
    text = re.sub(".\b", "", installed.run(f"MANWIDTH=100 man {name}", check=True)[1])
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", *MANUAL.SECTIONS]:
        if not (section == "OPTIONS" and page == "dcr-terminal"):
            assert f"\n{section}\n" in text, f"{name} has no {section}"


SHELLS = {
    "bash": (["bash", "--norc", "-i"], ". /usr/share/bash-completion/bash_completion"),
    "zsh": (["zsh", "-f", "-i"], "autoload -Uz compinit && compinit -u -D"),
    "fish": (["fish", "--private"], "function fish_prompt; echo '> '; end"),
}


@pytest.mark.parametrize("shell", SHELLS)
def test_tab_offers_what_this_machine_knows(registered, client, shell):
    command, setup = SHELLS[shell]
    registered.run("mkdir -p " + DATA + "/devices/tablet", check=True)
    with registered.terminal(command) as terminal:
        terminal.rest(0.3).type(setup + "; echo rea''dy").press("enter").wait_for(re.compile("^ready", re.M))
        for typed, offered in [
                ("dcr-terminal gall", "gallery"), ("dcr-terminal flow --reg", "--register-again"), ("dcr-terminal faults show disk-f", "disk-full"),
                ("dcr-terminal flow --device tab", "tablet"), ("dcr-terminal script login-nar", "login-narrow-browser"),
                ("dcr-terminal clients show " + client[:4], client)]:
            terminal.type(typed).press("tab").wait_for(typed.rsplit(" ", 1)[0] + " " + offered)
            # ^U empties the line in every shell.
            terminal.type("\x15").wait_gone(offered)


@pytest.mark.parametrize("shell", SHELLS)
def test_tab_runs_no_name(installed, shell):
    """Of the names in a folder only the harmless one is offered (Tests/Terminal/test_completions.py tests all of them)."""
    command, setup = SHELLS[shell]
    installed.run("""mkdir -p tab && cd tab && mkdir -p '$(touch PWN)' '`touch PWN`' && touch good.json '$(touch${IFS}PWN).json'""", check=True)
    with installed.terminal(command, folder=installed.home + "/tab") as terminal:
        terminal.rest(0.3).type(setup + "; echo rea''dy").press("enter").wait_for(re.compile("^ready", re.M))
        terminal.type("dcr-terminal flow --faults ./").press("tab").wait_for("--faults ./good.json")
    assert installed.run("ls tab")[1].split("\n").count("PWN") == 0


def test_tab_prints_no_error_where_nothing_is(installed):
    for words in ("clients -- positional@0 3 0 dcr-terminal clients show", "run -- --device 3 0 dcr-terminal run --data-dir /none --device"):
        assert installed.run(f"dcr-terminal ---completion {words} ''", folder="/")[2] == ""


# MARK: the examples of the manual

# Programs that run until a person ends them: the last text that they show, and the keys that end them, twice if the app asks.
ENDLESS = {
    "dcr-terminal": ("Start ", "q"), "dcr-terminal run": (re.compile("Start |registrieren"), "qq"), "dcr-terminal run --plain": ("Start Auth", "\x04"),
    "dcr-terminal record": ("Start ", "qq"), "dcr-terminal play": ("Registration", "q"), "dcr-terminal serve": ("https://localhost", "\x03")}
# Examples with an exit status other than 0, because no app waits or no server runs.
ENDS = {
    "dcr-terminal open-uri": 69,
    "dcr-terminal server-test https://localhost:8443/oauth/v2/oauth-anonymous --username": 69}


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_the_manual_run(registered, page):
    registered.run("rm -rf examples && mkdir -p examples && cp password.txt examples/", check=True)
    for name, text in {
            "passphrase.txt": "correct horse battery staple\n", "notes.txt": "notes\n",
            "metadata.json": '{"application_type": "native", "redirect_uris": ["com.example.app:/callback"], "scope": "openid"}',
            "faults.json": registered.run("dcr-terminal faults show disk-full", check=True)[1],
            "cases.json": CASES}.items():
        registered.write("examples/" + name, text)
    folder = registered.home + "/examples"
    # A registration and a session for the examples that need one; the machine's first flow has signed out.
    if page in ("clients", "sessions", "keystore"):
        registered.run(FLOW + " --register-again --until token", check=True, folder=folder)
    for example in MANUAL.examples(page):
        run_example(registered, filled_in(registered, example, folder), folder)


def filled_in(root, example, folder):
    def first(command):
        return root.run(command, check=True, folder=folder)[1].splitlines()[1].split()[0]
    if "CLIENT" in example:
        example = example.replace("CLIENT", first("dcr-terminal clients list"))
    if "SESSION" in example:
        example = example.replace("SESSION", first("dcr-terminal sessions list"))
    return example.replace("BUNDLE", bundle(root, folder)) if "BUNDLE" in example else example


def bundle(root, folder):
    with root.terminal(["dcr-terminal", "--device", "evidence"], folder=folder) as terminal:
        terminal.wait_for("Start Registration").wait_gone("The identity server is starting").type("E").wait_for("evidence-")
        terminal.press("q")
        terminal.wait_exit()
    return root.run(f"ls -t {DATA}/exports/evidence-*.zip", check=True)[1].splitlines()[0]


def run_example(root, example, folder):
    start = max((e for e in ENDLESS if (example + " ").startswith(e + " ")), key=len, default=None)
    if start and (start != "dcr-terminal" or example == start):
        shown, keys = ENDLESS[start]
        with root.terminal(["sh", "-c", "exec " + example], size=(120, 36), folder=folder) as terminal:
            terminal.wait_for(shown).type(keys)
            assert terminal.wait_exit() in (0, 130), f"{example}\n{terminal.text()}"
    else:
        expected = next((status for command, status in ENDS.items() if example.startswith(command)), 0)
        status, out, errors = root.run(example, folder=folder)
        assert status == expected, f"{example} ended with {status}\n{out[-2000:]}\n{errors[-2000:]}"


# MARK: bad input

def test_a_home_that_cannot_be_written_is_one_error_and_loses_nothing(registered):
    before = registered.files(registered.home)
    read_only = 'mount --bind "$root/home/tester" "$root/home/tester" && mount -o remount,ro,bind "$root/home/tester"'
    for command in (FLOW, FLOW + " --device other", FLOW + " --data-dir new"):
        status, out, errors = registered.run(command, prepare=read_only)
        assert status in (69, 73), f"{command}: {status}\n{out}\n{errors}"
        assert [line.split(": ")[0] for line in errors.splitlines()] == ["dcr-terminal", "hint"], errors
        assert "read-only file system" in errors or "readonly" in errors, errors
    assert registered.files(registered.home) == before


@pytest.mark.parametrize("program", ["dcr-browser", "dcr-identity-server"])
def test_without_one_of_its_programs_there_is_a_hint(registered, program):
    status, out, errors = registered.run(FLOW, prepare=f'mount --bind /dev/null "$root/usr/libexec/dcr-terminal/{program}"')
    assert status == 69, out + errors
    assert program in errors and "\nhint: " in errors, errors


# MARK: removal, and the tarball

def test_removal_leaves_the_data_of_users(registered):
    before = registered.files(registered.home)
    registered.run("apt-get purge -qq dcr-terminal", root=True, check=True)
    assert registered.files(registered.home) == before
    left = registered.run("find / -xdev -path /proc -prune -o -path /home -prune -o -name '*dcr-*' -print", root=True)[1]
    assert [line for line in left.splitlines() if not line.startswith("/var/l")] == [], left


def test_the_tarball_runs_from_a_folder_of_the_user(registered, packages):
    archive = next(packages.glob("*.tar.*"))
    shutil.copy(archive, registered.path / "tmp/tarball")
    registered.run("mkdir -p 'my tools' && tar -C 'my tools' -xf /tmp/tarball && rm -rf " + DATA, check=True)
    name = archive.name.split(".tar")[0]
    command = f"'my tools/{name}/bin/dcr-terminal' "
    status, out, errors = registered.run(command + FLOW.removeprefix("dcr-terminal "))
    assert status == 0, out + errors
    assert registered.run(f"man --warnings -M 'my tools/{name}/share/man' dcr-terminal-flow >/dev/null") == (0, "", "")
    with registered.terminal(["sh", "-c", command]) as terminal:
        terminal.wait_for("Start Authentication").press("q")
        assert terminal.wait_exit() == 0


# MARK: make install

def test_install_and_uninstall_leave_nothing(tmp_path):
    def make(target, **more):
        return subprocess.run(
            ["make", target, f"DESTDIR={tmp_path}", "PREFIX=/opt/dcr", f"BINARIES={BINARIES}"], cwd=ROOT, capture_output=True, text=True, **more)
    done = make("install")
    assert done.returncode == 0, done.stderr
    installed = tmp_path / "opt/dcr"
    assert subprocess.run([installed / "bin/dcr-terminal", "--version"], capture_output=True).returncode == 0
    assert gzip.open(installed / "share/man/man1/dcr-terminal-flow.1.gz").read().startswith(b".TH")
    assert "Exec=/opt/dcr/bin/dcr-terminal\n" in (installed / "share/applications/dcr-terminal.desktop").read_text()
    (installed / "bin/mine").write_text("")
    assert make("uninstall").returncode == 0
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["mine"]
    assert "hint: " in make("uninstall").stderr


def test_a_full_disk_leaves_the_former_installation_whole(tmp_path):
    script = f"""
      mount -t tmpfs -o size=4m none {tmp_path} && mkdir -p {tmp_path}/bin && echo former >{tmp_path}/bin/dcr-terminal &&
      BINARIES={BINARIES} packaging/stage "" {tmp_path}; code=$?; find {tmp_path} -type f; cat {tmp_path}/bin/dcr-terminal; exit $code
    """
    done = subprocess.run(["unshare", "--mount", "sh", "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stderr.count("hint: ") == 1 and "cannot be written" in done.stderr, done.stderr
    assert done.stdout == f"{tmp_path}/bin/dcr-terminal\nformer\n"


CASES = """{
 "version": 1, "title": "Ours", "cases": [
  {"id": "OURS-001", "area": "ours", "title": "It starts", "steps": ["Start it"], "expected": ["It starts"], "source": "us"}]}
"""
__all__ = ["Session"]
