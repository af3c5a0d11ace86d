"""A real browser for the tests that need one: headless Chromium, driven by selenium, one per test process.

Debian packages: chromium, chromium-driver. Where they are missing, tests marked with `needs_browser` are skipped.
"""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--force-device-scale-factor=1", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--no-first-run")

# Whether the script of a replay has unpacked its film, or says why not; true of any other page.
UNPACKED = """return !document.getElementById("film") || document.documentElement.classList.contains("live")
              || !document.querySelector(".old").hidden"""

DESKTOP, PHONE = (1200, 900), (390, 844)  # width and height of the window, CSS pixels

needs_browser = pytest.mark.skipif(CHROMIUM is None or DRIVER is None,
                                   reason="no Chromium with its driver (Debian: chromium, chromium-driver)")


@cache
def _browser() -> Chrome:
    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ARGUMENTS:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(str(DRIVER)))
    atexit.register(driver.quit)
    return driver


def open_page(page: Path, width: int = 1200, height: int = 900, dark: bool = False, *, script: bool = True,
              fragment: str = "") -> Chrome:
    """Opens a file in a window of a size and returns the browser; the one before is closed.

    Args:
        width, height: of the window in CSS pixels; one below 500 is a phone's, with touch.
        dark: the reader likes it dark. script: False for one who has switched JavaScript off.
        fragment: of the address, with its "#".
    """
    driver = _browser()
    driver.get("about:blank")  # so that nothing of the page before is left, even where only the fragment differs
    _size(driver, width, height)
    _tell(driver, "Emulation.setScriptExecutionDisabled", value=not script)
    _tell(driver, "Emulation.setEmulatedMedia", media="",
          features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                    {"name": "prefers-reduced-motion", "value": "reduce"}])
    driver.get_log("browser")
    driver.get(page.resolve().as_uri() + fragment)
    if script:
        WebDriverWait(driver, 10).until(lambda opened: opened.execute_script(UNPACKED))
    return driver


def complaints(driver: Chrome) -> list[str]:
    """What the browser's console complains of since the page was opened: errors, refused scripts and styles."""
    return [str(line["message"]) for line in driver.get_log("browser") if line["level"] in ("SEVERE", "WARNING")]


def overhang(driver: Chrome) -> int:
    """By how many pixels the page is wider than its window: 0, unless it has to be scrolled sideways."""
    return int(driver.execute_script(
        "const page = document.documentElement; return page.scrollWidth - page.clientWidth"))


def screenshot(driver: Chrome, path: Path, *, whole: bool = False) -> Path:
    """A picture (PNG) of the window, or of the whole page."""
    if not whole:
        driver.save_screenshot(str(path))
        return path
    width, height, tall = driver.execute_script(
        "return [innerWidth, innerHeight, document.documentElement.scrollHeight]")
    _size(driver, width, tall)
    driver.save_screenshot(str(path))
    _size(driver, width, height)
    return path


def _size(driver: Chrome, width: int, height: int) -> None:
    """Gives the window a size; one below 500 is a phone's, with touch."""
    phone = width < 500
    _tell(driver, "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
    _tell(driver, "Emulation.setTouchEmulationEnabled", enabled=phone)


def _tell(driver: Chrome, command: str, **values: Any) -> None:
    driver.execute_cdp_cmd(command, values)
