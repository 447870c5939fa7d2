"""The processes of a desktop: finding every one, ending them and nothing else."""
import ctypes
import glob
import os
import signal
import time

# prctl(2): orphans of this process's descendants become its children.
PR_SET_CHILD_SUBREAPER = 36


def become_subreaper():
    """Orphans of the desktop's programs become ours, so that teardown finds every one."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants(root):
    """The pids of a process's living descendants."""
    children = {}
    for stat in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(stat, encoding="utf-8", errors="replace") as file:
                text = file.read()
        except OSError:                   # it has ended meanwhile
            continue
        pid = int(text.split(" ", 1)[0])
        fields = text.rsplit(")", 1)[1].split()
        if fields[0] != "Z":
            children.setdefault(int(fields[1]), []).append(pid)
    found, queue = [], [root]
    while queue:
        for child in children.get(queue.pop(), ()):
            found.append(child)
            queue.append(child)
    return found


def reap():
    """Collects the ended children."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:             # there is none
        pass


def end_all(patience=2.0):
    """Ends all descendants: SIGTERM, then after so many seconds SIGKILL."""
    for sig in (signal.SIGTERM, signal.SIGKILL):
        end = time.monotonic() + patience
        for pid in descendants(os.getpid()):
            try:
                os.kill(pid, sig)
            except ProcessLookupError:    # it has ended meanwhile
                pass
        while descendants(os.getpid()) and time.monotonic() < end:
            reap()
            time.sleep(0.02)
        reap()
        if not descendants(os.getpid()):
            return
