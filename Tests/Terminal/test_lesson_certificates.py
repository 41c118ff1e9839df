"""`dcr-terminal lessons certificate` and `verify`: signed by the identity server of a data directory, and valid only there."""
import base64
import hashlib
import hmac
import json
import os
import shutil
import time

import pytest

from codes import codes
from labs import LESSONS, small_lab, write_lesson, write_progress
from phone import Phone
from session import succeeded
from test_lesson_reports import BEGUN, DONE, LAB, Page
from test_serve_life import get, key_ids, serving


@pytest.fixture
def school(phone):
    """A data directory whose identity server has run, with one finished lesson."""
    with serving(phone):
        pass
    write_progress(phone, {LAB: DONE, "tour": BEGUN})
    return phone


def certify(phone, name="Ada Lovelace", *arguments):
    """The signed form of a certificate."""
    status, output, errors = phone.command("lessons certificate", "--for", name, *arguments)
    assert (status, errors) == (0, ""), errors
    page, signed = (phone.folder / line for line in output.splitlines())
    assert (page.suffix, signed.suffix) == (".html", ".jws")
    return signed.read_text().strip()


def verify(phone, text):
    file = phone.folder / "presented.jws"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return phone.command("lessons verify --json", file)


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def read(part):
    return json.loads(base64.urlsafe_b64decode(part + "=="))


def assert_refused(answer, code, exit_status=65):
    status, output, errors = answer
    assert (status, output, codes(errors)) == (exit_status, "", [code]), answer


def test_a_device_that_has_done_nothing_gets_none(school):
    for lessons in ({}, {LAB: {**DONE, "complete": False}}, {"gone": DONE}):
        write_progress(school, lessons)
        assert_refused(school.command("lessons certificate --for Ada"), "lessons_none_done")
    write_progress(school, {LAB: DONE})
    assert_refused(school.command("lessons certificate --for Ada --device tablet"), "lessons_none_done")
    assert not list(school.folder.glob("lessons-*"))


def test_where_no_server_ever_ran_nobody_signs(phone):
    write_progress(phone, {LAB: DONE})
    assert_refused(phone.command("lessons certificate --for Ada"), "server_database_missing")
    assert_refused(verify(phone, "a.b.c"), "server_database_missing")
    assert not list(phone.folder.glob("lessons-*")) and not (phone.data / "idsvr").exists()


def test_a_certificate_says_what_the_device_has_kept(school):
    out = school.folder / "class/out"
    before = int(time.time())
    status, output, errors = school.command("lessons certificate", "--out", "class/out", "--for", "Ada Lovelace")
    page, signed = out / "lessons-phone.html", out / "lessons-phone.jws"
    assert (status, errors, output) == (0, "", f"{page}\n{signed}\n")
    assert [path.stat().st_mode & 0o777 for path in (page, signed)] == [0o600, 0o600]
    header, claims, _ = signed.read_text().strip().split(".")
    assert (read(header)["typ"], read(header)["alg"]) == ("dcr-lessons+jwt", "RS256")
    said = read(claims)
    assert before <= said.pop("iat") <= time.time()
    assert said == {
        "name": "Ada Lovelace", "device": "phone", "of": len(LESSONS), "lessons": [{
            "id": LAB, "title": LESSONS[LAB]["title"], "finished": DONE["finished"], "wrongAnswers": 3, "predictions": 3,
            "rightPredictions": 2, "seconds": 61}]}
    # The page says the same and contains the signed form.
    drawn = Page(page)
    assert drawn.active == [] and "default-src 'none'" in drawn.policy and drawn.title == "Ada Lovelace"
    assert drawn.rows[1:] == [[LESSONS[LAB]["title"], "2023-11-14", "2 of 3", "3"]]
    assert f"1 of {len(LESSONS)} lessons" in page.read_text() and signed.read_text().strip() in page.read_text()
    # And so does `verify`.
    status, output, errors = school.command("lessons verify --json", signed)
    assert (status, errors, json.loads(output)) == (0, "", read(claims))
    status, output, errors = school.command("lessons verify", signed)
    first, head, *rows = output.splitlines()
    assert (status, errors) == (0, "") and first.startswith(f"genuine: Ada Lovelace, device phone, 1 of {len(LESSONS)} lessons, ")
    assert [" ".join(row.split()) for row in rows] == [f"{LAB} {LESSONS[LAB]['title']} 2023-11-14T23:13:20Z 3"]


def test_what_a_lesson_no_longer_has_counts_neither_in_the_certificate_nor_in_the_report(school):
    """A trainer has taken a question and a step out of a lesson since."""
    write_lesson(school, "own.json", small_lab(question={"text": "Who?", "choices": ["a", "b"], "right": 1, "why": "So."}))
    guesses = [{"step": step, "said": "nobody", "right": True} for step in (0, 7)]
    answers = [{"question": number, "wrong": number + 1, "right": True} for number in (0, 1)]
    write_progress(school, {"small": {"steps": 1, "complete": True, "predictions": guesses, "answers": answers}})
    [kept] = read(certify(school).split(".")[1])["lessons"]
    assert (kept["wrongAnswers"], kept["predictions"], kept["rightPredictions"]) == (1, 1, 1)
    [row] = json.loads(school.command("lessons report --json")[1])
    assert (row["wrong_answers"], row["predictions"], row["predictions_right"]) == (1, 1, 1)


