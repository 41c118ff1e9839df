"""The recipes of docs/user-agents.md, taken from the page itself, so that the tests run exactly what people copy."""
import json
import pathlib
import re

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs/user-agents.md"
HOME = "/home/me"
DATA = ".local/share/dcr-terminal"


class Recipe:
    def __init__(self, name, data):
        """`data`: the data directory to use instead of the documented one."""
        self.data = data
        common = DOCUMENT.read_text().split("## Recipes")[1]
        own = common.split(f"**{name}**")[1].split("\n**")[0]
        self.members = json.loads(self._here("{" + self._block("json", common).rstrip() + "," + self._block("json", own) + "}"))
        self.script = self._here(self._block("sh", own)) if "```sh" in own else None

    @staticmethod
    def _block(language, text):
        return re.search(rf"```{language}\n(.*?)```", text, re.S).group(1)

    def _here(self, text):
        for home in (HOME, "~"):
            text = text.replace(f"{home}/{DATA}", str(self.data))
        return text
