"""Processes that share tasks: every task is answered for, whatever becomes of its process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from isaopt.errors import InputError
from isaopt.workers import Helper, Lost, run_tasks


def work(task: object) -> object:
    if task == "raise":
        raise InputError("no good", "f.s", 3)
    if task == "unpicklable":
        return threading.Lock()
    if task == "exit":
        os._exit(7)
    if task == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == "hang":
        threading.Event().wait()
    return ("done", task)


def nap(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def work_aloud(_: object) -> None:
    print("ready", flush=True)
    threading.Event().wait()


def test_each_task_has_its_own_answer() -> None:
    tasks = [1, "raise", 2, "exit", 3, "crash", 4, "unpicklable", 5]
    answers = dict(run_tasks(work, tasks, 2))
    assert sorted(answers) == list(range(9))
    assert [answers[i] for i in (0, 2, 4, 6, 8)] == [("done", n) for n in (1, 2, 3, 4, 5)]
    lost = {tasks[i]: a for i, a in answers.items() if isinstance(a, Lost)}
    assert set(lost) == {"raise", "exit", "crash", "unpicklable"}
    assert isinstance(lost["raise"].error, InputError)
    assert lost["raise"].error.line == 3
    assert lost["exit"].why == "its process ended with exit status 7"
    assert lost["crash"].why == "its process died of signal 9 (SIGKILL)"
    assert "cannot be sent" in lost["unpicklable"].why


@pytest.mark.slow
def test_a_task_without_end_is_given_up() -> None:
    answers = dict(run_tasks(work, ["hang", 1], 1, timeout=6))
    assert answers[0] == Lost("no result within 6 seconds", late=True)
    assert answers[1] == ("done", 1)


def test_no_tasks_no_processes() -> None:
    assert list(run_tasks(work, [], 4)) == []


def test_the_program_is_not_run_again_in_its_workers() -> None:
    code = (
        "from operator import neg\n"
        "from isaopt.workers import run_tasks\n"
        "print(sorted(answer for _, answer in run_tasks(neg, [1, 2, 3], 2)))\n"
    )
    run = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("[-3, -2, -1]\n", "")


def test_workers_end_with_the_program_that_is_killed() -> None:
    """They hold the other end of its standard output, which closes when the last of them is gone."""
    code = (
        "from tests.test_workers import work_aloud\n"
        "from isaopt.workers import run_tasks\n"
        "list(run_tasks(work_aloud, [1, 2], 2))\n"
    )
    root = str(Path(__file__).parents[1])
    with subprocess.Popen([sys.executable, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(code.encode())
        program.stdin.close()
        program.stdin = None
        said = [program.stdout.readline() for _ in range(2)]
        program.kill()
        assert said == [b"ready\n"] * 2
        assert program.communicate(timeout=60)[0] == b""


def test_a_helper_that_takes_too_long_is_ended_and_the_next_task_gets_another() -> None:
    helper: Helper[float, int] = Helper(nap)
    try:
        lost = helper.ask(60.0, timeout=3.0)
        assert isinstance(lost, Lost)
        assert lost.late
        first = helper.ask(0.0, timeout=60.0)
        assert first == helper.ask(0.0)
        helper.restart()
        assert helper.ask(0.0) != first
    finally:
        helper.close()
