"""docs/lesson.schema.json, docs/lessons.md and the program agree: on the program's lessons, on invalid lessons, and on everything that can
be written in one."""
import copy
import json
import pathlib
import re

import jsonschema
import pytest
from labs import LESSONS, small_lab
from phone import ROOT
from session import PATIENCE

SCHEMA = json.loads((ROOT / "docs/lesson.schema.json").read_text())
FILES = sorted(pathlib.Path(ROOT / "Sources/Labs/Lessons").glob("*.json"))
DOCUMENT = (ROOT / "docs/lessons.md").read_text()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

STEP = SCHEMA["properties"]["steps"]["items"]
OPERATION = STEP["properties"]["do"]["items"]
ACTS = {name: part for name, part in OPERATION["properties"].items() if name not in ("expect", "proves", "keep")}


@pytest.mark.parametrize("language", ["de", "sv"])
def test_translations_quote_what_the_server_notes_as_the_screens_have_it(language):
    words = (ROOT / f"Sources/Catalogue/Words/{language}.txt").read_text()
    notes = [(note, shown) for note, shown in re.findall(r"^server-note\.(.+?) = (.+)$", words, re.M) if " " in note and note != shown]
    assert len(notes) > 20
    for name, lesson in LESSONS.items():
        text = json.dumps(lesson["translations"][language], ensure_ascii=False)
        assert [note for note, _ in notes if note in text] == [], name


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert len(FILES) >= 20


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_lesson_of_the_program_fits(path):
    faults = [f"{list(fault.absolute_path)}: {fault.message[:200]}" for fault in VALIDATOR.iter_errors(json.loads(path.read_text()))]
    assert not faults, faults


# Invalid lessons. Each is made from one of the program's own.


def operation(lesson, kind=None):
    return next(operation for step in lesson["steps"] for operation in step.get("do", []) if kind is None or kind in operation)


def add(lesson, **operation):
    """Adds an operation before all others."""
    lesson["steps"][0]["do"].insert(0, operation)


