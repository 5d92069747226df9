"""Ctrl-C and SIGTERM end ``opt`` with 130 and leave nothing behind, wherever it is.

Processes are real, and so are solvers.  A command announces on a pipe where it is.  It says so from within:
``sitecustomize``, which Python imports first in every process, makes the call at hand endless.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from isaopt.toolchain.find import find_toolchain
from tests.cli.test_opt import TEXT
from tests.test_parallel import two_that_change

ROOT = Path(__file__).parents[2]
INTERRUPTED = "isaopt: interrupted; no output file is incomplete\n"

#: What each place is made of; ``announce`` writes to the pipe, which stays open as long as any process lives.
PLACES = {
    "python": """
        import isaopt.one_kernel, threading
        def endless(*_, **__):
            announce()
            threading.Event().wait()
        isaopt.one_kernel.kernel_metrics = endless
    """,
    "cp-sat": """
        import random
        from ortools.sat.python import cp_model
        solve = cp_model.CpSolver.solve
        def endless(self, _):
            model, draw = cp_model.CpModel(), random.Random(1)
            bits = [model.new_bool_var("") for _ in range(600)]
            for _ in range(2556):
                model.add_bool_or([draw.choice((b, b.negated())) for b in draw.sample(bits, 3)])
            self.parameters.max_deterministic_time = 1e9
            self.parameters.log_search_progress = True
            self.parameters.log_to_stdout = False
            self.log_callback = lambda line: announce() if " search at " in line else None
            return solve(self, model)
        cp_model.CpSolver.solve = endless
    """,
    "bitwuzla": """
        import types
        import isaopt.account as account
        import isaopt.proof.terms.smt as smt
        import isaopt.proof.verdict as verdict
        import isaopt.approval
        verify = verdict.verify_modules
        def asks(*arguments, **named):
            from bitwuzla import TermManager
            made = smt.Translation(None, TermManager())
            x, y = (made.manager.mk_const(made.manager.mk_bv_sort(64)) for _ in range(2))
            total = made.apply("BV_ADD", made.apply("BV_AND", x, y), made.apply("BV_OR", x, y))
            twice = made.apply("BV_MUL", made.apply("BV_ADD", x, x), y)
            squares = [made.apply("BV_MUL", v, v) for v in (x, y)]
            parts = made.apply("BV_ADD", made.apply("BV_ADD", *squares), twice)
            smt._MAX_STEPS = 10**12
            announce()
            world = types.SimpleNamespace(account=account.WorkAccount())
            smt._unsatisfiable(world, made, [made.apply("DISTINCT", made.apply("BV_MUL", total, total), parts)])
            return verify(*arguments, **named)
        isaopt.approval.verify_modules = asks
    """,
    "a finaliser": """
        import isaopt.pipeline, os, signal
        lint = isaopt.pipeline._lint
        class Swallows:
            def __del__(self):
                os.kill(os.getpid(), signal.SIGINT)
        def swallow(*arguments):
            Swallows()
            return lint(*arguments)
        isaopt.pipeline._lint = swallow
    """,
    "writing": """
        import os, signal
        replace = os.replace
        def interrupted(source, target):
            if not str(target).endswith(".so"):
                os.kill(os.getpid(), signal.SIGINT)
                os.kill(os.getpid(), signal.SIGTERM)
            replace(source, target)
        os.replace = interrupted
    """,
}

SITE = """\
import os, sys
pipe = os.environ["ANNOUNCE"]
def announce():
    global kept
    kept = open(pipe, "w")
    kept.write("here")
    kept.flush()
