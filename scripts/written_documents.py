"""What the programs and their schemas say, as Markdown, for the documents: between a mark `<!-- written by make docs: WHAT -->` and
`<!-- end -->` stands what `WHAT` gives here. scripts/check-docs compares it, and writes it with --write."""
import functools
import json
import math
import os
import pathlib
import re
import ssl
import subprocess
import tempfile
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / ".build/debug"
PLACE = re.compile(r"(<!-- written by make docs: ([^>]+) -->\n)(.*?)(?=^<!-- end -->$)", re.M | re.S)


def said(program, *arguments):
    return subprocess.run([PROGRAMS / program, *arguments], capture_output=True, text=True, check=True).stdout


# Commands and options


@functools.cache
def commands():
    """{"dcr-terminal clients list": (command, {names of options})}, of all programs that people start."""
    found = {}

    def walk(command, path):
        options = {name for a in command.get("arguments", []) for name in names(a)}
        found[" ".join(path)] = (command, options)
        for one in command.get("subcommands", []):
            walk(one, [*path, one["commandName"]])
        # Its name may be left out.
        if command.get("defaultSubcommand"):
            options.update(found[" ".join([*path, command["defaultSubcommand"]])][1])

    for program in ("dcr-terminal", "dcr-identity-server", "dcr-browser"):
        tree = json.loads(said(program, "--experimental-dump-help"))["command"]
        if program == "dcr-identity-server":
            for one in tree.get("subcommands", []):
                if f"dcr-terminal {one['commandName']}" in found and one["commandName"] not in ("serve", "client-test"):
                    walk(one, ["dcr-terminal", one["commandName"]])
        else:
            walk(tree, [program])
    # Options of `run` go to the app that is recorded.
    found["dcr-terminal"][1].update(found["dcr-terminal run"][1])
    found["dcr-terminal record"][1].update(found["dcr-terminal run"][1])
    return found


def names(argument):
    return [("--" if n["kind"] == "long" else "-") + n["name"] for n in argument.get("names", [])]


ALWAYS = {"--version", "--help", "-h"}


def options(path, leave=ALWAYS):
    """A line for each option and argument of a command."""
    for a in commands()[path][0].get("arguments", []):
        if not a["shouldDisplay"] or leave & set(names(a)) or not a.get("abstract"):
            continue
        title = "`" + "`, `".join(names(a) or [a["valueName"].upper()]) + "`"
        if a["kind"] == "option":
            value = a["valueName"]
            title = title[:-1] + f" {value.upper() if value.isalpha() else value}`"
        text = a["abstract"]
        if a.get("allValues"):
            text += f" One of {', '.join(a['allValues'])}."
        if a.get("defaultValue") and "default" not in text:
            text += f" Default: `{a['defaultValue']}`."
        yield f"- {title}: {text}\n"


def all_options():
    """Every command with its options."""
    common = {"--config", "--data-dir", "--device", "--log-file", "--log-level"}
    shared = commands()["dcr-terminal run"][1] & commands()["dcr-terminal flow"][1] - common - ALWAYS
    text = "## Of nearly every command\n\n" + "".join(options("dcr-terminal config show", ALWAYS | {"--json"}))
    text += "\n## Of each command\n"
    for path, (command, _) in commands().items():
        name = path.removeprefix("dcr-terminal ")
        if not path.startswith("dcr-terminal ") or name.startswith("help") or command.get("shouldDisplay") is False or command.get("subcommands"):
            continue
        text += f"\n### {name}\n\n{command.get('abstract', '')}\n"
        if name == "flow":
            text += "\nIt also takes these of `run`: " + ", ".join(f"`{n}`" for n in sorted(shared)) + ".\n"
        if name == "record":
            text += "\nIt also takes the options of `run`.\n"
        own = "".join(options(path, ALWAYS | common | (shared if name == "flow" else set())))
        text += own and "\n" + own
    return text


def in_help(section, command):
    """What stands at the left and at the right in a section of the help of a command, such as "dcr-terminal play"."""
    text = said(*command.split(), "--help").partition(f"{section}:\n")[2]
    return re.findall(r"^ +(\S+(?: \S+)*) {2,}(.*)$", text.partition("\n\n")[0], re.M)


def exit_codes(program):
    return table(["code", "meaning"], in_help("EXIT CODES", program))


def keys_of_program(command):
    return table(["key", "does"], [(" ".join(f"`{key}`" for key in names.split(" ")), does) for names, does in in_help("KEYS", command)])


def presets():
    return table(["preset", "what happens"], [(f"`{one['name']}`", f"{one['title']}. {one['description']}")
                                              for one in json.loads(said("dcr-terminal", "faults", "list", "--json"))["presets"]])


