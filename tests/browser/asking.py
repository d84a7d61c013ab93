"""Waiting for what a page finds out only after a while."""

import time

from playwright.sync_api import Page, Worker


def until(page: Page | Worker, question: str, argument: object = None) -> None:
    """Wait for what a page can only find out by asking; so Playwright itself does not wait."""
    for _ in range(200):
        if page.evaluate(question, argument):
            return
        time.sleep(0.1)
    raise AssertionError(question)
