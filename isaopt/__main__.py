"""``python -m isaopt`` is the ``isaopt`` command."""

from isaopt.cli.main import main

if __name__ == "__main__":
    main()
