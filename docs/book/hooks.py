"""What MkDocs doesn't do by itself: pages from anywhere in the repository, and a check of the files and names in code that they mention."""
import logging
import re
import subprocess
from pathlib import Path

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
# A warning fails a strict build if MkDocs's own logger hears it.
log = logging.getLogger("mkdocs.hooks.book")

# History names files as they were.
UNCHECKED = {"CHANGELOG.md"}
# Pages about the sources: a directory may be named by the end of its path, and names in code must occur in the sources.
ABOUT_SOURCES = {"ARCHITECTURE.md", "CONTRIBUTING.md"}


def pages(nav):
    """The paths in a navigation, in order."""
    for entry in nav:
        for target in entry.values() if isinstance(entry, dict) else [entry]:
            if isinstance(target, list):
                yield from pages(target)
            else:
                yield target


def on_files(files, config):
    """Every Markdown file under its path in the repository: those of docs/, and those that the navigation names elsewhere."""
    docs = Path(config.docs_dir)
    book = Files([file for file in files if file.src_dir != config.docs_dir])
    paths = {f"docs/{path.relative_to(docs).as_posix()}" for path in docs.glob("*.md")}
    paths |= {path for path in pages(config.nav) if (ROOT / path).is_file()}
    for path in sorted(paths):
        book.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    book.append(File.generated(config, "book.css", abs_src_path=str(docs / "book" / "book.css")))
    return book


def known_paths():
    """Every file of the repository and every directory that has one, as `/`-separated paths."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True, check=True
    )
    known = set()
    for line in listed.stdout.splitlines():
        path = Path(line)
        known.update([path.as_posix(), *(f"{parent.as_posix()}/" for parent in path.parents)])
    return known


def words_of_sources(paths):
    """Every identifier that occurs in the sources."""
    words = set()
    for path in paths:
        if path.endswith((".rs", ".toml")) and (ROOT / path).is_file():
            words.update(re.findall(r"\w+", (ROOT / path).read_text()))
    return words


KNOWN = known_paths()
WORDS = words_of_sources(KNOWN)
TOP = {path.split("/")[0] for path in KNOWN if path.count("/") > 1}


def is_missing(name, about_sources):
    """Whether `name` looks like a path into the repository and there is no such path."""
    if not re.fullmatch(r"[\w.-]+(/[\w.-]+)*/?", name):
        return False
    if name.split("/")[0] in TOP and "/" in name:
        if name.startswith("results/"):
            return False
        return name not in KNOWN and f"{name.rstrip('/')}/" not in KNOWN
    if name.endswith(".rs") or (about_sources and name.endswith("/")):
        return not any(path == name or path.endswith(f"/{name}") for path in KNOWN)
    return False


def unknown_words(code):
    """The parts of a name in code, as `Type::method` or `macro!`, that occur nowhere in the sources; none of what is no such name."""
    name = re.fullmatch(r"([A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)(?:!|\(.*\))?", code)
    return [word for word in name[1].split("::") if word not in WORDS] if name else []


def on_page_markdown(markdown, page, config, files):
    """Warns of each file and each name in code that the page mentions and that doesn't exist."""
    path = page.file.src_uri
    if path not in UNCHECKED:
        prose = re.sub(r"^( *)```.*?^\1```", "", markdown, flags=re.DOTALL | re.MULTILINE)
        for code in re.findall(r"`([^`\n]+)`", prose):
            for name in code.split():
                if is_missing(name, path in ABOUT_SOURCES):
                    log.warning(f"'{path}' names '{name}', which isn't in the repository")
            for word in unknown_words(code) if path in ABOUT_SOURCES else []:
                log.warning(f"'{path}' names '{code}', but '{word}' isn't in the sources")
    return markdown
