"""Runs the tasks on a cluster, through Dask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from isaopt.errors import MissingTool
from isaopt.libraries.task import Answer, FileTask, work
from isaopt.workers import Lost

CONNECT_SECONDS = 20


def run_on_cluster(scheduler: str, tasks: Sequence[FileTask]) -> Iterator[tuple[int, Answer | Lost]]:
    """Each task's index and answer, in order of completion.

    A task whose worker dies is given to another, a few times; then it is lost.

    Raises:
        MissingTool: Dask is not installed, or nobody answers at ``scheduler``.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        hint = "install it with: pip install 'isaopt[cluster]'"
        raise MissingTool("--scheduler needs dask.distributed", hint=hint) from None
    try:
        client = Client(  # type: ignore[no-untyped-call]
            scheduler, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, ValueError, TimeoutError) as error:
        raise MissingTool(f"no Dask scheduler at {scheduler}: {' '.join(str(error).split())[:200]}") from None
    with client, client.as_current():
        # Not pure: a task is never answered twice here, and hashing texts takes time.
        futures = {client.submit(work, task, pure=False): index for index, task in enumerate(tasks)}
        for future in as_completed(list(futures)):  # type: ignore[no-untyped-call]
            raised = future.exception()
            if raised is None:
                yield futures[future], future.result()
            else:
                yield futures[future], Lost(" ".join(f"{type(raised).__name__}: {raised}".split())[:300])
            future.release()
