"""What `bin/test --changed` runs: at least the tests that a changed file can break."""

import importlib.machinery
import importlib.util

import pytest

from server import ROOT


@pytest.fixture(scope="module")
def reach():
    loader = importlib.machinery.SourceFileLoader("reach", str(ROOT / "bin" / "reach"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("reach", loader))
    loader.exec_module(module)
    return module


EVERY = {"ClassroomTests", "PagesTests", "StoreTests", "WebTests"}
TOURS = {"everywhere", "engines", "layout", "keyboard", "accessibility"}


@pytest.mark.parametrize("path, targets, some, others", [
    ("Sources/Classroom/Journal/Entry.swift", EVERY, {"attendance", "upload", "everywhere"}, set()),
    ("Sources/Pages/Renderer.swift", {"PagesTests", "WebTests"}, {"attendance", "upload", "everywhere"}, set()),
    ("Sources/Store/Questions/Questions.swift", {"StoreTests", "WebTests"}, {"questions"} | TOURS, {"upload"}),
    ("Sources/Web/Resources/templates/layout.mustache", {"WebTests"}, {"training", "upload"} | TOURS, set()),
    ("Sources/Web/Resources/public/js/behaviours/training.js", {"WebTests"}, {"training"} | TOURS, {"upload"}),
    ("Sources/Web/SignIn/SignInRoutes.swift", {"WebTests"}, {"sign_in"} | TOURS, {"training"}),
    ("Tests/browser/test_hold.py", set(), {"hold"}, {"class"}),
    ("Tests/browser/steps.py", set(), {"hold", "class", "upload"}, set()),
    ("Tests/Support/TestBook.swift", {"StoreTests", "WebTests"}, set(), {"hold"}),
    ("Package.swift", EVERY, {"hold"}, set()),
    ("README.md", set(), set(), {"hold", "serve"}),
])
def test_reached(reach, path, targets, some, others):
    found, files = reach.reached([path])
    names = {file.stem.removeprefix("test_") for file in files}
    assert found == targets
    assert some <= names and not others & names
