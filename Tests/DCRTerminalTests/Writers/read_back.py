"""Reads documents with independent parsers of their formats: a JSON list in, a JSON list of texts out.

usage: read_back.py FORMAT <documents >texts
"""
import csv
import io
import json
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree


def shell(document):
    """The arguments that a POSIX shell passes to curl, and whether it ran anything else."""
    script = "PATH=/nonexistent; curl() { for word; do printf '%s\\0' \"$word\"; done; }\n" + document
    ran = subprocess.run(["/bin/sh", "-c", script], capture_output=True, timeout=20)
    assert ran.returncode == 0 and not ran.stderr, ran.stderr
    return [word.decode() for word in ran.stdout.split(b"\0")[:-1]]


def curl_json(document):
    words = shell(document)
    return json.loads(words[words.index("--data-raw") + 1])["client_name"]


def curl_header(document):
    words = shell(document)
    return [word.split(": ", 1)[1] for word in words if word.startswith("X-Text: ")][0]


def shell_word(document):
    return shell("curl " + document)[0]


def desktop_entry(document):
    from gi.repository import GLib

    with tempfile.NamedTemporaryFile("w", suffix=".desktop", newline="") as file:
        file.write(document)
        file.flush()
        checked = subprocess.run(["desktop-file-validate", file.name], capture_output=True, text=True, timeout=20)
        assert checked.returncode == 0, checked.stdout
        entry = GLib.KeyFile()
        entry.load_from_file(file.name, GLib.KeyFileFlags.NONE)
    _, words = GLib.shell_parse_argv(entry.get_string("Desktop Entry", "Exec"))
    assert len(words) == 3 and words[2] == "%u", words
    return words[0].replace("%%", "%")


def log_line(document):
    assert document.count("\n") == 1 and document.endswith("\n"), document
    rest = document.split(" request ", 1)[1].rstrip("\n")
    pairs = re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|[^\s"=]*)(?: |$)', rest)
    assert [name for name, _ in pairs] == ["last", "text"] and pairs[0][1] == "1", pairs
    value = pairs[1][1]
    if not value.startswith('"'):
        return value
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "r": "\r", "t": "\t"}.get(m[1], m[1]), value[1:-1], flags=re.S)


def open_metrics(document):
    from prometheus_client.openmetrics.parser import text_string_to_metric_families

    samples = [sample for family in text_string_to_metric_families(document) for sample in family.samples]
    assert len(samples) == 1 and samples[0].value == 1, samples
    return samples[0].labels["text"]


def like_pattern(document):
    """The text that a pattern finds, if it finds that text and no similar one."""
    import sqlite3

    text, pattern = json.loads(document)
    base = sqlite3.connect(":memory:")
    finds = lambda other: base.execute("SELECT ? LIKE ? ESCAPE '\\'", (other, pattern)).fetchone()[0] == 1
    assert finds("before" + text + "after")
    for sign in "%_\\":
        assert sign not in text or not finds(text.replace(sign, "x")), (text, pattern)
    return text


def markdown(document):
    """What a renderer shows: the texts of headings, cells and lines, and no other element."""
    from markdown_it import MarkdownIt

    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(document)
    tree = ElementTree.fromstring("<all>" + html + "</all>")
    assert {e.tag for e in tree.iter()} <= set("all h1 h2 h3 p ul ol li blockquote table thead tbody tr th td br".split()), html
    texts = ["".join(e.itertext()) for e in tree.iter() if e.tag in ("h3", "td", "li", "blockquote")]
    found = {text.split("note:", 1)[1].split(":end")[0] for text in texts if "note:" in text}
    found = {" ".join(text.split()) for text in found}
    assert len(found) == 1 and len(texts) > 4, texts
    return found.pop()


def junit(document):
    root = ElementTree.fromstring(document)
    assert {e.tag for e in root.iter()} <= {"testsuites", "testsuite", "properties", "property", "testcase", "failure", "skipped"}
    text = root.find(".//failure").text
    return text.split("note:", 1)[1].split(":end")[0]


def junit_attribute(document):
    return ElementTree.fromstring(document).find(".//testcase").get("name").split("note:", 1)[1].split(":end")[0]


def xml_text(document):
    root = ElementTree.fromstring(document)
    found = [e.text for e in root.iter() if e.text and "note:" in e.text]
    return found[0].split("note:", 1)[1].split(":end")[0]


def html_text(document):
    """libxml2's parser: the text of the first place that contains it; all places must agree."""
    from lxml import html

    tree = html.document_fromstring(document)
    assert not tree.xpath("//*[@id='stranger'] | //stranger"), document
    texts = [e.text_content() for e in tree.iter() if isinstance(e.tag, str) and e.tag not in ("script", "style")]
    texts += [value for e in tree.iter() if isinstance(e.tag, str) for value in e.attrib.values()]
    found = {text.split("note:", 1)[1].split(":end")[0] for text in texts if "note:" in text}
    assert len(found) == 1, found
    return found.pop()


def html_script(document):
    from lxml import html

    scripts = html.document_fromstring(document).xpath("//script")
    assert len(scripts) == 1
    return json.JSONDecoder().raw_decode(scripts[0].text.split("variants = ", 1)[1])[0][0]


def mermaid(document):
    lines = document.rstrip("\n").split("\n")
    assert lines[0] == "sequenceDiagram" and lines[1].startswith("  %% note:"), document
    assert all(line.startswith("  participant ") for line in lines[2:]), document
    text = lines[1].split("note:", 1)[1].split(":end")[0]
    plain = re.sub(r"#\d+;", "", text)
    assert not re.search(r"[;#%{}<>&\"'`\\]", plain), plain
    return re.sub(r"#(\d+);", lambda m: chr(int(m[1])), text)


def csv_field(document):
    rows = list(csv.reader(io.StringIO(document, newline="")))
    assert len(rows) == 1 and len(rows[0]) == 2 and rows[0][1] == "last", rows
    return rows[0][0]


def parts(document):
    from email import message_from_bytes, policy

    body, kind = json.loads(document)
    whole = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body.encode(), policy=policy.compat32)
    assert not whole.defects and len(whole.get_payload()) == 2, whole.defects
    return whole.get_payload()


def multipart(document):
    lines = [dict(part.raw_items())["Content-Disposition"].encode("ascii", "surrogateescape").decode() for part in parts(document)]
    names = [re.fullmatch(r'form-data; name="([^"]*)"', line)[1] for line in lines]
    assert names[1] == "last", names
    return names[0].replace("%0D", "\r").replace("%0A", "\n").replace("%22", '"')


def multipart_value(document):
    return parts(document)[0].get_payload(decode=True).decode()


def urlencoded(document):
    from urllib.parse import parse_qsl

    pairs = parse_qsl(document, keep_blank_values=True, strict_parsing=True)
    assert len(pairs) == 2 and pairs[1] == ("last", "1"), pairs
    return pairs[0][1]


def json_text(document):
    return json.loads(document)["text"]


def archive(document):
    """A HAR file: the text is the name in the body of its only request."""
    return json.loads(json.loads(document)["log"]["entries"][0]["request"]["postData"]["text"])["client_name"]


if __name__ == "__main__":
    reader = globals()[sys.argv[1]]
    json.dump([reader(document) for document in json.loads(sys.stdin.buffer.read())], sys.stdout)
