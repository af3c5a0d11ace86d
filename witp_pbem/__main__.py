"""`python -m witp_pbem` is the same program as `witp-pbem`."""

from witp_pbem.cli import main

if __name__ == "__main__":
    main()
