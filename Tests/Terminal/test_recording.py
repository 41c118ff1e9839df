"""`record` and `play`: a session in a file that others can play, without any secret."""
import json
import os
import re
import shutil
import signal
import subprocess
import uuid

import pytest
from casts import Recording
from leaks import assert_none_leaks, claims_of, cookie_values, known_secrets, logged, most_verbose, token_like
from harness.controls import stray_controls
from masks import masked
from phone import (
    APP, PASSWORD, REFRESH, START_AUTHENTICATION, START_REGISTRATION, USER, log_in, register)
from session import Session, run, wait_ended

@pytest.fixture
def cast(phone):
    return phone.folder / "demo.cast"


def record(phone, cast, *arguments, **options):
    terminal = Session(
        [APP, "record", cast, *phone.options(), *arguments], env=phone.environment(None), cwd=phone.folder, **options)
    phone.terminals.append(terminal)
    return terminal


def play(phone, cast, *arguments, **options):
    terminal = Session([APP, "play", cast, *arguments], env=phone.environment(None), cwd=phone.folder, **options)
    phone.terminals.append(terminal)
    return terminal


def write(cast, *events, width=60, height=10, **members):
    header = {"version": 2, "width": width, "height": height, **members}
    cast.write_text("".join(json.dumps(line) + "\n" for line in (header, *events)))


# Recording.


def test_the_main_job_is_recorded_without_its_secrets(phone, cast):
    """Presses every key that could reveal something; the recording's last picture equals the screen's."""
    terminal = record(phone, cast, *most_verbose(phone))
    terminal.wait_for(START_REGISTRATION).wait_gone("The identity server is starting").press("enter")
    log_in(terminal)
    terminal.wait_for("Send It").press("enter")
    terminal.wait_for(START_AUTHENTICATION).press("enter").wait_for("Press any key").press("space").wait_for(REFRESH, USER)
    for key in ("r", "P", "r"):
        terminal.press(key).settle()
    terminal.press("1", "tab", "home", "enter").wait_for("penid-configuration", "200 OK")
    for key in ("r", "down", "down", "down", "pagedown"):
        terminal.press(key).settle()
    terminal.press("escape").press("2").press("r").settle().press("4").wait_for("this phone")
    terminal.press("tab").press("p").wait_for("Userinfo", "Demo User").press("r").settle()
    terminal.press("escape").wait_for(REFRESH)
    terminal.settle(0.3)
    secrets, cookies = known_secrets(phone), cookie_values(phone)
    live = terminal.text()
    terminal.press("q").wait_for("Quit now?").press("q").ends()
    assert "Recorded" in terminal.text() and "Play it with: dcr" in terminal.text()

    assert cast.stat().st_mode & 0o777 == 0o600
    recording = Recording(cast)
    assert (recording.header["width"], recording.header["height"]) == (110, 30)
    assert recording.header["env"] == {"TERM": "xterm-256color"}
    screens = list(recording.screens())
    assert live in screens, "the recording does not show what was seen last"
    assert any("You have left the app" in screen for screen in screens), "the browser is in it"

    # Each part of the show has its marker, after the part's first picture.
    shown, markers = "", {}
    for (_, kind, data), screen in zip(recording.events, screens, strict=True):
        if kind == "m":
            markers[data] = shown
        shown = screen
    assert "3 of 10 · First login, outside the app" in markers and "10 of 10 · Signed in" in markers, list(markers)
    assert all(name in screen for name, screen in markers.items())
    assert "marker" not in recording.output and "_dcr" not in recording.output
    assert b"dcr-terminal-marker" not in terminal.raw

    # Neither the input nor any secret is in the file, in the recorded output, on any of its screens, or in the log of app and server,
    # however verbose they are.
    assert len(secrets) >= 3
    log = logged(phone)
    screens = [("a screen", screen) for screen in set(screens)]
    assert_none_leaks(
        [("the recording", recording.output), ("the log", log), *screens], secrets | cookies, claims_of(secrets))
    assert_none_leaks([("the file", cast.read_text())], secrets | cookies, allowed=None)
    # A revealed token as the phone shows it, and a client id.
    assert token_like("│ 7f1da7f6-PBXQAJWesqOr7x2WILvU50ts3F3 │") and not token_like(str(uuid.uuid4()))
    for name in (str(phone.folder), os.uname().nodename):
        # As a whole word: a short name may occur in a random value.
        named = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
        shown = next((screen for _, screen in screens if named.search(screen)), None)
        assert not named.search(recording.output), f"{name} is in the recording:\n{shown}"

    # If asciinema is installed, it reads the file, too.
    done = subprocess.run(["sh", "-c", 'command -v asciinema >/dev/null && asciinema cat "$1"', "sh", cast], capture_output=True)
    assert done.returncode != 0 or done.stdout.decode() == recording.output


