"""A Markdown table of runs of `client-test`: a row for each check in which anybody is careless, a column for each run.

usage: table.py RUN.json...
"""
import json
import pathlib
import sys

SIGNS = {"passed": "passed", "failed": "**failed**", "warning": "*warning*", "not_seen": "-", "not_applicable": "", "needs_person": "?"}


def main(files):
    runs = {pathlib.Path(file).stem: json.loads(pathlib.Path(file).read_text()) for file in files}
    found = {name: {check["id"]: check["verdict"] for check in run["verdicts"]} for name, run in runs.items()}
    checks = [check for run in runs.values() for check in run["verdicts"]]
    abouts = {check["id"]: check["about"] for check in checks}
    print("| check | " + " | ".join(runs) + " |")
    print("|---" * (len(runs) + 1) + "|")
    for check, about in abouts.items():
        row = [found[name].get(check, "not_applicable") for name in runs]
        if set(row) & {"failed", "warning"}:
            print(f"| `{check}` {about} | " + " | ".join(SIGNS[verdict] for verdict in row) + " |")
    counts = [[sum(verdict == kind for verdict in found[name].values()) for kind in SIGNS] for name in runs]
    print("| passed, failed, warnings, not seen | " + " | ".join(f"{p}, {f}, {w}, {n}" for p, f, w, n, *_ in counts) + " |")


main(sys.argv[1:])
