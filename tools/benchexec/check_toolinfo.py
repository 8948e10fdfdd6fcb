"""Checks the tool-info module by BenchExec's documented interface; BenchExec itself is taken where it is installed."""

import os
import subprocess
import sys
import types
import unittest
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def _stand_in():
    """As much of BenchExec as the documentation of tool-info modules speaks of (doc/tool-integration.md, BaseTool2)."""
    package, results, tools, template = (
        types.ModuleType(name)
        for name in ("benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template")
    )
    results.RESULT_TRUE_PROP = "true"
    results.RESULT_FALSE_PROP = "false"
    results.RESULT_UNKNOWN = "unknown"
    results.RESULT_ERROR = "ERROR"

    class ToolNotFoundException(Exception):
        pass

    class UnsupportedFeatureException(Exception):
        pass

    class BaseTool2:
        @staticmethod
        def _version_from_tool(executable, arg="--version"):
            return subprocess.run([executable, arg], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    template.ToolNotFoundException = ToolNotFoundException
    template.UnsupportedFeatureException = UnsupportedFeatureException
    template.BaseTool2 = BaseTool2
    package.result, package.tools, tools.template = results, tools, template
    for module in (package, results, tools, template):
        sys.modules[module.__name__] = module


try:
    import benchexec.tools.template
except ImportError:
    _stand_in()

sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
from toolinfo.fencepost import Tool  # noqa: E402

Limits = namedtuple("Limits", "cputime cputime_hard walltime memory cpu_cores", defaults=[None] * 5)
Code = namedtuple("Code", "raw value signal")
Run = namedtuple("Run", "cmdline exit_code output termination_reason")


class Task(namedtuple("Task", "input_files property_file")):
    @property
    def single_input_file(self):
        (only,) = self.input_files
        return only


class Locator:
    def find_executable(self, name, subdir=""):
        path = os.path.join(ROOT, subdir, name)
        if not os.access(path, os.X_OK):
            raise sys.modules["benchexec.tools.template"].ToolNotFoundException(path)
        return path


def sample(name):
    return os.path.join(ROOT, "samples", *name.split("/"))


class ToolInfo(unittest.TestCase):
    def setUp(self):
        self.tool = Tool()
        self.executable = self.tool.executable(Locator())

    def run_it(self, file, prp, *options, limits=Limits()):
        words = self.tool.cmdline(self.executable, list(options), Task([file], prp), limits)
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return words, Run(words, Code(done.returncode, done.returncode, None), done.stdout.splitlines(), None)

    def test_names_itself(self):
        self.assertEqual(self.tool.name(), "fencepost")
        self.assertRegex(self.tool.version(self.executable), r"^\d+\.\d+\.\d+")

    def test_says_what_the_program_says(self):
        for file, prp, expected in (
            ("litmus/sb.fp", "p/sc.prp", "true"),
            ("litmus/sb.fp", "p/tso.prp", "false"),
            ("litmus/sb-fenced.fp", "p/pso.prp", "true"),
        ):
            _, run = self.run_it(sample(file), prp)
            self.assertEqual(self.tool.determine_result(run), expected, run.output)
        self.assertGreater(int(self.tool.get_value_from_output(run.output, "states")), 1)
        self.assertEqual(self.tool.get_value_from_output(run.output, "engine"), "explicit")
        self.assertIsNone(self.tool.get_value_from_output(run.output, "nothing"))

    def test_tells_why_there_is_no_answer(self):
        _, run = self.run_it(sample("unbounded/counter.fp"), "sc.prp", "--engine=explicit", "--timeout=1")
        self.assertEqual(self.tool.determine_result(run), "TIMEOUT")
        _, run = self.run_it("nowhere.fp", "sc.prp")
        self.assertEqual(self.tool.determine_result(run), "ERROR (input)")

    def test_takes_no_crash_for_an_answer(self):
        _, run = self.run_it(sample("litmus/sb.fp"), "sc.prp")
        crashed = run._replace(exit_code=Code(1, 1, None))
        self.assertTrue(self.tool.determine_result(crashed).startswith("ERROR"))
        killed = run._replace(exit_code=Code(9, None, 9), output=run.output[:3])
        self.assertNotIn(self.tool.determine_result(killed), ("true", "false"))

    def test_hands_options_and_limits_on(self):
        limits = Limits(cputime=60, memory=2 * 10**9)
        words = self.tool.cmdline("x", ["--engine", "dual"], Task(["a.fp"], "d/tso.prp"), limits)
        self.assertEqual(words[:2] + words[-2:], ["x", "verify", "--", "a.fp"])
        for word in ("--json", "--engine", "dual", "--model=tso", "--timeout=60", "--memory=1900"):
            self.assertIn(word, words)
        words = self.tool.cmdline("x", ["--timeout", "5"], Task(["a.fp"], None), limits)
        self.assertNotIn("--timeout=60", words)
        with self.assertRaises(sys.modules["benchexec.tools.template"].UnsupportedFeatureException):
            self.tool.cmdline("x", [], Task(["a.c"], "unreach-call.prp"), limits)


if __name__ == "__main__":
    unittest.main()
