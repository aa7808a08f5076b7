"""The yardstick: a bare Litestar route that answers msgpack, on the service's own server settings.

Whatever the service does beyond this (reading a body, judging, answering) shows as a ratio.

    python bench/hello.py --port 8001
"""

from __future__ import annotations

import argparse
from pathlib import Path

from litestar import Litestar, MediaType, get

from arbitre_service.app import settle_memory
from arbitre_service.command import run
from arbitre_service.settings import Settings


@get("/hello", media_type=MediaType.MESSAGEPACK)
async def hello() -> dict[str, str]:
    """Answer a small map, encoded by Litestar."""
    return {"hello": "world"}


def create_hello_app() -> Litestar:
    """Make the application; its memory settled like the service's."""
    app = Litestar([hello], openapi_config=None, logging_config=None)
    settle_memory()
    return app


def main() -> None:
    """Serve the yardstick."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8001)
    arguments = parser.parse_args()
    run(
        Settings(host=arguments.host, port=arguments.port),
        f"{Path(__file__).stem}:create_hello_app",
    )


if __name__ == "__main__":
    main()