def metrics():
    """The families that a server tells on its administrator's port."""
    with tempfile.TemporaryDirectory() as folder:
        served = subprocess.Popen(
            [PROGRAMS / "dcr-terminal", "serve", "--port", "0", "--admin-port", "0", "--json", "--data-dir", folder, "--config", ROOT / "config.json"],
            stdout=subprocess.PIPE, text=True)
        try:
            ready = json.loads(served.stdout.readline())
            trusted = ssl.create_default_context(cafile=ready["ca"])
            text = urllib.request.urlopen(urllib.parse.urljoin(ready["admin"], "/metrics"), context=trusted).read().decode()
        finally:
            served.terminate()
            served.wait()
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M))
    return table(["family", "what"], [(f"`{name}` ({kinds[name]})", what) for name, what in re.findall(r"^# HELP (\S+) (.*)$", text, re.M)])


def steps(command):
    """The requests of each step of the main job, from an archive that the program writes of it."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "password").write_text("Password1\n")
        said("dcr-terminal", command, "--config", ROOT / "config.json", "--data-dir", f"{folder}/data", "--har", f"{folder}/messages.har",
             "--username", "demouser", "--password-file", f"{folder}/password")
        entries = json.loads(pathlib.Path(folder, "messages.har").read_text())["log"]["entries"]
    rows = {}
    for one in entries:
        rows.setdefault(one["_step"], []).append(f"{one['_from']} → {one['_to']}: {one['_name']}")
    return table(["step", "requests"], [(f"`{step}`", "; ".join(dict.fromkeys(requests))) for step, requests in rows.items()])


def names_in_scripts():
    """What a script can expect by name: the program's own hints to a script that names nothing there is."""
    conditions = ["screen", "state", "sheet", "notice", "panel", "page"]
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "names.script")
        script.write_text("".join(f"expect {one} ?\n" for one in conditions))
        told = subprocess.run([PROGRAMS / "dcr-terminal", "script", "--check", script], capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    hints = re.findall(r"^hint: one of: (.*)$", told.stderr, re.M)
    assert len(hints) == len(conditions), told.stderr
    return table(["condition", "names"], [(f"`{one}`", ", ".join(f"`{name}`" for name in hint.split(", "))) for one, hint in zip(conditions, hints)])


def keys(tool, old):
    """The keys of a tool as footer, help and palette call them; what else there is to say of a key stays."""
    listed = (ROOT / "Tests/ScreensTests/Keys.txt").read_text().split(f"# {tool}\n")[1].split("\n\n")[0].splitlines()
    more = dict(re.findall(r"^\| `(\S+?)`.*? \| .*? \| (.*) \|$", old, re.M))
    rows = [one.split("\t") for one in listed]
    return table(["key", "is called", "does"], [(" ".join(f"`{key}`" for key in found.split(" ")), name, more.get(found.split(" ")[0], ""))
                                               for found, name in rows])


# Members


@functools.cache
def schema(file):
    return json.loads((ROOT / "docs" / file).read_text())


def resolved(rule, root):
    """A rule with what it refers to."""
    while "$ref" in rule:
        rule = {**root["$defs"][rule["$ref"].rpartition("/")[2]], **{name: value for name, value in rule.items() if name != "$ref"}}
    return rule


def at(root, path):
    """What has the members: "steps.[].do" is an entry of that list."""
    rule = root
    for step in path.split(".") if path else ():
        rule = resolved(rule["items"] if step == "[]" else rule["properties"][step], root)
    return rule if "properties" in rule else next(one for one in rule["anyOf"] if "properties" in one)


def bounds(low, high):
    return str(high) if low == high else f"{low} to {high}" if low else f"at most {high}"


def allowed(rule, root):
    """Which values a member may have."""
    rule = resolved(rule, root)
    if "const" in rule or "enum" in rule:
        return ", ".join(f"`{one}`" for one in rule.get("enum", [rule.get("const")]))
    kind = rule.get("type")
    if kind == "boolean":
        return "`true` or `false`"
    if kind == "integer":
        return f"{rule['minimum']} to {rule['maximum']}" if rule.get("maximum", math.inf) < 1_000_000 else "number"
    if kind == "string":
        return "text" + (f" of at most {rule['maxLength']} characters" if "maxLength" in rule else "")
    if kind == "array":
        items = resolved(rule["items"], root)
        chosen = "enum" in items
        kinds = allowed(items, root) if chosen else "objects" if items.get("type") == "object" or "oneOf" in items else "lists" if items.get("type") == "array" else "texts"
        return f"{bounds(rule.get('minItems'), rule['maxItems'])}{' of' if chosen else ''} {kinds}" if "maxItems" in rule else f"list of {kinds}"
    if kind == "object" and 0 < len(rule.get("properties", ())) < 3:
        return "object: " + ", ".join(f"`{name}` ({allowed(part, root)})" for name, part in rule["properties"].items())
    if kind == "object":
        return "object" + (f" of {bounds(rule.get('minProperties'), rule['maxProperties'])} members" if "maxProperties" in rule else "")
    if "anyOf" in rule or "oneOf" in rule:
        return " or ".join(dict.fromkeys(allowed(one, root) for one in rule.get("anyOf", rule.get("oneOf"))))
    return "any JSON"


def members(place):
    """Of an object in a schema: "lesson.schema.json at steps.[] as a step"."""
    place, _, called = place.partition(" as ")
    file, _, path = place.partition(" at ")
    root = schema(file)
    object_ = at(root, path)
    rows = []
    for name, rule in object_["properties"].items():
        if name == "$schema":
            continue
        value = allowed(rule, root)
        default = rule.get("x-default")
        if default is None and "default" in resolved(rule, root):
            default = json.dumps(resolved(rule, root)["default"]).strip('"')
        if name in object_.get("required", ()):
            value += "; required"
        elif default not in (None, "none", "false") and len(rule.get("properties", ())) < 4:
            value += f"; default {default}" if " " in default else f"; default `{default}`"
        rows.append([f"`{name}`", value, resolved(rule, root).get("description", "")])
    together = []
    for row in rows:
        if together and row[2] and together[-1][1:] == row[1:]:
            together[-1][0] += ", " + row[0]
        else:
            together.append(row)
    return table([f"member of {called}" if called else "member", "value", "meaning"], together)


def defects():
    """The defects of a fault file, where each can be, and what it does."""
    root = schema("faults.schema.json")
    rules = root["properties"]["faults"]["items"]["oneOf"]
    everywhere = {one for rule in rules if rule["properties"]["defect"].get("const") == "latency" for one in rule["properties"]["endpoint"]["enum"]}
    pages = {"authorize", "logout"}
    requests = everywhere - pages - {"keystore", "secure-element", "browser"}

    def where(ends):
        for group, text in ((everywhere, "all"), (requests | pages, "every request and every page"), (requests, "every request")):
            missing = group - set(ends)
            if not set(ends) - group and len(missing) < 2:
                return text + "".join(f" but `{one}`" for one in missing)
        return ", ".join(f"`{one}`" for one in ends)

    rows = []
    for rule in rules:
        parts = rule["properties"]
        kinds = ", ".join(f"`{one}`" for one in parts["defect"].get("enum", [parts["defect"].get("const")]))
        more = [f"`{name}`" + ("" if name in ("value", "kind") else f" ({'' if name in rule['required'] else 'if wanted: '}{allowed(part, root)})")
                for name, part in parts.items() if name not in ("endpoint", "defect", "times", "after")]
        rows.append((kinds + (" with " + ", ".join(more) if more else ""), where(parts["endpoint"]["enum"]), rule["description"]))
    return table(["defect", "where", "what happens"], rows)


def refused(member):
    """The names that an object of the configuration refuses."""
    return ", ".join(f"`{name}`" for name in schema("config.schema.json")["properties"][member]["propertyNames"]["not"]["enum"]) + "\n"


KINDS = {"passive": "", "active": "**active**: ", "person": "**with a person**: "}
ASKED = " A person is asked."


def client_checks():
    """What a client has to do, and what the server does to find out: an active check gives a wrong answer, and a person may be asked."""
    checks = json.loads((ROOT / "Sources/IdentityServer/ClientChecks/checks.json").read_text())["checks"]
    return table(["check", "what it is about", "what the server does", "careful", "careless", "which is", "source"], [
        (f"`{one['id']}`", one["about"], KINDS[one["kind"]] + one["how"] + ASKED * ("question" in one and one["kind"] != "person"), one["careful"], one["careless"],
         "failed" if one["level"] == "must" and one.get("certain", True) else "warning", one.get("source", "")) for one in checks])


def server_checks():
    """What `server-test` checks."""
    checks = json.loads((ROOT / "Sources/ServerTest/Checks/server-checks.json").read_text())["checks"]
    return table(["check", "what it is about", "what is sent", "careful", "careless", "does", "which is", "source"], [
        (f"`{one['id']}`", one["about"], one["sent"], one["careful"], one["careless"], " ".join(one["do"]),
         "failed" if one["level"] == "must" else "warning", one.get("source", "")) for one in checks])


def errors(which):
    """Codes of errors, with exit code and words: "client_key_lost, secure_element" is one, and those that begin with `secure_element_`."""
    found = {}
    for line in (ROOT / "Sources/Catalogue/Words/en.txt").read_text().splitlines():
        if match := re.match(r"error\.(\w+)\.(\w+) = (.*)", line):
            found.setdefault(match.group(1), {})[match.group(2)] = match.group(3)
    rows = []
    for one in which.split(", "):
        for code in [one] if one in found else sorted(code for code in found if code.startswith(one + "_")):
            text = re.sub(r"\{(\w+)\}", r"*\1*", f"{found[code]['title']}: {found[code]['explanation']}")
            rows.append([f"`{code}`", found[code]["exit"], text.removesuffix(": *detail*")])
    return table(["code", "exit code", "what is said"], rows)


# Commits


def changes(_, old):
    """Which files a change of each kind touched: the latest commit with a line `Change: KIND` in its message. Without a history nothing is new."""
    git = ["git", "-C", ROOT, "log", "--format=%x00%(trailers:key=Change,valueonly)", "--name-status", "--no-renames", "--grep=^Change: "]
    told = subprocess.run(git, capture_output=True, text=True, check=False)
    rows = {}
    for one in told.stdout.split("\0")[1:]:
        kind, *changed = [line for line in one.splitlines() if line]
        swift, beside = [], []
        for state, file in (line.split("\t") for line in changed):
            path = pathlib.PurePath(file)
            inside = pathlib.PurePath(*path.parts[1:])
            if path.parts[0] != "Sources":
                beside.append(f"`{path.parts[0]}`")
            elif "Words" in path.parts:
                beside.append("words")
            else:
                room = next(one for one in inside.parents if (ROOT / "Sources" / one).exists())
                shown = f"a new file in `{room}`" if state == "A" else f"`{today(inside).with_suffix('') if path.suffix == '.swift' else inside}`"
                (swift if path.suffix == ".swift" else beside).append(shown)
        swift = [one for place, one in enumerate(swift) if one.startswith("a new") or one not in swift[:place]]
        rows.setdefault(kind, (kind, ", ".join(swift) or "none", len(swift), ", ".join(sorted(set(beside), key=lambda one: one.lower()))))
    return table(["what", "Swift files under `Sources`", "number", "beside them"], [rows[kind] for kind in sorted(rows)]) if rows else old


def today(inside):
    """Where a Swift file's type stands today: the file itself, or the one that it was joined with."""
    if (ROOT / "Sources" / inside).exists():
        return inside
    files = sorted((ROOT / "Sources" / inside.parts[0]).rglob("*.swift"))
    for kinds in ("struct|enum|class|actor|protocol", "extension"):
        declared = re.compile(rf"^ *(?:(?:public|package|final) )*(?:{kinds}) {inside.stem}\b", re.M)
        for file in files:
            if declared.search(file.read_text()):
                return file.relative_to(ROOT / "Sources")
    return inside


# Markdown


def contents(file):
    return f"```json\n{(ROOT / file).read_text()}```\n"


def table(heads, rows):
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line).replace("|  |", "| |") + " |\n" for line in lines).replace("| --- ", "|---").replace("--- |", "---|")


