"""German and Swedish as people get them: by the environment, by an option, by Settings; in the app, the browser, its pages."""
import json
import re

import pytest
from phone import PASSWORD, USER, press_button
from test_output_modes import choose, last_menu

# LC_ALL has to be gone: it goes before everything else. LC_CTYPE stays a locale that every machine has.
GERMAN = {"LC_ALL": None, "LANG": "C.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}


@pytest.mark.parametrize("env, words", [
    (GERMAN, "Jetzt registrieren"),
    ({"LC_ALL": None, "LANG": "sv_SE.UTF-8"}, "Starta registrering"),
    ({"LC_ALL": None, "LANG": "fr_FR.UTF-8"}, "Start Registration"),
    ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "Start Registration"),
], ids=["LC_MESSAGES", "LANG", "unknown", "LC_ALL"])
def test_the_environment_chooses(phone, env, words):
    phone.start(env=env).wait_for(words)


def test_the_option_goes_before_the_environment(phone):
    phone.start("--lang", "sv", env=GERMAN).wait_for("Starta registrering")


def test_a_locale_that_is_not_installed_here_is_utf8_all_the_same(phone):
    """As over SSH: the name says what the terminal is."""
    terminal = phone.start(env={"LC_ALL": None, "LANG": "sv_SE.UTF-8"})
    terminal.wait_for("Starta registrering").press(",").wait_for("Inställningar")


def test_a_choice_in_settings_holds_at_once_and_at_the_next_start(phone):
    terminal = phone.start()
    terminal.wait_for("Start Registration").press(",").wait_for("Appearance")
    press_button(terminal, "Appearance").wait_for("Language: English")
    for _ in range(5):  # below four themes and movement
        terminal.press("down").settle()
    terminal.wait_for("next language").press("enter").wait_for("Sprache: Deutsch").wait_for("Darstellung")
    terminal.press("escape").wait_for("Gerät").press("escape").wait_for("Jetzt registrieren")
    # The browser's next start, and the page that it loads, which is in the language of its reader.
    terminal.press("enter").wait_for("Sie haben die App verlassen").wait_for("Benutzername")
    terminal.press("escape").wait_for("Jetzt registrieren").press("q")
    assert terminal.wait_exit() == 0
    assert json.loads((phone.data / "preferences.json").read_text())["language"] == "de"
    phone.start().wait_for("Jetzt registrieren")


def test_an_error_of_the_command_line_is_in_the_language_that_it_names(phone):
    phone.write_config({**phone.members, "issuer": "nonsense"})
    status, _, errors = phone.command("run --plain --lang de")
    assert status == 65
    assert errors.startswith("dcr-terminal: die Konfiguration ist falsch: ") and "hint: berichtigen Sie" in errors
    assert " must be " not in errors and " an https " not in errors, errors


def test_plain_lines_carry_the_main_job_in_german(phone):
    """Registration, both logins, profile, refresh, an error, settings, sign out: as text, by numbers, no cursor movement."""
    terminal = phone.start("--plain", "--lang", "de", size=(110, 100))
    choose(terminal, "Jetzt registrieren")
    log_in(terminal)
    choose(terminal, "Jetzt anmelden", waiting_for="Registriert und gespeichert")
    choose(terminal, "Access-Token erneuern", waiting_for=f"Subject: {USER}")
    choose(terminal, "Profil", waiting_for="Tokens erneuert")
    choose(terminal, "Zurück", waiting_for="Claims des ID-Tokens")
    choose(terminal, "Einstellungen")
    choose(terminal, "Darstellung", waiting_for="Keystore: Schlüssel des Geräts (X25519)")
    choose(terminal, "Sprache: Deutsch")
    # At once, in the middle of everything; and round again.
    choose(terminal, "Språk: Svenska")
    choose(terminal, "Language: English")
    choose(terminal, "Zurück", waiting_for="Sprache: Deutsch")
    choose(terminal, "Zurück")
    choose(terminal, "Abmelden")
    choose(terminal, "Beenden", waiting_for="Abgemeldet, hier und beim Server")
    assert terminal.wait_exit() == 0
    assert b"\x1b" not in terminal.raw
    terminal.assert_restored()


def log_in(terminal):
    for question, answer in (("Benutzername", USER), ("Passwort", PASSWORD), (r"\b1 +Knopf: ", "1")):
        terminal.wait_until(lambda: re.search(question, last_menu(terminal)), f"not asked: {question}")
        terminal.seen = len(terminal.raw)
        terminal.type(answer + "\r")