def test_a_name_is_only_a_name(school):
    for name in ["Jürgen Öztürk-Ångström", 'Ada "the first" O\'Hara', "<script>alert(1)</script> &amp;", "x" * 100, "李 🎓"]:
        status, output, errors = verify(school, certify(school, name))
        assert (status, errors, json.loads(output)["name"]) == (0, "", name)
        page = Page(school.folder / "lessons-phone.html")
        assert (page.title, page.active) == (name, [])


@pytest.mark.parametrize("name", ["", "x" * 101, "Ada\nLovelace", "\x1b[31mAda", "Ada\x7f", "Ada\x85"])
def test_a_name_that_is_none_is_refused(phone, name):
    write_progress(phone, {LAB: DONE})
    assert_refused(phone.command("lessons certificate", "--for", name), "usage", 64)
    assert not list(phone.folder.glob("lessons-*"))


def test_it_is_not_written_where_nobody_may_write(school):
    (school.folder / "file").write_text("")
    assert_refused(school.command("lessons certificate --for Ada", "--out", school.folder / "file/none"), "lesson_report_unwritable", 73)


def with_other(text, place):
    """The text with another character at a position."""
    return text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1:]


def signed_by_nobody(text, **members):
    header, claims, _ = text.split(".")
    return ".".join([part({**read(header), "alg": "none", **members}), claims, ""])


def signed_with_a_password(text, secret=b""):
    header, claims, _ = text.split(".")
    head = part({**read(header), "alg": "HS256"}) + "." + claims
    code = hmac.new(secret, head.encode(), hashlib.sha256).digest()
    return head + "." + base64.urlsafe_b64encode(code).decode().rstrip("=")


def with_better_claims(text):
    header, claims, signature = text.split(".")
    return ".".join([header, part({**read(claims), "name": "Eve"}), signature])


FORGERIES = {
    "payload": lambda text: with_other(text, text.index(".") + 5),
    "signature": lambda text: with_other(text, text.rindex(".") + 5),
    "header": lambda text: with_other(text, 5),
    "claims": with_better_claims,
    "none": signed_by_nobody,
    "none without a key": lambda text: signed_by_nobody(text, kid="nobody"),
    "password": signed_with_a_password,
    "no signature": lambda text: text[:text.rindex(".") + 1],
    "two parts": lambda text: text[:text.rindex(".")],
    "four parts": lambda text: text + ".AAAA",
    "twice": lambda text: text + "\n" + text,
    "cut": lambda text: text[:-8],
    "empty": lambda text: "",
    "binary": lambda text: bytes(range(256)) * 20,
    "large": lambda text: "x" * (257 << 10),
}


def test_what_was_changed_is_not_genuine(school):
    text = certify(school)
    assert verify(school, f"\n {text} \r\n")[0] == 0, "the control failed: it is genuine, whatever blanks stand around it"
    for name, forge in FORGERIES.items():
        status, output, errors = verify(school, forge(text))
        assert (status, output, codes(errors)) == (65, "", ["certificate_not_genuine"]), name


def test_an_id_token_of_the_same_server_is_no_certificate(phone):
    lines = succeeded(phone.flow("--until", "token", "--reveal"))
    [token] = {line["detail"]["id_token"] for line in lines if "id_token" in line.get("detail", {})}
    write_progress(phone, {LAB: DONE})
    text = certify(phone)
    assert read(token.split(".")[0])["kid"] == read(text.split(".")[0])["kid"], "the same key has signed both"
    assert_refused(verify(phone, token), "certificate_not_genuine")
    assert_refused(verify(phone, ".".join([text.split(".")[0], *token.split(".")[1:]])), "certificate_not_genuine")


def test_that_of_another_server_is_not_genuine(school, tmp_path):
    (tmp_path / "other").mkdir()
    other = Phone(tmp_path / "other")
    with serving(other):
        pass
    write_progress(other, {LAB: DONE})
    text = certify(other)
    assert verify(other, text)[0] == 0
    assert_refused(verify(school, text), "certificate_not_genuine")


def test_what_cannot_be_read(school):
    fifo = school.folder / "fifo"
    os.mkfifo(fifo)
    for path in (school.folder / "none.jws", school.folder, fifo, "/dev/null"):
        assert_refused(school.command("lessons verify", path), "certificate_unreadable")


