"""What Tab offers in real shells."""
import functools
import json
import os
import pathlib
import subprocess

from phone import APP, BINARIES
from session import PATIENCE, Session, run

FOLDER = pathlib.Path(__file__).parent
SHELLS = ("bash", "zsh", "fish")

# Each would run `touch PWN` if a shell expanded it, or would become an option, or two words.
COMMANDS = [
    "$(touch PWN)", "$(touch${IFS}PWN)", "`touch PWN`", "`touch${IFS}PWN`", "$((PWN=1))", "${PWN:=$(touch PWN)}", "$PWN",
    ";touch PWN;", "&touch PWN&", "|touch PWN", "\ntouch PWN\n", "line\n$(touch PWN)", "<(touch PWN)", "=(touch PWN)", "(touch PWN)",
    "{$(touch PWN),b}", "a'$(touch PWN)'", "a'b", 'a"b', 'a"$(touch PWN)"', "back\\slash", "--allow-programs", "-rf", "*", "?", "[a]",
    "~root", "#comment", "!!", "a:$(touch PWN)", "tab\t$(touch PWN)", "a=b", "%s%n", "\x1b[2J",
]


def fill(folder, endings=("", ".json", ".script", ".cast", ".jws", ".zip"), harmless=("good.json", "good.script", "two words.json", "größe.json")):
    """Creates files of every offered kind and folders with names that act if a shell expands them; and harmless ones."""
    folder.mkdir(parents=True, exist_ok=True)
    for command in COMMANDS:
        (folder / (command + "+")).mkdir()
        for ending in endings:
            (folder / (command + ending)).touch()
    for name in harmless:
        (folder / name).touch()


def is_harmless(folder):
    """Asserts that no name was run."""
    return [path for path in folder.rglob("PWN*")] == []


@functools.cache
def script(shell):
    return subprocess.run([APP, "--generate-completion-script", shell], capture_output=True, text=True, check=True).stdout


@functools.cache
def lines():
    """Every argument and option, as a line typed so far; an option that several commands share, only once. Command and option names are constant
    words: a few lines represent them."""
    help_ = json.loads(subprocess.run([APP, "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout)
    kinds = {}
    for line, kind in _lines(help_["command"], []):
        kinds.setdefault(kind or line, line)
    return ["dcr-terminal ", "dcr-terminal flow -", "dcr-terminal faults ", *kinds.values()]


def _lines(command, before):
    """Each line, with a key that similar lines share, if there is one."""
    words = [*before, command["commandName"]]
    shown = [sub for sub in command.get("subcommands", []) if sub.get("shouldDisplay", True)]
    arguments = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    for argument in arguments:
        if argument["kind"] == "option":
            for name in argument["names"]:
                dashes = "--" if name["kind"] == "long" else "-"
                yield " ".join([*words, dashes + name["name"], ""]), json.dumps([name, argument.get("completionKind")])
        elif argument["kind"] == "positional":
            yield " ".join([*words, "s"]), None
    for sub in shown:
        yield from _lines(sub, words)


def offers(shell, folder, asked, environment):
    """The shell's offers in `folder`, by line."""
    work = folder.parent
    (work / "script").write_text(script(shell))
    environment = {"PATH": f"{BINARIES}:{os.environ['PATH']}", **environment}
    if shell == "zsh":
        out = _of_zsh(folder, work, asked, environment)
    else:
        command = {"bash": ["bash", "--norc"], "fish": ["fish", "--no-config"]}[shell]
        done = subprocess.run(
            [*command, FOLDER / f"offers.{shell}", work / "script"], cwd=folder, input="".join(line + "\n" for line in asked).encode(),
            capture_output=True, timeout=PATIENCE * len(asked), env={"LANG": "C.UTF-8", "TERM": "dumb", **environment},
            start_new_session=True)
        assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode(errors="replace")
        out = done.stdout
    found, line = {}, None
    for word in out.decode(errors="replace").split("\0")[:-1]:
        if word.startswith("> dcr-terminal"):
            line = found[word[2:]] = []
        else:
            line.append(word)
    return found


def _of_zsh(folder, work, asked, environment):
    (work / "lines").write_text("\n".join(asked))
    environment |= {"SCRIPT": str(work / "script"), "LINES_FILE": str(work / "lines"), "OFFERS": str(work / "offers")}
    with Session(["zsh", "-f", "-i"], size=(150, 50), env=environment, cwd=folder) as terminal:
        terminal.type(f"source {FOLDER}/offers.zsh; echo rea''dy").press("enter").wait_for("ready")
        terminal.type("\x14")
        # Each line has the whole time: together they take minutes on a busy machine.
        for number in range(len(asked)):
            terminal.wait_until(lambda: _begun(work / "offers") > number, f"Tab after {asked[number]!r}")
        terminal.wait_for("all is offered")
    return (work / "offers").read_bytes()


def _begun(file):
    """How many lines the shell has begun with."""
    return file.read_bytes().count(b"> dcr-terminal") if file.exists() else 0


__all__ = ["COMMANDS", "SHELLS", "Session", "fill", "is_harmless", "lines", "offers", "run", "script"]