@functools.cache
def heading(file, anchor, slug):
    found = re.findall(r"^#+ (.*)$", (ROOT / "docs" / file).read_text(), re.M)
    return next((one for one in found if slug(one) == anchor), anchor).replace("`", "")


def linked(text, document, slug):
    """docs/life.md#end as a link, whose text is that heading."""
    def link(match):
        file, anchor = match.group(1), match.group(2)
        shown = heading(file, anchor, slug) if anchor else file
        return f"[{shown}]({'' if file == document and anchor else file}{'#' + anchor if anchor else ''})"

    return re.sub(r"docs/([\w-]+\.md)(?:#([\w-]+))?", link, text)


WRITERS = {
    "options": all_options, "options of": lambda path: "".join(options(path)), "exit codes of": exit_codes, "keys of": keys_of_program, "steps of": steps,
    "presets": presets, "metrics": metrics, "names in scripts": names_in_scripts, "defects": defects, "members of": members,
    "refused members of": refused, "contents of": contents, "errors of": errors, "client checks": client_checks, "server checks": server_checks,
}


def written(what, old):
    """What stands at a mark, such as "options of dcr-browser"."""
    kind, of, rest = what.partition(" of ")
    if kind == "keys" and not rest.startswith("dcr-"):
        return keys(rest, old)
    if kind == "changes":
        return changes(rest, old)
    return WRITERS[kind + of.rstrip()](*filter(None, [rest]))