def test_it_stays_genuine_when_the_key_is_changed(school):
    old = certify(school)
    with serving(school, "--rotate-keys") as (_, lines):
        new = certify(school)
        kid = read(new.split(".")[0])["kid"]
        assert kid == lines[0]["rotated_key"] != read(old.split(".")[0])["kid"]
        assert kid in key_ids(school)
        # Also beside the running server.
        assert [verify(school, text)[0] for text in (old, new)] == [0, 0]
    assert [verify(school, text)[0] for text in (old, new)] == [0, 0]




def test_what_stands_behind_a_certificate_is_not_overlooked(school):
    assert_refused(verify(school, certify(school) + "\n" * (256 << 10) + "and more"), "certificate_not_genuine")


def test_a_lesson_that_an_earlier_version_has_completed(school):
    write_progress(school, {LAB: {"steps": 4, "complete": True, "answeredRight": True}})
    certify(school)
    assert "1970" not in (school.folder / "lessons-phone.html").read_text()


def test_a_time_that_never_comes_ends_nothing(school):
    write_progress(school, {LAB: {**DONE, "finished": (1 << 63) - 1}})
    assert school.command("lessons certificate --for Ada")[0] in (0, 65)


# With a key set instead of the data directory.


def keep_keys(phone, server, name="keys.json"):
    """Saves the answer of the server's jwks_uri in a file."""
    with serving(server):
        status, text = get(server, "/oauth/v2/oauth-anonymous/jwks")
    assert status == 200
    return write_keys(phone, text, name)


def write_keys(phone, text, name="keys.json"):
    file = phone.folder / name
    file.write_text(text if isinstance(text, str) else json.dumps(text))
    return file


def verify_with(phone, keys, text):
    file = phone.folder / "presented.jws"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return phone.command("lessons verify --json", "--keys", keys, file)


@pytest.fixture
def stranger(tmp_path):
    """A person without a data directory."""
    (tmp_path / "stranger").mkdir()
    return Phone(tmp_path / "stranger")


def test_a_key_set_takes_the_place_of_the_data_directory(school, stranger):
    text = certify(school)
    keys = keep_keys(stranger, school)
    status, output, errors = verify_with(stranger, keys, f"\n{text}\n")
    assert (status, errors, json.loads(output)) == (0, "", read(text.split(".")[1]))
    status, output, errors = stranger.command("lessons verify", "--keys", keys, stranger.folder / "presented.jws")
    assert (status, errors) == (0, "") and output.startswith("genuine: Ada Lovelace, device phone, ")
    assert not stranger.data.exists(), "nothing is made"
    for name, forge in FORGERIES.items():
        status, output, errors = verify_with(stranger, keys, forge(text))
        assert (status, output, codes(errors)) == (65, "", ["certificate_not_genuine"]), name
    # A public key is not accepted as a password.
    assert_refused(verify_with(stranger, keys, signed_with_a_password(text, keys.read_bytes())), "certificate_not_genuine")


def test_the_key_set_of_another_server_makes_nothing_genuine(school, stranger, tmp_path):
    (tmp_path / "other").mkdir()
    other = Phone(tmp_path / "other")
    with serving(other):
        pass
    text = certify(school)
    assert_refused(verify_with(stranger, keep_keys(stranger, other), text), "certificate_not_genuine")
    # Not even under the right key's id.
    keys = json.loads((stranger.folder / "keys.json").read_text())
    for key in keys["keys"]:
        key["kid"] = read(text.split(".")[0])["kid"]
    assert_refused(verify_with(stranger, write_keys(stranger, keys), text), "certificate_not_genuine")


def test_an_id_token_is_no_certificate_for_a_key_set_either(phone, stranger):
    lines = succeeded(phone.flow("--until", "token", "--reveal"))
    [token] = {line["detail"]["id_token"] for line in lines if "id_token" in line.get("detail", {})}
    assert_refused(verify_with(stranger, keep_keys(stranger, phone), token), "certificate_not_genuine")


def test_a_key_set_that_was_kept_outlives_its_server(school, stranger):
    text = certify(school)
    keys = keep_keys(stranger, school)
    shutil.rmtree(school.data)
    assert verify_with(stranger, keys, text)[0] == 0


KEY = {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "a", "e": "AQAB"}


@pytest.mark.parametrize("text", [
    "", "{", "[]", "{}", {"keys": {}}, {"keys": []}, {"keys": [1]}, {"keys": [KEY]}, {"keys": [{"kty": "oct", "k": "AAAA"}]},
    {"keys": [{**KEY, "n": "AAAA"}]}, " " * (257 << 10)],
    ids=lambda text: str(text)[:40].strip())
def test_what_is_no_key_set_is_named(stranger, text):
    keys = write_keys(stranger, text)
    status, output, errors = verify_with(stranger, keys, "a.b.c")
    assert (status, output, codes(errors)) == (65, "", ["certificate_keys_unusable"]) and str(keys) in errors


def test_a_key_set_that_cannot_be_read(stranger):
    for keys in (stranger.folder / "none.json", stranger.folder, "/dev/null"):
        assert_refused(verify_with(stranger, keys, "a.b.c"), "certificate_keys_unusable")