ON_ITS_WAY = re.compile("[├┼─]▶ | ◀[─┼┤]")


@pytest.mark.parametrize("arguments", [[], ["--no-motion"]])
def test_new_arrows_travel_unless_nothing_may_move(phone, cast, arguments):
    """The resting pictures are the same; the movement takes little space in a recording."""
    terminal = record(phone, cast, *arguments)
    terminal.wait_for(START_REGISTRATION).wait_gone("The identity server is starting").press("2").wait_for("[2 Sequence]")
    terminal.press("enter")
    log_in(terminal)
    terminal.wait_for("Send It").press("enter")
    terminal.wait_for(START_AUTHENTICATION, "save").wait_until(
        lambda: not ON_ITS_WAY.search(terminal.text()), "the last arrow to arrive")
    terminal.press("q").wait_for("Quit now?").press("q")
    assert terminal.wait_exit() == 0
    recording = Recording(cast)
    pictures = [screen for screen in recording.screens() if ON_ITS_WAY.search(screen)]
    assert bool(pictures) == (not arguments), len(pictures)
    # At most seven messages of the app, with seven places each. The machine decides how often each is drawn: a spinner beside a waiting
    # arrow makes further pictures, but small ones.
    places = {line[40:] for screen in pictures for line in screen.splitlines() if ON_ITS_WAY.search(line)}
    assert len(places) < 60, sorted(places)
    # A step of an arrow changes one or two lines, and only these are written: a whole screen would be 3,000 bytes.
    screens = list(recording.screens())
    for before, after, (_, _, data) in zip(screens, screens[1:], recording.events[1:]):
        changed = [pair for pair in zip(before.splitlines(), after.splitlines()) if pair[0] != pair[1]]
        if ON_ITS_WAY.search(before) and ON_ITS_WAY.search(after) and len(changed) < 3:
            assert len(data) < 2_000, data


