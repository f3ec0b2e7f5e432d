"""Asks the questions of a cookbook of a run: cookbook.md RUN [--write]. With --write the answers in the file are made anew."""

import os
import re
import sys

import duckdb

book, run = os.path.abspath(sys.argv[1]), sys.argv[2]
with open(book, encoding="utf-8") as file:
    text = file.read()
os.chdir(run)
base = duckdb.connect()
questions = re.findall(r"^```sql\n(.*?)^```\n", text, re.M | re.S)
if len(questions) != 10:
    sys.exit(f"{book} has {len(questions)} questions and not 10")


def answer(question):
    result = base.execute(question)
    columns = [column[0] for column in result.description]
    rows = result.fetchall()
    if not rows:
        print(f"no rows for:\n{question}", file=sys.stderr)
    cell = lambda value: "" if value is None else str(int(value) if isinstance(value, float) and value.is_integer() and abs(value) > 1000 else value)
    table = [columns] + [[cell(value) for value in row] for row in rows]
    widths = [max(len(row[place]) for row in table) for place in range(len(columns))]
    number = [all(re.fullmatch(r"-?[\d.]*", row[place]) for row in table[1:]) for place in range(len(columns))]
    line = lambda row: "  ".join(c.rjust(w) if n else c.ljust(w) for c, w, n in zip(row, widths, number)).rstrip()
    return "\n".join(line(row) for row in table) + "\n", len(rows)


def whole(match):
    shown, _ = answer(match[1])
    return f"```sql\n{match[1]}```\n\n```text\n{shown}```\n"


if "--write" in sys.argv:
    text = re.sub(r"^```sql\n(.*?)^```\n(\n```text\n.*?^```\n)?", whole, text, flags=re.M | re.S)
    with open(book, "w", encoding="utf-8") as file:
        file.write(text)
else:
    for number, question in enumerate(questions, 1):
        shown, rows = answer(question)
        print(f"{number}. {rows} rows")
