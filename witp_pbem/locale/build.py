"""Compiles the catalogues when the program is built or installed (hatchling's custom build hook)."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Runs `catalogues.compile_all` before files are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        spec = importlib.util.spec_from_file_location("catalogues", Path(__file__).parent / "catalogues.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        root = Path(self.root)
        build_data["artifacts"] += [f"/{path.relative_to(root).as_posix()}" for path in module.compile_all()]
