"""The program as it is installed, with its files, of which there may be a newer version."""

import pathlib
import shutil

from server import BINARY


class Program:
    """A copy of the program, whose files can be changed."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        built = pathlib.Path(BINARY)
        self.folder.mkdir()
        self.binary = shutil.copy(built, self.folder)
        shutil.copytree(built.with_name("shala_Web.resources"), self.folder / "shala_Web.resources")

    def change(self):
        """Another version, which can be told on the screen."""
        files = self.folder / "shala_Web.resources"
        with (files / "public" / "css" / "app.css").open("a") as css:
            css.write("\n:root { --version: 2; }\n")
        layout = files / "templates" / "layout.mustache"
        layout.write_text(layout.read_text().replace("Skip to content", "Skip to the content"))