BREAKS = {
    "no-title": lambda lesson: lesson.pop("title"),
    "no-steps": lambda lesson: lesson.update(steps=[]),
    "version": lambda lesson: lesson.update(version=2),
    "unknown": lambda lesson: lesson.update(author="me"),
    "kind": lambda lesson: lesson.update(kind="game"),
    "order": lambda lesson: lesson.update(order=10000),
    "long-title": lambda lesson: lesson.update(title="x" * 61),
    "insecure": lambda lesson: lesson.update(world={"insecure": ["everything"]}),
    "source": lambda lesson: lesson["sources"][0].update(url="http://example.com"),
    "source-name": lambda lesson: lesson["sources"][0].update(name=""),
    "rogue": lambda lesson: lesson.update(world={"rogue": {"lies": {}}}),
    "server": lambda lesson: lesson.update(world={"server": {"adminPort": 1}}),
    "phone": lambda lesson: lesson.update(world={"phone": {"issuer": "https://example.com"}}),
    "api": lambda lesson: lesson.update(world={"phone": {"api": "https://api.example.com/bank"}}),
    "request-nonce": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "nonce": ""}),
    "registration": lambda lesson: lesson.update(world={"phone": {"registration": "push"}}),
    "stop-in-lab": lambda lesson: lesson["steps"][0].update(stop="metadata"),
    "forced-in-lab": lambda lesson: lesson["steps"][0].update(whenForced={"text": "Now."}),
    "predict": lambda lesson: lesson["steps"][0].update(predict={"browser": "No."}),
    "long-predict": lambda lesson: lesson["steps"][0].update(predict={"app": "x" * 401}),
    # Questions and goals.
    "right": lambda lesson: lesson["questions"][0].update(right=0),
    "right-beyond": lambda lesson: lesson["questions"][0].update(right=3, choices=["one", "two"]),
    "right-beyond-behind": lambda lesson: lesson["steps"][0].update(
        question={"text": "Who?", "choices": list("abcd"), "right": 5, "why": "So."}),
    "choices": lambda lesson: lesson["questions"][0].update(choices=["one"]),
    "many-choices": lambda lesson: lesson["questions"][0].update(choices=list("abcdef")),
    "questions": lambda lesson: lesson.update(questions=lesson["questions"] * 3),
    "feedback": lambda lesson: lesson["questions"][0].update(feedback="No."),
    "feedback-of-one": lambda lesson: lesson["questions"][0].update(feedback=["No."]),
    "long-feedback": lambda lesson: lesson["questions"][0].update(feedback=["x" * 401, "", "", ""]),
    "goal-without-facts": lambda lesson: lesson["goals"][0].update(expect={}),
    "goal-of-an-unknown-fact": lambda lesson: lesson["goals"][0].update(expect={"tokens": 1}),
    "goal-user": lambda lesson: lesson["goals"][0].update(user="root"),
    "goals": lambda lesson: lesson.update(goals=lesson["goals"] * 3),
    # Operations.
    "operation": lambda lesson: operation(lesson).update(dance={}),
    "no-operation": lambda lesson: add(lesson, expect={"result": "ok"}),
    "two-operations": lambda lesson: operation(lesson).update(inspect={}),
    "proves": lambda lesson: operation(lesson).update(proves="nothing"),
    "keep-name": lambda lesson: operation(lesson).update(keep={"my code": "code"}),
    "keep-nothing": lambda lesson: operation(lesson).update(keep={"code": ""}),
    "device": lambda lesson: operation(lesson, "app")["app"].update(device="-1"),
    "until": lambda lesson: operation(lesson, "app")["app"].update(until="lunch"),
    "both-redirects": lambda lesson: operation(lesson, "app")["app"].update(stolen=True, forged="io.curity.dcrclient:/callback?code=1"),
    "software": lambda lesson: operation(lesson, "app")["app"].update(softwareId=""),
    "app-rogue": lambda lesson: operation(lesson, "app")["app"].update(rogue=True),
    "browser-rogue": lambda lesson: operation(lesson, "browser")["browser"].update(rogue={"rewrites": {"scope": "dcr"}}),
    "loot": lambda lesson: add(lesson, loot={}),
    "receiver": lambda lesson: operation(lesson, "browser")["browser"].update(receiver="server"),
    "checks": lambda lesson: operation(lesson, "browser")["browser"].update(checks=["nonce"]),
    "password": lambda lesson: operation(lesson, "browser")["browser"].update(password=["Password1"]),
    "no-password": lambda lesson: operation(lesson, "browser")["browser"].update(password=""),
    "no-address": lambda lesson: operation(lesson, "browser")["browser"].pop("parameters"),
    "two-addresses": lambda lesson: operation(lesson, "browser")["browser"].update(page="{issuer}"),
    "other-page": lambda lesson: add(lesson, browser={"device": "a", "page": "https://example.com/{issuer}"}),
    "no-page": lambda lesson: add(lesson, browser={"device": "a", "page": ""}),
    "page-and-receiver": lambda lesson: add(lesson, browser={"device": "a", "page": "{issuer}", "receiver": "app"}),
    "page-and-forged": lambda lesson: add(lesson, browser={"device": "a", "page": "{issuer}", "forged": "a.b:/c?code=1"}),
    "page-and-checks": lambda lesson: add(lesson, browser={"device": "a", "page": "{issuer}", "checks": []}),
    "page-and-rogue": lambda lesson: add(lesson, browser={"device": "a", "page": "{issuer}", "rogue": False}),
    "embedded": lambda lesson: operation(lesson, "browser")["browser"].update(embedded="yes"),
    "request-rogue": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "by": "rogue"}),
    "browser-by-rogue": lambda lesson: operation(lesson, "browser")["browser"].update(by="rogue"),
    "copies": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "copies": 0}),
    "other-server": lambda lesson: add(lesson, request={"method": "GET", "url": "https://example.com"}),
    "two-bodies": lambda lesson: add(lesson, request={"method": "POST", "url": "{issuer}", "form": {}, "json": {}}),
    "basic": lambda lesson: add(lesson, request={"method": "POST", "url": "{issuer}", "basic": ["id"]}),
    "basic-name": lambda lesson: add(lesson, request={"method": "POST", "url": "{issuer}", "basic": {"id": "secret"}}),
    "two-tokens": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "bearer": "a", "dpop": "b"}),
    "proof": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "proof": 7}),
    "proof-of-nobody": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "proof": {"claims": {}}}),
    "proof-of-a-client": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "proof": {"device": "a", "client": "b"}}),
    "proof-ahead": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "proof": {"device": "a", "ahead": -1}}),
    "proof-claims": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "proof": {"device": "a", "claims": {"aud": []}}}),
    "assertion-of-nobody": lambda lesson: add(lesson, request={
        "method": "POST", "url": "{issuer}", "form": {}, "assertion": {"device": "a"}}),
    "assertion-without-form": lambda lesson: add(lesson, request={
        "method": "POST", "url": "{issuer}", "assertion": {"device": "a", "client": "b"}}),
    "caught": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "caught": 1}),
    "make": lambda lesson: add(lesson, keys={"device": "a", "make": "gold"}),
    "keys-of-nobody": lambda lesson: add(lesson, keys={"make": "dpop"}),
    "policy": lambda lesson: add(lesson, administer={"policies": {"insecure": {"withoutPKCE": True}}}),
    "policies-and-revoke": lambda lesson: add(lesson, administer={"policies": {}, "revoke": "x"}),
    "profile": lambda lesson: lesson.update(world={"phone": {"profile": "fapi-3.0"}}),
    "client-authentication": lambda lesson: lesson.update(world={"phone": {"clientAuthentication": "handshake"}}),
    "file": lambda lesson: add(lesson, copy={"from": "a", "to": "b", "files": ["/etc/passwd"]}),
    "passphrase": lambda lesson: add(lesson, keystore={"device": "a", "protect": True}),
    "end-sessions": lambda lesson: add(lesson, administer={"endSessions": "root"}),
    "end-and-revoke": lambda lesson: add(lesson, administer={"endSessions": "jd", "revoke": "x"}),
    "metadata-alone": lambda lesson: add(lesson, administer={"metadata": {}}),
    "template-alone": lambda lesson: add(lesson, administer={"template": "mobile-dcr-template-client"}),
    "inspect-user": lambda lesson: add(lesson, inspect={"user": "root"}),
    "clock": lambda lesson: add(lesson, clock={"of": "church", "ahead": 1}),
    "clock-back": lambda lesson: add(lesson, clock={"ahead": -1}),
    "translations": lambda lesson: lesson.update(translations={"de": "Deutsch"}),
    "translation-tag": lambda lesson: lesson.update(translations={"de AT": {}}),
}

