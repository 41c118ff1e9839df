"""`config export`: the configuration that another app needs for the same server."""
import json

import pytest
from phone import APP
from session import run
from test_bad_input import assert_clear
from test_reach import DATA, OTHER, USAGE, get
from test_serve_life import serving, stopped
from test_several_people import Newcomer

MEMBERS = ["issuer", "registrationClientID", "redirectUri", "postLogoutRedirectUri", "scope"]


def exported(phone, *arguments):
    """The members in their order, and what was said on standard error."""
    status, output, errors = phone.command("config export", "--app", "curity", *arguments)
    assert status == 0, errors
    members = json.loads(output)
    assert list(members) == MEMBERS
    return members, errors


def refused(phone, status, words, *arguments):
    found, output, errors = phone.command("config export", *arguments)
    assert (found, output) == (status, ""), errors
    assert_clear(errors, *words)


def test_curitys_apps_get_the_members_that_they_read_and_no_others(phone):
    own = {"redirectUri": "com.example.app:/back", "postLogoutRedirectUri": "com.example.app:/out", "scope": "openid email"}
    phone.write_config({**phone.members, **own, "silentStart": True})
    assert exported(phone) == ({**{name: phone.members[name] for name in MEMBERS}, **own}, "")


def test_without_a_file_it_is_the_server_of_the_data_directory(tmp_path):
    person = Newcomer(tmp_path / "home")
    shown = json.loads(person.command("config show", "--json")[1])
    assert exported(person)[0] == {name: shown[name]["value"] for name in MEMBERS}


def test_what_is_written_is_a_configuration_of_this_app_too(phone):
    (phone.folder / "exported.json").write_text(phone.command("config export", "--app", "curity")[1])
    command = [APP, "config", "show", "--json", "--config", phone.folder / "exported.json", "--data-dir", phone.data]
    status, output, errors = run(command, env=phone.environment(None), cwd=phone.folder)
    assert (status, errors) == (0, "")
    assert {name: row["value"] for name, row in json.loads(output).items() if row["source"] == "the file"} == {
        name: phone.members[name] for name in MEMBERS}


def test_a_server_that_others_reach_is_exported_by_the_issuer_that_it_prints(phone):
    with serving(phone, "--listen", OTHER) as (server, lines):
        members, _ = exported(phone, "--issuer", lines[-1]["issuer"])
        assert members == {**{name: phone.members[name] for name in MEMBERS}, "issuer": lines[-1]["issuer"]}
        status, _, metadata = get(phone, OTHER)
        assert (status, json.loads(metadata)["issuer"]) == (200, members["issuer"])
        assert stopped(server) == 0


@pytest.mark.parametrize("end", ["", "/", "/oauth/v2/oauth-anonymous/"])
def test_an_issuer_that_lost_its_path_is_warned_of(phone, end):
    members, errors = exported(phone, f"--issuer=https://192.0.2.1:8443{end}")
    assert "warning" in errors and "/oauth/v2/oauth-anonymous" in errors
    assert members["issuer"] == "https://192.0.2.1:8443" + end


def test_a_warning_of_the_configuration_stays_out_of_the_file(phone):
    phone.write_config({**phone.members, "colour": "red"})
    assert "colour" in exported(phone)[1]


@pytest.mark.parametrize("issuer", [
    "login.example.com", "http://idp.example.com", "http://localhost:8443/oauth", "https://idp.example.com/?a=b",
    "https://idp.example.com/#a", "https://anna@idp.example.com/", "https://idp.example.com:0/"])
def test_a_bad_issuer(phone, issuer):
    refused(phone, USAGE, ["--issuer", "https"], "--app", "curity", f"--issuer={issuer}")


@pytest.mark.parametrize("arguments, words", [(["--app", "nosuch"], ["--app", "nosuch", "curity"]), ([], ["--app"])], ids=["unknown", "none"])
def test_an_app_that_is_not_known(phone, arguments, words):
    refused(phone, USAGE, words, *arguments)


def test_a_wrong_configuration_is_not_exported(phone):
    phone.write_config({**phone.members, "scope": 5})
    refused(phone, DATA, [phone.config, "scope"], "--app", "curity")