def test_sizes_are_recorded_and_followed(phone, cast):
    terminal = record(phone, cast, "--idle-limit", "1.5", "--no-color", size=(110, 30))
    terminal.wait_for(START_REGISTRATION).resize(110, 40)
    terminal.wait_until(lambda: "q quit" in terminal.screen.display[39], "the footer in the last row")
    terminal.resize(30, 10).wait_for("Please enlarge").resize(110, 30).wait_for(START_REGISTRATION, "Messages")
    terminal.press("ctrl-c")
    assert terminal.wait_exit() == 130, "the exit code is the app's"
    terminal.assert_restored()
    recording = Recording(cast)
    assert recording.header["idle_time_limit"] == 1.5
    assert [data for _, kind, data in recording.events if kind == "r"] == ["110x40", "30x10", "110x30"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_both_and_leaves_a_recording(phone, cast, number):
    terminal = record(phone, cast)
    terminal.wait_for(START_REGISTRATION)
    terminal.signal(number)
    assert terminal.wait_exit() == 128 + number
    terminal.assert_restored()
    assert any(START_REGISTRATION in screen for screen in Recording(cast).screens())


def test_an_app_that_is_killed_leaves_the_terminal_as_it_was(phone, cast):
    from test_login import children_of
    terminal = record(phone, cast)
    terminal.wait_for(START_REGISTRATION)
    app, = children_of(terminal.child.pid)
    os.kill(app, signal.SIGKILL)
    assert terminal.wait_exit() == 128 + signal.SIGKILL
    assert "ended by signal 9" in terminal.text()
    terminal.assert_restored()
    Recording(cast)


def test_a_recorder_that_is_killed_takes_the_app_with_it(phone, cast):
    from test_login import children_of
    terminal = record(phone, cast)
    terminal.wait_for(START_REGISTRATION)
    app, = children_of(terminal.child.pid)
    terminal.signal(signal.SIGKILL)
    terminal.wait_exit()
    wait_ended(app)
    assert any(START_REGISTRATION in screen for screen in Recording(cast).screens())


def test_suspend_and_continue(phone, cast):
    shell = ["bash", "--norc", "-c", 'set -m; "$@"; echo "it has stopped"; read -r; fg >/dev/null; echo "status $?"', "sh"]
    command = [*shell, APP, "record", cast, *phone.options()]
    with Session(command, env=phone.environment(None), cwd=phone.folder) as terminal:
        terminal.wait_for(START_REGISTRATION).press("ctrl-z").wait_for("it has stopped")
        terminal.assert_restored()
        terminal.screen.reset()
        terminal.press("enter").wait_for(START_REGISTRATION)
        terminal.press("q").wait_for("Quit now?").press("q").wait_for("status 0")
        terminal.wait_exit()
        terminal.assert_restored()
    assert "it has stopped" not in cast.read_text()


def test_a_full_disk_does_not_stop_the_app(phone):
    terminal = record(phone, "/dev/full", "--force")
    terminal.wait_for(START_REGISTRATION).press(",").wait_for("Clear Browser Data").press("escape")
    terminal.wait_for(START_REGISTRATION).press("q").wait_for("Quit now?").press("q")
    assert terminal.wait_exit() == 73
    terminal.assert_restored()
    assert "the recording is incomplete" in terminal.text() and "hint: " in terminal.text()


def test_what_cannot_be_recorded_is_said(phone, cast):
    cast.write_text("mine")
    for arguments, status, words in [
        ((cast,), 73, ("is there already", "--force")),
        ((phone.folder / "no/such/folder.cast",), 73, ("no such file", "hint: ")),
        ((cast, "--lang", "xx"), 64, ("xx",)),
        ((cast, "--force", "--theme", "none"), 64, ("--theme none is not in this version",)),
    ]:
        with Session([APP, "record", *arguments], env=phone.environment(None), cwd=phone.folder) as terminal:
            assert terminal.wait_exit() == status, arguments
            text = " ".join(terminal.text().split())
            assert all(word in text for word in words), (arguments, text)
            terminal.assert_restored()
    assert cast.read_text() == "mine"
    status, _, errors = phone.command("record", phone.folder / "new.cast")
    assert (status, "not a terminal" in errors, errors.count("\n")) == (64, True, 2)
    assert not (phone.folder / "new.cast").exists()


def test_the_file_may_stand_anywhere_among_the_options(phone):
    words = ["--device", "x.cast", "--force", "x.cast"]
    with Session([APP, "record", *words, *phone.options()], env=phone.environment(None), cwd=phone.folder) as terminal:
        terminal.wait_for(START_REGISTRATION).press("q").wait_for("Quit now?").press("q")
        assert terminal.wait_exit() == 0
    assert (phone.data / "devices/x.cast").is_dir()
    Recording(phone.folder / "x.cast")


# Playing.


def test_it_plays_to_the_last_picture_and_leaves_it(phone, cast):
    write(cast, [0.1, "o", "\x1b[?1049h\x1b[H\x1b[2Jfirst"], [0.2, "o", "\x1b[5;10H\x1b[31mlast\x1b[m"],
          [0.3, "o", "\x1b[10;1H\x1b[?1049l"])
    terminal = play(phone, cast, "--speed", "4")
    terminal.ends()
    rows = terminal.screen.display
    assert (rows[0].strip(), rows[4].strip()) == ("first", "last")
    assert terminal.screen.cursor.y == 10, "the prompt is below it"


def test_keys_pause_step_and_quit(phone, cast):
    # The last picture is far away: even at full speed it is not reached.
    times = [1, 31, 61, 91, 121, 1_000_000]
    write(cast, *[[time, "o", f"\r\npicture {number}"] for number, time in enumerate(times)])
    terminal = play(phone, cast)
    terminal.press(".").wait_for("picture 0").press("right").wait_for("picture 1")
    terminal.press("right-application").wait_for("picture 2")
    assert "picture 3" not in terminal.text()
    # Faster, by steps, from thirty seconds a picture to the highest speed.
    terminal.press("space", *"++++++++++").wait_for("picture 4")
    terminal.press("space").settle()
    terminal.press("g", ".").wait_for("picture 0").wait_gone("picture 1")
    terminal.resize(100, 20).wait_for("picture 0")
    terminal.press("q").ends()
    assert "picture" not in terminal.text(), "who quits gets the screen back"


def test_keys_go_from_marker_to_marker(phone, cast):
    events = []
    for number in range(4):
        events += [[number * 100, "o", f"\x1b[2J\x1b[Hpicture {number}"], [number * 100, "m", f"part {number}"]]
    write(cast, *events, [1000, "o", "end"])
    terminal = play(phone, cast)
    terminal.wait_for("picture 0").press("]").wait_for("picture 1").press("]").wait_for("picture 2")
    terminal.press("space").settle().press("[").wait_for("picture 1").press("[").wait_for("picture 0")
    terminal.press("]", "]", "]", "]").wait_for("picture 3").wait_gone("end")
    terminal.press("q").ends()


def test_the_players_own_line_is_not_the_recordings(phone, cast):
    """Below the recording if there is a row for it; otherwise over its last row for a moment, and while it is paused."""
    footer = "\x1b[5;1H Enter go on   q quit"
    write(cast, [0, "o", f"\x1b[2J\x1b[Hpicture 0{footer}\x1b[2;3H"], [0.1, "m", "first"], [60, "o", "\x1b[33mpicture 1"], [200, "o", "end"],
          width=120, height=5)
    terminal = play(phone, cast, size=(120, 6))
    terminal.wait_for(re.compile(r"playing a recording  0:\d\d / 3:20  1x  part 1 of 1: first   Space pause"), "q quit")
    assert terminal.screen.display[5].startswith(" playing a recording") and terminal.screen.display[4].startswith(" Enter go on")
    terminal.press("space").wait_for("recording, paused", "Space go on").press(".").wait_for("picture 1")
    # Colours and cursor are the recording's, as if the line had not been there.
    assert terminal.screen.buffer[1][2].fg == "brown" and terminal.screen.display[1].startswith("  picture 1")
    terminal.press("+").wait_for("2x").press("q").ends()

    terminal = play(phone, cast, size=(120, 5))
    terminal.wait_for("playing a recording", "picture 0").wait_gone("playing a recording").wait_for("Enter go on")
    terminal.press("space").wait_for("recording, paused").wait_gone("Enter go on").press("space").wait_for("playing a recording")
    terminal.wait_gone("playing a recording").wait_for("Enter go on").press("q")
    assert terminal.wait_exit() == 0


def test_a_marker_stands_where_the_picture_is_complete(phone, cast):
    terminal = record(phone, cast, "--theme", "light")
    terminal.wait_for(START_REGISTRATION).press("2").wait_for("[2 Sequence]").settle(0.5)
    register(terminal, on_stage=True)
    terminal.settle(0.6)
    terminal.press("q").wait_for("Quit now?").press("q")
    assert terminal.wait_exit() == 0
    recording = Recording(cast)
    marks = [number for number, (_, kind, _) in enumerate(recording.events) if kind == "m"]
    assert len(marks) >= 4
    screens = list(recording.screens())
    for number in marks:
        label = recording.events[number][2]
        assert label in screens[number], label
        # A moving arrow has its head in empty space.
        assert not re.search(r"─[▶>] +[│┤]|[│├] +[◀<]─|├ *[▶>] +│", screens[number]), (label, screens[number])


@pytest.mark.skipif(not shutil.which("asciinema"), reason="asciinema is not installed")
def test_asciinema_plays_it(phone, cast):
    terminal = record(phone, cast)
    terminal.wait_for(START_REGISTRATION).press("q").wait_for("Quit now?").press("q")
    assert terminal.wait_exit() == 0
    player = Session(["asciinema", "cat", cast], env=phone.environment(None), cwd=phone.folder)
    phone.terminals.append(player)
    assert player.wait_exit() == 0
    shown = player.raw.decode()
    assert "Start Registration" in shown and "dcr-terminal-marker" not in shown and "\x1b[>0q" not in shown


def test_a_recorded_session_plays(phone, cast):
    terminal = record(phone, cast)
    terminal.wait_for(START_REGISTRATION).wait_gone("The identity server is starting").press(",").wait_for("Clear Browser Data")
    terminal.press("q").wait_for("Quit now?").settle(0.3)
    seen = terminal.text()
    terminal.press("q")
    assert terminal.wait_exit() == 0
    player = play(phone, cast, "--speed", "100", size=(110, 32))
    player.ends()
    # The key that ended the recording is part of the last picture.
    rows = lambda lines: [masked(row.rstrip()) for row in lines[:29] if "presenter mode" not in row]
    assert rows(player.screen.display) == rows(seen.split("\n"))


def test_suspended_and_ended_by_signals(phone, cast):
    write(cast, [0, "o", "picture"], [100, "o", "end"])
    for number in (signal.SIGTERM, signal.SIGHUP):
        terminal = play(phone, cast)
        terminal.wait_for("picture").signal(number)
        assert terminal.wait_exit() == 128 + number
        terminal.assert_restored()
    terminal = play(phone, cast)
    terminal.wait_for("picture").press("ctrl-c")
    assert terminal.wait_exit() == 130
    terminal.assert_restored()


def test_a_smaller_terminal_is_asked(phone, cast):
    write(cast, [0, "o", "picture"], [100, "o", "end"], width=100, height=30)
    terminal = play(phone, cast, size=(80, 24))
    terminal.wait_for("The recording is 100x30, but this terminal is 80x24").press("enter").wait_for("picture")
    terminal.press("q")
    assert terminal.wait_exit() == 0
    terminal = play(phone, cast, size=(80, 24))
    terminal.wait_for("The recording is 100x30").resize(100, 30).wait_for("picture").press("q")
    assert terminal.wait_exit() == 0
    terminal = play(phone, cast, size=(80, 24))
    terminal.wait_for("The recording is 100x30").press("q").ends()


def test_a_hostile_recording_reaches_no_terminal(phone, cast):
    write(cast, [0, "o", "a\x1b]52;c;QQ==\x07\x1b]0;title\x1b\\\x1b[6n\x1b[c\x05\x1bP$qm\x1b\\\x9b6n\x1b[?1000h\x1bc"],
          [0, "o", "\x1b]0;cut"], [0.01, "o", " here\x07b\u202e"], [0.1, "o", "\x1b[?2004h\x1b[2hend\x1b[?25l\x1b[4h"])
    terminal = play(phone, cast)
    assert terminal.wait_exit() == 0
    assert terminal.screen.display[0].strip() == "abend"
    # The player itself sends SI, in case a recording switched to another character set.
    assert not stray_controls(terminal.raw.replace(b"\x0f", b""))
    for bad in (b"\x1b]", b"\x1bP", b"6n", b"\x1b[c", b"\x1bc", b"1000h", b"2004h", b"\x1b[2h"):
        assert bad not in terminal.raw, bad
    terminal.assert_restored()


@pytest.mark.parametrize("text, words", [
    (None, ["no such file"]),
    ("", ["line 1", "empty"]),
    ('{"version":1,"width":80,"height":24,"stdout":[]}\n', ["version 1", "convert"]),
    ('{"version":3,"term":{"cols":80,"rows":24}}\n', ["version 3", "convert"]),
    ('{"version":2,"width":80,"height":24}\n[0,"o","a"]\nrubbish\n', ["line 3", "JSON array"]),
    ('{"version":2,"width":80,"height":24}\n[2,"o","a"]\n[1,"o","b"]\n', ["line 3", "before"]),
])
def test_what_is_no_recording_is_named(phone, cast, text, words):
    if text is not None:
        cast.write_text(text)
    status, output, errors = phone_play(phone, cast)
    assert (status, output) == (65, "")
    assert errors.count("\n") == 2 and "hint: " in errors and str(cast) in errors
    assert all(word in errors for word in words), errors


@pytest.mark.parametrize("arguments", [["--speed", "0"], ["--speed", "fast"], ["--speed", "nan"], ["--idle-limit", "0"]])
def test_wrong_options_are_usage_errors(phone, cast, arguments):
    write(cast, [0, "o", "a"])
    status, _, errors = phone_play(phone, cast, *arguments)
    assert status == 64 and errors.count("\n") == 2


def test_without_a_terminal_everything_is_written_at_once(phone, cast):
    write(cast, [0, "o", "one\r\n"], [1000, "o", "\x1b[1mtwo\x1b]0;title\x07"], [2000, "i", "typed"])
    status, output, errors = phone_play(phone, cast)
    assert (status, output, errors) == (0, "one\r\n\x1b[1mtwo", "")


def phone_play(phone, *arguments):
    return run([APP, "play", *arguments], env=phone.environment(None), cwd=phone.folder)
