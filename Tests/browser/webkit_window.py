#!/usr/bin/python3
"""A window of WebKit's own engine, of exactly the size of a device's screen, for its driver to steer.

    webkit_window.py FOLDER

The folder holds all that the device keeps, and what a test wants of it (device.json): the window's size, whether it is dark,
its position, and whether a page may know that. The last two are read anew whenever a page asks. What the console says goes to
the standard output.
"""

import ctypes
import json
import pathlib
import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

STATES = {"granted": WebKit2.PermissionState.GRANTED, "denied": WebKit2.PermissionState.DENIED,
          "prompt": WebKit2.PermissionState.PROMPT}


class Device:
    def __init__(self, folder):
        self.file = folder / "device.json"
        data = WebKit2.WebsiteDataManager(
            base_data_directory=str(folder / "data"), base_cache_directory=str(folder / "cache"))
        self.context = WebKit2.WebContext(website_data_manager=data)
        self.context.set_automation_allowed(True)
        self.context.connect("automation-started", self.steered)
        self.context.get_geolocation_manager().connect("start", self.asked_where)
        width, height = self.wants["size"]
        self.window = Gtk.Window(decorated=False, default_width=width, default_height=height)
        self.window.connect("destroy", Gtk.main_quit)
        settings = Gtk.Settings.get_default()
        settings.set_property("gtk-application-prefer-dark-theme", self.wants["is_dark"])
        # A phone's scroll bars lie over the page. Here such bars are drawn anew for ever, and take half a processor: none, then.
        settings.set_property("gtk-overlay-scrolling", False)

    @property
    def wants(self):
        return json.loads(self.file.read_text())

    def steered(self, context, session):
        # The name that the driver's capabilities ask for.
        about = WebKit2.ApplicationInfo.new()
        about.set_name("MiniBrowser")
        session.set_application_info(about)
        session.connect("create-web-view", lambda *_: self.open())

    def open(self):
        content = WebKit2.UserContentManager()
        content.add_style_sheet(WebKit2.UserStyleSheet(
            "* { scrollbar-width: none; }", WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserStyleLevel.USER, None, None))
        view = WebKit2.WebView(web_context=self.context, is_controlled_by_automation=True, user_content_manager=content)
        view.get_settings().set_enable_write_console_messages_to_stdout(True)
        view.connect("permission-request", self.asked)
        view.connect("query-permission-state", self.asked_whether)
        self.window.add(view)
        self.window.show_all()
        view.grab_focus()
        return view

    def asked_where(self, manager):
        position = self.wants["position"]
        if position is None:
            manager.failed("This device does not know where it is.")
        else:
            manager.update_position(WebKit2.GeolocationPosition.new(
                position["latitude"], position["longitude"], position["accuracy"]))
        return True

    def asked(self, view, request):
        """Answers as somebody who is asked whether the page may know the position."""
        is_refused = isinstance(request, WebKit2.GeolocationPermissionRequest) and self.wants["permission"] == "denied"
        request.deny() if is_refused else request.allow()
        return True

    def asked_whether(self, view, query):
        if query.get_name() != "geolocation":
            return False
        query.finish(STATES[self.wants["permission"]])
        return True


# Linux tells a process so of its parent's death (prctl(2)).
PR_SET_PDEATHSIG = 1


def main():
    # A driver ends without waiting for its window. One that stays goes on drawing, and takes half a processor.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    device = Device(pathlib.Path(sys.argv[1]))
    assert device
    Gtk.main()


if __name__ == "__main__":
    main()
