#!/usr/bin/env python3
"""Checks that the `gauntlet` commands in Markdown files name commands and options that exist: commands.py GAUNTLET FILES...

Looks at lines of code blocks and at code in running text that begin with `gauntlet` or `cargo run --release --`. The page `docs/commands.md`
must name every command.
"""
import functools
import re
import subprocess
import sys
from pathlib import Path

LISTS_ALL = "docs/commands.md"
BEGINNINGS = ("gauntlet ", "srun gauntlet ", "- gauntlet ", "cargo run --release -- ")


@functools.cache
def help_of(gauntlet, path):
    """What the command says of itself, or nothing if there is no such command."""
    asked = subprocess.run([gauntlet, *path, "--help"], capture_output=True, text=True)
    return asked.stdout if asked.returncode == 0 else ""


def commands(markdown):
    """The commands of a page with the numbers of their lines. A line that ends in a backslash goes on."""
    pending, begun, block = "", 0, False
    for number, line in enumerate(markdown.splitlines(), 1):
        if line.lstrip().startswith("```"):
            block = not block
            continue
        codes = [line.strip()] if block or line.startswith("    ") else re.findall(r"`([^`]+)`", line)
        for code in codes:
            code, begun = (pending + code, begun) if pending else (code, number)
            pending = code[:-1] if code.endswith("\\") and (block or line.startswith("    ")) else ""
            code = re.sub(r"^\$ ", "", code)
            for beginning in BEGINNINGS:
                if not pending and code.startswith(beginning):
                    yield begun, code[len(beginning):].split("#")[0].split(" > ")[0].split(" | ")[0]


def problems(gauntlet, command):
    words = command.replace("'", " ").replace('"', " ").split()
    known = help_of(gauntlet, ())
    if not words or not re.fullmatch(r"[a-z][a-z-]*", words[0]):
        # A sentence about the program, or its own options.
        return [option for option in words if option.startswith("--") and option not in known]
    path = words[:1]
    names = [word for word in words if not word.startswith("-")]
    # `gauntlet --game NAME matrix` isn't written here but with a leading option, which ends above.
    if not re.search(rf"^  {path[0]}\b", known, re.MULTILINE):
        return [path[0]]
    text = help_of(gauntlet, tuple(path))
    if len(names) > 1 and re.search(rf"^  {re.escape(names[1])}\b ", text.split("Options:")[0], re.MULTILINE) and "Commands:" in text:
        text = help_of(gauntlet, (path[0], names[1]))
    elif "Commands:" in text and len(names) > 1:
        return [f"{path[0]} {names[1]}"]
    options = [re.split(r"[=\[]", word)[0] for word in words if re.match(r"--?[a-z]", word)]
    return [option for option in options if not re.search(rf"(^|[ ,]){re.escape(option)}\b", text, re.MULTILINE)]


def subcommands(text):
    """The names in the list of commands of a help text."""
    listed = text.split("Commands:\n", 1)[1].split("\n\n", 1)[0] if "Commands:\n" in text else ""
    return [name for name in re.findall(r"^  ([a-z][a-z-]*)\b", listed, re.MULTILINE) if name != "help"]


def every_command(gauntlet):
    """All commands, those of commands included."""
    for name in subcommands(help_of(gauntlet, ())):
        below = subcommands(help_of(gauntlet, (name,)))
        yield from [f"{name} {sub}" for sub in below] or [name]


def main():
    gauntlet, *files = sys.argv[1:]
    wrong, seen = 0, 0
    for file in files:
        page = Path(file).read_text()
        if file == LISTS_ALL:
            for name in every_command(gauntlet):
                if f"`gauntlet {name}" not in page:
                    print(f"{file}: 'gauntlet {name}' is missing")
                    wrong += 1
        for number, command in commands(page):
            seen += 1
            for problem in problems(gauntlet, command):
                print(f"{file}:{number}: there is no '{problem}' in: gauntlet {command.strip()}")
                wrong += 1
    print(f"{seen} commands in {len(files)} pages, {wrong} problems")
    return 1 if wrong or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
