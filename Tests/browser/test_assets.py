"""What is sent of the scripts is what was written, but for the comments; those that every page needs come in one."""

import os
import pathlib
import re
import subprocess

import pytest

PUBLIC = pathlib.Path(__file__).parents[2] / "Sources/Web/Resources/public"
SCRIPTS = sorted(path.relative_to(PUBLIC) for path in (PUBLIC / "js").rglob("*.js"))
ENTRY = pathlib.PurePath("js/app.js")

IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
# A joined module: its name, what it takes of others, its text, and what it exports.
MODULE = re.compile(r"^const (\$\w+) = \(\(\) => \{\n(.*?)\nreturn \{ (.*?) \};\n\}\)\(\);$", re.MULTILINE | re.DOTALL)
TAKEN = re.compile(r"^const (?:\{ .* \}|\w+) = \$\w+;$", re.MULTILINE)
EXPORTED = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def written(script):
    return (PUBLIC / script).read_text()


def imported(script):
    """The modules that one imports at once."""
    return [pathlib.PurePath(os.path.normpath(script.parent / address))
            for address in re.findall(r"^import (?:.* from )?'(.+)';$", written(script), re.MULTILINE)]


def joined():
    found = [ENTRY]
    for one in found:
        found += [other for other in imported(one) if other not in found]
    return found


def name(script):
    return "$" + re.sub(r"\W", "_", str(script.relative_to("js").with_suffix("")))


def with_addresses(text, script):
    """The text with whole paths in the place of what is imported later."""
    return re.sub(r"(?<=import\(')\.[^']*", lambda address: os.path.normpath(script.parent / address[0]), text)


def compiled(folder, texts):
    """Scripts as TypeScript's compiler writes them without comments, by name."""
    for script, text in texts.items():
        (folder / "in" / script).parent.mkdir(parents=True, exist_ok=True)
        (folder / "in" / script).write_text(text)
    options = "--allowJs --removeComments --noResolve --isolatedModules --target es2022 --module es2022 --skipLibCheck"
    subprocess.run(["tsc", *options.split(), "--rootDir", folder / "in", "--outDir", folder / "out",
                    *(folder / "in" / script for script in texts)], capture_output=True)
    return {script: re.sub(r"\s+", " ", (folder / "out" / script).read_text()) for script in texts}


def test_functions_are_short():
    """None has more than 25 lines: what is longer has parts with a name of their own, or is a class."""
    scripts = sorted(PUBLIC.rglob("*.js"))
    told = subprocess.run(["node", pathlib.Path(__file__).with_name("long_functions.js"), "25", *scripts],
                          capture_output=True, text=True, check=True)
    assert len(scripts) > 100 and told.stdout == ""


@pytest.fixture
def sent(shared_book):
    return {script: shared_book.client.get(f"/assets/{script}").text for script in SCRIPTS}


@pytest.fixture
def modules(sent):
    """The text of each joined module and what it exports."""
    found = {one[1]: (one[2], one[3]) for one in MODULE.finditer(sent[pathlib.Path(ENTRY)])}
    return {script: found[name(script)] for script in joined()}


def test_every_icon_is_drawn():
    """One that is not shows nothing, and nobody complains."""
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (PUBLIC / "icons.svg").read_text()))
    used = {icon for path in (PUBLIC.parent / "templates").rglob("*.mustache")
            for icon in re.findall(r'icons\.svg#([\w-]+)"', path.read_text())}
    assert used and used <= drawn, used - drawn


def test_scripts_mean_what_was_written(sent, modules, tmp_path):
    assert len(modules) > 25
    # What is imported later has its address as the joined file sees it.
    here = {script: with_addresses(TAKEN.sub("", body), ENTRY) for script, (body, _) in modules.items()}
    there = {script: with_addresses(EXPORTED.sub("", IMPORT.sub("", written(script))), script) for script in modules}
    for script in set(SCRIPTS) - set(modules):
        here[script], there[script] = IMPORT.sub("", sent[script]), IMPORT.sub("", written(script))
    assert compiled(tmp_path / "one", here) == compiled(tmp_path / "other", there)
    for script, (_, exports) in modules.items():
        assert exports.split(", ") == (EXPORTED.findall(written(script)) or [""]), script


def test_every_name_is_known(sent, tmp_path):
    """TypeScript's compiler finds what each script imports, and no name that nobody has declared."""
    for script, text in sent.items():
        (tmp_path / script).parent.mkdir(parents=True, exist_ok=True)
        # Types are named in comments, and declared in those that are not sent.
        (tmp_path / script).write_text(re.sub(r"/\*\*.*?\*/", "", text))
    options = "--allowJs --checkJs --noEmit --target es2022 --module es2022 --moduleResolution node --lib es2022,dom,dom.iterable"
    told = subprocess.run(["tsc", *options.split(), *(tmp_path / script for script in SCRIPTS)], capture_output=True, text=True).stdout
    # No such name, no such export, no such module, declared twice.
    assert [line for line in told.splitlines() if re.search(r"TS(2304|2305|2307|2451|2552|2614|1192):", line)] == []


def test_joined_modules_stand_at_their_addresses(devices, shared_book, modules):
    page = devices.open()
    page.goto(f"{shared_book.base}/sign-in")
    for script in modules:
        if script == ENTRY or not (names := EXPORTED.findall(written(script))):
            continue
        same = page.evaluate("""async ([entry, address, module]) => {
          const [all, one] = [await import(entry), await import(address)];
          return Object.keys(one).filter(name => one[name] === all[module][name]);
        }""", [f"/assets/{ENTRY}", f"/assets/{script}", name(script)])
        assert sorted(same) == sorted(names), script


def test_comments_are_not_sent(sent, shared_book):
    for script, text in sent.items():
        assert not re.search(r"^\s*(//.*|/\*\*|\* .*|/\*.*\*/)$", text, re.MULTILINE), script
    for script in set(SCRIPTS) - {pathlib.Path(one) for one in joined()}:
        # Errors name the line as it was written.
        assert sent[script].count("\n") == written(script).count("\n"), script
    sheet = shared_book.client.get("/assets/css/app.css").text
    assert "/*" not in sheet and sheet.count("{") == sheet.count("}") > 100