BREAKS_OF_TOURS = {
    "tour-goals": lambda tour: tour.update(goals=copy.deepcopy(LESSONS["forged-state"]["goals"])),
    "tour-no-stop": lambda tour: tour["steps"][0].pop("stop"),
    "tour-stop": lambda tour: tour["steps"][0].update(stop="bus"),
    "tour-do": lambda tour: tour["steps"][0].update(do=[]),
    "tour-predict": lambda tour: tour["steps"][0].update(predict={"app": "No."}),
    "tour-forced": lambda tour: tour["steps"][0].update(whenForced={"title": "Now"}),
    "tour-forced-do": lambda tour: tour["steps"][0].update(whenForced={"text": "Now.", "do": []}),
}

# Rules that a schema cannot express.
BREAKS_OF_THE_PROGRAM = {
    "variable": lambda lesson: add(lesson, request={"method": "GET", "url": "{nobody}"}),
    "variable-in-a-page": lambda lesson: add(lesson, browser={"device": "a", "page": "{nobody}"}),
    "variable-of-rogue": lambda lesson: add(lesson, request={"method": "GET", "url": "{rogue}"}),
    "lifetime": lambda lesson: lesson.update(world={"server": {"lifetimes": {"code": -1}}}),
    "redirect": lambda lesson: lesson.update(world={"phone": {"redirectUri": "nowhere"}}),
    "policy-value": lambda lesson: add(lesson, administer={"policies": {"dpopNonce": "sometimes"}}),
    "variable-in-a-claim": lambda lesson: add(lesson, request={
        "method": "GET", "url": "{issuer}", "proof": {"device": "a", "claims": {"nonce": "{nobody}"}}}),
    "accounts-without-an-api": lambda lesson: operation(lesson, "app")["app"].update(until="accounts"),
    "payment-without-an-api": lambda lesson: operation(lesson, "app")["app"].update(until="payment"),
    "variable-in-a-nonce": lambda lesson: add(lesson, request={"method": "GET", "url": "{issuer}", "nonce": "{nobody}"}),
    "fault": lambda lesson: operation(lesson, "app")["app"].update(faults=[{"endpoint": "token", "defect": "hunger"}]),
    "feedback-count": lambda lesson: lesson["questions"][0].update(feedback=["No.", ""], choices=["one", "two", "three"], right=2),
    "feedback-lines": lambda lesson: lesson["questions"][0].update(feedback=["No.\n", "", "", ""]),
    "translation-place": lambda lesson: lesson["translations"]["de"].update(order=3),
    "translation-name": lambda lesson: lesson["translations"]["de"].update(sources=[{"name": "Quelle"}]),
    "translation-of-nothing": lambda lesson: lesson["translations"]["de"]["steps"][-1].update(whenForced={"text": "Jetzt."}),
    "translation-count": lambda lesson: lesson["translations"]["de"]["steps"].pop(),
    "translation-feedback": lambda lesson: lesson["translations"]["de"]["questions"][0]["feedback"].pop(),
    "translation-choices": lambda lesson: lesson["translations"]["de"]["questions"][0]["choices"].pop(),
    "translation-length": lambda lesson: lesson["translations"]["sv"].update(title="x" * 61),
}