if "isaopt" in sys.orig_argv or "spawn_main" in "".join(sys.orig_argv):
"""

CLANG = """\
#!/bin/sh
case "$*" in *--version*) exec {real} "$@";; esac
input=$(cat)
case "$input" in *"amdhsa_kernel probe"*) printf '%s\\n' "$input" | exec {real} "$@";; esac
exec 9>"$ANNOUNCE"
printf here >&9
exec sleep 100000
"""


class Run:
    """``isaopt opt --cache`` in a session of its own, with a place of its own for what it keeps."""

    def __init__(self, folder: Path, place: str, *options: str, text: str = TEXT) -> None:
        self.folder, self.pipe = folder, folder / "announce"
        os.mkfifo(self.pipe)
        (folder / "tmp").mkdir()
        (folder / "site").mkdir()
        (folder / "site" / "sitecustomize.py").write_text(SITE + (PLACES.get(place) or "\n        pass\n"))
        (folder / "k.s").write_text(text)
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(folder / "site"), str(ROOT))),
            "ANNOUNCE": str(self.pipe),
            "TMPDIR": str(folder / "tmp"),
            "ISAOPT_CACHE": str(folder / "native"),
            "ISAOPT_CACHE_DIR": str(folder / "cache"),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "isaopt", "opt", "k.s", "-o", "out.s", "--cache", *options],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # Whoever runs the tests in the background has SIGINT ignored in all of them.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def interrupted(self, number: signal.Signals, group: bool) -> None:
        """Waits until the place is reached, and interrupts the process or, as a terminal does, its whole group; then
        until nobody holds the pipe any more."""
        threading.Thread(target=self._give_up, daemon=True).start()
        with self.pipe.open() as announced:
            assert announced.read(4) == "here", self.process.communicate()[1]
            (os.killpg if group else os.kill)(self.process.pid, number)
            announced.read()

    def _give_up(self) -> None:
        """Once the process is gone nobody announces anything any more: the pipe is opened and closed in its place."""
        self.process.wait()
        with contextlib.suppress(OSError):
            os.close(os.open(self.pipe, os.O_WRONLY | os.O_NONBLOCK))

    def ended(self) -> tuple[int, str]:
        """The exit code and what was said on standard error."""
        said = self.process.communicate(timeout=120)[1]
        return self.process.returncode, said

    @property
    def left(self) -> list[str]:
        """What is there besides the input, by path."""
        known = ("k.s", "announce", "site", "tmp", "native", "clang")
        found = [p for p in self.folder.rglob("*") if p.relative_to(self.folder).parts[0] not in known and p.is_file()]
        temporary = [p for p in (self.folder / "tmp").iterdir() if not p.name.startswith("isaopt-zig")]
        return sorted(str(p.relative_to(self.folder)) for p in (*found, *temporary))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "jobs", "number", "group"),
    [
        ("cp-sat", 1, signal.SIGINT, False),
        ("cp-sat", 1, signal.SIGTERM, False),
        ("cp-sat", 2, signal.SIGINT, True),
        ("cp-sat", 2, signal.SIGTERM, True),
        ("cp-sat", 2, signal.SIGTERM, False),
        ("python", 1, signal.SIGTERM, False),
        ("bitwuzla", 1, signal.SIGINT, False),
    ],
)
def test_an_interrupt_leaves_nothing(
    tmp_path: Path, place: str, jobs: int, number: signal.Signals, group: bool
) -> None:
    # At level 3 nothing is left to gain for a solver here.
    passes = ("--passes", "pair,reassign") if place == "cp-sat" else ()
    run = Run(tmp_path, place, "--jobs", str(jobs), *passes, text=two_that_change())
    run.interrupted(number, group)
    assert run.ended() == (130, INTERRUPTED)
    assert run.left == []


@pytest.mark.slow
def test_a_tool_that_runs_ends_too(tmp_path: Path) -> None:
    clang = tmp_path / "clang"
    clang.write_text(CLANG.format(real=" ".join(find_toolchain("gfx1100").clang.command)))
    clang.chmod(0o755)
    run = Run(tmp_path, "", "--clang", str(clang))
    run.interrupted(signal.SIGINT, group=False)
    assert run.ended() == (130, INTERRUPTED)
    assert run.left == []


@pytest.mark.slow
def test_an_interrupt_that_is_swallowed_counts(tmp_path: Path) -> None:
    """Python prints what a finaliser raises, and goes on."""
    run = Run(tmp_path, "a finaliser")
    code, said = run.ended()
    assert code == 130
    assert "KeyboardInterrupt" in said
    assert run.left == []


@pytest.mark.slow
def test_an_interrupt_is_too_late_where_writing_has_begun(tmp_path: Path) -> None:
    run = Run(tmp_path, "writing", "--report", "report.json")
    assert run.ended() == (0, "")
    assert {"out.s", "report.json"} < set(run.left)
    # The result of the file, and those of its kernels.
    assert len([path for path in run.left if path.startswith("cache")]) == 3


def test_a_background_job_still_ignores_the_terminal(tmp_path: Path) -> None:
    code = (
        "import os, signal; from isaopt import interrupt; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "interrupt.listen(); os.kill(os.getpid(), signal.SIGINT); print('on')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "on\n"


#: The signal comes when the tool has begun, and before whoever starts it has been told.
STARTING = """
import os, signal, subprocess
from isaopt import interrupt
from isaopt.toolchain.run import run
begin = subprocess.Popen._execute_child
def interrupted(self, *arguments):
    begin(self, *arguments)
    started.append(self)
    os.kill(os.getpid(), signal.SIGINT)
subprocess.Popen._execute_child, started = interrupted, []
signal.signal(signal.SIGINT, signal.SIG_DFL)
interrupt.listen()
try:
    run(["sleep", "100000"])
except KeyboardInterrupt:
    print(started[0].poll())
"""


def test_a_tool_that_is_being_started_ends_too() -> None:
    done = subprocess.run([sys.executable, "-c", STARTING], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{-signal.SIGKILL}\n"


#: What a worker's Python finds before it has imported anything of ours.
WORKER = """\
import os, signal, sys
if "spawn_main" in "".join(sys.orig_argv):
    with open(os.environ["ANNOUNCE"], "w") as told:
        told.write(str(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])))
"""


def test_a_worker_that_is_being_started_leaves_interrupts_to_its_parent(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WORKER)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT))),
        "ANNOUNCE": str(tmp_path / "told"),
    }
    code = "from isaopt.workers import run_tasks; print(list(run_tasks(abs, [-1], 1)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[(0, 1)]\n"
    assert (tmp_path / "told").read_text() == "True"
