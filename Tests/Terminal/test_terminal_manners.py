"""Features of modern terminals: used only where the terminal announces them."""
import json
import re

import pytest

QUESTION, MORE = b"\x1b[>0q\x1b[c", b"\x1b[?2026$p\x1b[?1004$p\x1b]11;?\x1b\\\x1b[c"
LIGHT, DARK = b"\x1b]11;rgb:ffff/ffff/f0f0\x1b\\", b"\x1b]11;rgb:1111/1111/1111\x07"


def answer(terminal, name=b"kitty(0.30.0)", background=DARK):
    """The answers of such a terminal, in its order; the last one comes in two pieces, as over a slow line."""
    terminal.wait_until(lambda: QUESTION in terminal.output, "the first question")
    terminal.child.send(b"\x1bP>|" + name + b"\x1b\\\x1b[?62;c")
    terminal.wait_until(lambda: MORE in terminal.output, "the second question")
    terminal.child.send(b"\x1b[?2026;2$y\x1b[?1004;2$y" + background[:9])
    terminal.child.send(background[9:] + b"\x1b[?62;c")
    terminal.wait_until(lambda: b"\x1b[?1004h" in terminal.output, "focus reporting")
    return terminal


def test_a_terminal_that_says_nothing_gets_nothing(phone):
    terminal = phone.start()
    terminal.wait_for("Start Registration").press("2").wait_for("Sequence").press("q")
    assert terminal.wait_exit() == 0
    output = bytes(terminal.output)
    assert QUESTION in output and MORE not in output
    for sequence in (b"?2026", b"?1004h", b"\x1b]"):
        assert sequence not in output, sequence


@pytest.mark.parametrize("words, env", [(["--basic-terminal"], {}), ([], {"TERM": "linux"}), ([], {"TERM": "screen"})], ids=str)
def test_nothing_is_asked_where_it_is_not_wanted(phone, words, env):
    terminal = phone.start(*words, env=env)
    terminal.wait_for("Start Registration").press("q")
    assert terminal.wait_exit() == 0 and b"\x1b[>0q" not in terminal.output


def test_a_terminal_of_today(phone):
    terminal = answer(phone.start())
    terminal.wait_for("Start Registration").press("6").press("tab")
    terminal.wait_until(lambda: b"\x1b[?2026h" in terminal.output, "a picture that is drawn at once")
    assert b"\x1b]2;Curity DCR Demo App (phone)\x1b\\" in terminal.output
    terminal.press("tab").press("q")
    assert terminal.wait_exit() == 0
    output = bytes(terminal.output)
    assert output.count(b"\x1b[?2026h") == output.count(b"\x1b[?2026l")
    # Everything is as it was.
    for sequence in (b"\x1b[23;2t", b"\x1b[?1004l"):
        assert output.rindex(sequence) > output.rindex(b"\x1b]2;")


def test_issuer_and_sections_are_links(phone):
    terminal = answer(phone.start(size=(150, 40)))
    terminal.wait_for("Start Registration").press("3")
    terminal.wait_until(lambda: re.search(rb"\x1b\]8;id=\d+;https://www.rfc-editor.org/rfc/rfc\d+#section-[0-9.]+\x1b\\", terminal.output), "a section")
    terminal.press(",").wait_for("Issuer")
    link = b";" + phone.issuer.encode() + b"\x1b\\"
    terminal.wait_until(lambda: link in terminal.output, "the issuer")
    assert terminal.output.count(b"\x1b]8;id=") == terminal.output.count(b"\x1b]8;;\x1b\\")


def test_the_background_chooses_the_theme_until_somebody_does(phone):
    terminal = answer(phone.start(), background=LIGHT)
    terminal.wait_for("Start Registration").press(",").wait_for("↵ Appearance").press("enter").wait_for("● Light")
    # The user chose nothing, so nothing is saved.
    assert not (phone.data / "preferences.json").exists()
    terminal.press("enter").settle()
    terminal.wait_until(lambda: (phone.data / "preferences.json").exists(), "a choice that is kept")
    chosen = json.loads((phone.data / "preferences.json").read_text())["theme"]
    terminal.close()
    again = answer(phone.start(), background=DARK if chosen == "light" else LIGHT)
    again.wait_for("Start Registration").press(",").wait_for("Appearance")
    assert json.loads((phone.data / "preferences.json").read_text())["theme"] == chosen


def test_a_late_answer_is_typed_nowhere(phone):
    terminal = phone.start()
    terminal.wait_for("Start Registration").press(":").settle()
    terminal.child.send(b"\x1bP>|VTE(7203)\x1b\\\x1b[?62;c\x1b[I\x1b[O")
    terminal.settle()
    assert "VTE" not in "\n".join(terminal.screen.display) and "62" not in terminal.screen.display[-1]


def test_an_answer_that_comes_after_the_end_is_not_typed_into_the_shell(phone):
    """The terminal answers just as the app ends: the rest of its queue would be typed as the next command."""
    terminal = phone.start()
    terminal.wait_until(lambda: QUESTION in terminal.output, "the question")
    terminal.child.send(b"\x03" + b"\x1bP>|VTE(7203)\x1b\\\x1b[?62;c")
    terminal.wait_exit()
    assert b"VTE" not in terminal.output
