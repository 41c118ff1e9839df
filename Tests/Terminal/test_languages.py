"""German and Swedish as users get them: from the environment, by an option, in Settings; in the app, the browser and its pages."""
import json
import re

import pytest
from phone import PASSWORD, USER, press_button
from test_output_modes import choose, last_menu

# LC_ALL must be unset: it overrides everything else. LC_CTYPE stays a locale that every machine has.
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
    """As over SSH: the locale's name tells the terminal's encoding."""
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
    # The browser's next start and the page that it loads use the reader's language.
    terminal.press("enter").wait_for("Sie haben die App verlassen").wait_for("Benutzername")
    terminal.press("escape").wait_for("Jetzt registrieren").press("q")
    assert terminal.wait_exit() == 0
    assert json.loads((phone.data / "preferences.json").read_text())["language"] == "de"
    phone.start().wait_for("Jetzt registrieren")


def test_an_error_of_the_command_line_is_in_the_language_that_it_names(phone):
    phone.write_config({**phone.members, "issuer": "nonsense"})
    status, _, errors = phone.command("run --plain --lang de")
    assert status == 65
    assert errors.startswith("dcr-terminal: die Konfiguration ist falsch: ") and "Hinweis: berichtigen Sie" in errors
    assert " must be " not in errors and " an https " not in errors, errors


@pytest.mark.parametrize("env, title, hint", [
    ({"LC_ALL": "de_AT.UTF-8", "LANG": "sv_SE.UTF-8"}, "die Konfiguration ist falsch", "Hinweis: berichtigen Sie"),
    (GERMAN, "die Konfiguration ist falsch", "Hinweis: berichtigen Sie"),
    ({"LC_ALL": None, "LANG": "sv_SE.UTF-8"}, "konfigurationen är fel", "tips: rätta"),
    ({"LC_ALL": None, "LANG": "fr_FR.UTF-8"}, "the configuration is wrong", "hint: correct"),
], ids=["LC_ALL", "LC_MESSAGES", "LANG", "unknown"])
def test_a_command_without_the_option_follows_the_environment(phone, env, title, hint):
    phone.write_config({**phone.members, "issuer": "nonsense"})
    status, _, errors = phone.flow(env=env)
    assert status == 65
    assert errors.startswith(f"dcr-terminal: {title}: ") and hint in errors
    status, output, errors = phone.command("clients show nobody", env=env)
    assert status != 0 and not output and hint.split(" ")[0] in errors


# The texts that a person reads and chooses, in each language other than English.
PLAIN = {
    "de": {
        "register": "Jetzt registrieren", "authenticate": "Jetzt anmelden", "registered": "Registriert und gespeichert",
        "refresh": "Access-Token erneuern", "refreshed": "Tokens erneuert", "profile": "Profil", "back": "Zurück",
        "claims": "Claims des ID-Tokens", "settings": "Einstellungen", "keystore": "Keystore: Schlüssel des Geräts (X25519)",
        "appearance": "Darstellung", "round": ["Sprache: Deutsch", "Språk: Svenska", "Language: English"], "sign out": "Abmelden",
        "signed out": "Abgemeldet, hier und beim Server", "quit": "Beenden", "user": "Benutzername",
        "password": "Passwort", "button": "Knopf", "retry": "Nochmals",
        "failed": "Achtung: Der Server ist nicht erreichbar", "again": "noch 1 von 3", "dismiss": "Schließen", "fault": "Mit Absicht: ",
    },
    "sv": {
        "register": "Starta registrering", "authenticate": "Starta inloggning", "registered": "Registrerad och sparad",
        "refresh": "Förnya åtkomsttoken", "refreshed": "Token förnyade", "profile": "Profil", "back": "Tillbaka",
        "claims": "ID-tokens claims", "settings": "Inställningar", "keystore": "Nyckellager: enhetens nyckel (X25519)",
        "appearance": "Utseende", "round": ["Språk: Svenska", "Language: English", "Sprache: Deutsch"], "sign out": "Logga ut",
        "signed out": "Utloggad, här och hos servern", "quit": "Avsluta", "user": "Användarnamn",
        "password": "Lösenord", "button": "knapp", "retry": "Försök igen",
        "failed": "Observera: Servern kan inte nås", "again": "1 av 3", "dismiss": "Stäng", "fault": "Med flit:",
    },
}


@pytest.mark.parametrize("language", PLAIN)
def test_plain_lines_carry_the_main_job(phone, language):
    """Registration, both logins, profile, refresh, settings, sign out: as text, by numbers, no cursor movement."""
    words = PLAIN[language]
    terminal = phone.start("--plain", "--lang", language, size=(110, 100))
    choose(terminal, words["register"])
    log_in(terminal, words)
    choose(terminal, words["authenticate"], waiting_for=words["registered"])
    choose(terminal, words["refresh"], waiting_for=f"Subject: {USER}")
    choose(terminal, words["profile"], waiting_for=words["refreshed"])
    choose(terminal, words["back"], waiting_for=words["claims"])
    choose(terminal, words["settings"])
    choose(terminal, words["appearance"], waiting_for=words["keystore"])
    # At once, at any moment; and back to the first.
    for name in words["round"]:
        choose(terminal, name)
    choose(terminal, words["back"], waiting_for=words["round"][0])
    choose(terminal, words["back"])
    choose(terminal, words["sign out"])
    choose(terminal, words["quit"], waiting_for=words["signed out"])
    assert terminal.wait_exit() == 0
    assert b"\x1b" not in terminal.raw
    terminal.assert_restored()


@pytest.mark.parametrize("language", PLAIN)
def test_plain_lines_carry_an_error_and_the_way_out_of_it(phone, language):
    """What failed, why, what to do, and the choice to do it: everything in lines, nothing by colour."""
    words = PLAIN[language]
    terminal = phone.start(
        "--plain", "--lang", language, "--faults", "server-down-during-registration", size=(110, 100))
    choose(terminal, words["register"], waiting_for=words["fault"])
    log_in(terminal, words)
    choose(terminal, words["retry"], waiting_for=words["failed"])
    log_in(terminal, words)
    choose(terminal, words["dismiss"], waiting_for=words["again"])
    choose(terminal, words["quit"])
    assert terminal.wait_exit() == 0
    assert b"\x1b" not in terminal.raw


def log_in(terminal, words):
    for question, answer in ((words["user"], USER), (words["password"], PASSWORD), (rf"\b1\.? +{words['button']}: ", "1")):
        terminal.wait_until(lambda: re.search(question, last_menu(terminal)), f"not asked: {question}")
        terminal.seen = len(terminal.raw)
        terminal.type(answer + "\r")
