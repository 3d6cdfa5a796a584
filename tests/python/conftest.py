"""Shared by the tests of the Python package. The module is compared with the program that it would start."""
import pytest

import ezscope as ez

BOX = """ezscope = 1
grid = { cells = [60, 40], cell = 1e-3 }
[[source]]
name = "lamp"
kind = "point"
at = [0.02, 0.02]
waveform = { kind = "cw", frequency = 15e9 }
[[probe]]
name = "p"
at = [0.03, 0.02]
"""


@pytest.fixture
def box():
    return ez.Scene.parse(BOX)


@pytest.fixture(scope="session")
def program():
    from ezscope._program import program as path_of_program
    try:
        return path_of_program()
    except FileNotFoundError as error:
        pytest.skip(str(error))