def test_what_one_refuses_the_other_refuses(phone, tmp_path):
    def write(name, base, change=lambda lesson: None):
        lesson = {**copy.deepcopy(LESSONS[base]), "id": name}
        assert VALIDATOR.is_valid(lesson)
        change(lesson)
        (tmp_path / f"{name}.json").write_text(json.dumps(lesson))
        return lesson

    for base, breaks in (("forged-state", BREAKS), ("tour", BREAKS_OF_TOURS)):
        for name, change in breaks.items():
            assert not VALIDATOR.is_valid(write(name, base, change)), f"the schema takes {name}"
    for name, change in BREAKS_OF_THE_PROGRAM.items():
        assert VALIDATOR.is_valid(write(name, "forged-state", change)), f"the schema can say {name}"
    broken = [*BREAKS, *BREAKS_OF_TOURS, *BREAKS_OF_THE_PROGRAM]
    write("fine", "forged-state")
    write("fine-tour", "tour")
    status, output, errors = phone.command("lessons check", *(tmp_path / f"{name}.json" for name in [*broken, "fine", "fine-tour"]))
    assert status == 65
    for name in broken:
        assert f"{tmp_path}/{name}.json, line " in errors, f"the program takes {name}"
    assert [line.split(":")[0] for line in output.splitlines()] == ["fine", "fine-tour"], output + errors


def test_the_program_and_the_schema_know_the_same_choices(phone, tmp_path):
    """The program lists the choices if one is wrong."""
    def wrong(name, lesson):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(lesson))
        return set(re.search(r"should be one of (.*)", phone.command("lessons check", file)[2]).group(1).split(", "))

    tour = copy.deepcopy(LESSONS["tour"])
    tour["steps"][0]["stop"] = "bus"
    assert wrong("stop", tour) == set(STEP["properties"]["stop"]["enum"])

    def of_operation(**operation):
        return small_lab(steps=[{"title": "Ask", "text": "It.", "do": [operation]}])

    app = ACTS["app"]["properties"]
    assert wrong("until", of_operation(app={"device": "a", "until": "lunch"})) == set(app["until"]["enum"])
    assert wrong("proves", of_operation(inspect={}, proves="nothing")) == set(OPERATION["properties"]["proves"]["enum"])
    assert wrong("insecure", small_lab(world={"insecure": ["all"]})) == set(
        SCHEMA["properties"]["world"]["properties"]["insecure"]["items"]["enum"])
    # For an object with an unknown member it lists the members.
    assert wrong("make", of_operation(keys={"device": "a", "make": "gold"})) == set(ACTS["keys"]["properties"]["make"]["enum"])
    file = tmp_path / "policies.json"
    file.write_text(json.dumps(of_operation(administer={"policies": {"x": "y"}})))
    policies = ACTS["administer"]["properties"]["policies"]["properties"]
    assert phone.command("lessons check", file)[2].splitlines()[0].endswith("one of " + ", ".join(sorted(policies)))
    for place, known in {"server": "server", "phone": "phone"}.items():
        names = SCHEMA["properties"]["world"]["properties"][known]["properties"]
        file = tmp_path / f"{place}.json"
        file.write_text(json.dumps(small_lab(world={place: {"x": 1}})))
        assert phone.command("lessons check", file)[2].splitlines()[0].endswith("one of " + ", ".join(sorted(names)))


