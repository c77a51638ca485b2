"""What is sent of the scripts is what was written, but for the comments."""

import pathlib
import re
import subprocess

import pytest

PUBLIC = pathlib.Path(__file__).parents[2] / "Sources/Web/Resources/public"
SCRIPTS = sorted(path.relative_to(PUBLIC) for path in (PUBLIC / "js").rglob("*.js"))


def compiled(folder, target):
    """Scripts as TypeScript's compiler writes them without comments, by name."""
    options = "--allowJs --removeComments --noResolve --isolatedModules --target es2022 --module es2022 --skipLibCheck"
    subprocess.run(["tsc", *options.split(), "--rootDir", folder, "--outDir", target,
                    *(folder / script for script in SCRIPTS)], capture_output=True)
    return {script: re.sub(r"\s+", " ", (target / script).read_text()) for script in SCRIPTS}


@pytest.fixture
def sent(shared_book, tmp_path):
    folder = tmp_path / "sent"
    for script in SCRIPTS:
        (folder / script).parent.mkdir(parents=True, exist_ok=True)
        (folder / script).write_text(shared_book.client.get(f"/assets/{script}").text)
    return folder


def test_scripts_mean_what_was_written(sent, tmp_path):
    assert compiled(sent, tmp_path / "one") == compiled(PUBLIC, tmp_path / "other")


def test_comments_are_not_sent(sent, shared_book):
    for script in SCRIPTS:
        assert not re.search(r"^\s*(//.*|/\*\*|\* .*|/\*.*\*/)$", (sent / script).read_text(), re.MULTILINE), script
        # Errors name the line as it was written.
        assert (sent / script).read_text().count("\n") == (PUBLIC / script).read_text().count("\n")
    sheet = shared_book.client.get("/assets/css/app.css").text
    assert "/*" not in sheet and sheet.count("{") == sheet.count("}") > 100