# The document.

CODE = re.compile(r"```.*?```", re.S)
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOCUMENT, re.S)]
LABS_OF_THE_DOCUMENT = [example for example in EXAMPLES if "version" in example]
OPERATIONS_OF_THE_DOCUMENT = [example for example in EXAMPLES if "version" not in example]

def words(text):
    return set(re.findall(r"`([^`\n]+)`", text))


def tables(head):
    """The first cells of tables whose first heading matches this pattern, by heading."""
    found = {}
    for name, rows in re.findall(rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", DOCUMENT, re.M):
        assert name not in found, f"two tables of {name}"
        found[name] = [row.split("|")[1] for row in rows.splitlines()]
    return found


def said(part):
    """Every member's name and every value of a list in the schema."""
    if isinstance(part, dict):
        for name, inner in part.get("properties", {}).items():
            yield name
            yield from said(inner)
        yield from (value for value in part.get("enum", []) if isinstance(value, str))
        for name in ("items", "additionalProperties", "anyOf", "oneOf", "allOf", "$defs"):
            inner = part.get(name, [])
            for item in inner if isinstance(inner, list) else inner.values() if name == "$defs" else [inner]:
                yield from said(item)


def in_examples(value):
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from in_examples(inner)
    elif isinstance(value, list):
        for item in value:
            yield from in_examples(item)
    elif isinstance(value, str):
        yield value


def test_the_document_says_everything_that_the_schema_has():
    named = words(CODE.sub("", DOCUMENT)) | set(in_examples(EXAMPLES))
    names = set(said(SCHEMA))
    assert len(names) > 100
    assert sorted(names - named) == []


def test_the_document_knows_the_variables(phone, tmp_path):
    def known(name, world):
        file = tmp_path / f"{name}.json"
        step = {"title": "Ask", "text": "It.", "do": [{"request": {"method": "GET", "url": "{nobody}"}}]}
        file.write_text(json.dumps(small_lab(steps=[step], world=world)))
        return set(re.search(r"a variable that is known here: (.*)", phone.command("lessons check", file)[2]).group(1).split(", "))

    cells = [{word.strip("{}") for word in words(cell)} for cell in tables("(variable)")["variable"]]
    assert set().union(*cells) == known("rogue", {"rogue": True})
    assert known("rogue", {"rogue": True}) - known("honest", {}) == cells[-1]


def test_the_document_knows_what_an_operation_proves():
    cells = tables("(`proves`)")["`proves`"]
    assert [words(cell) for cell in cells] == [{name} for name in OPERATION["properties"]["proves"]["enum"]]


@pytest.mark.parametrize("lesson", LABS_OF_THE_DOCUMENT, ids=lambda lesson: lesson["id"])
def test_an_example_is_a_lesson_that_comes_out_as_it_says(phone, lesson, tmp_path):
    assert not list(VALIDATOR.iter_errors(lesson))
    file = tmp_path / f"{lesson['id']}.json"
    file.write_text(json.dumps(lesson))
    status, output, errors = phone.command("lessons check", file, "--run", timeout=PATIENCE * 10)
    assert (status, errors) == (0, ""), output
    # The document's output, except for the ids that differ each time.
    shown = DOCUMENT.split(f"$ dcr-terminal lessons check {lesson['id']}.json --run\n")[1].split("```")[0]
    plain = [re.sub(r"client_id [0-9a-f-]{36}", "client_id", text) for text in (shown, output)]
    assert plain[0] == plain[1]


def test_an_example_of_an_operation_comes_out_as_it_says(phone, tmp_path):
    """After a login, whose secrets the operation may use."""
    login = {
        "app": {"device": "first", "until": "token"},
        "keep": {"client": "client_id", "secret": "client_secret", "refresh": "refresh_token"}}
    steps = [{"title": "Do it", "text": "It.", "do": [operation]} for operation in [login, *OPERATIONS_OF_THE_DOCUMENT]]
    lesson = small_lab(steps=steps, world={"rogue": True})
    assert len(steps) > 3 and not list(VALIDATOR.iter_errors(lesson))
    file = tmp_path / "operations.json"
    file.write_text(json.dumps(lesson))
    status, output, errors = phone.command("lessons check", file, "--run", timeout=PATIENCE * 10)
    assert (status, errors) == (0, ""), output
