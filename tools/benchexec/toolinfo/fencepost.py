"""fencepost for BenchExec (https://github.com/sosy-lab/benchexec): how it is started, and what its answers mean."""

import json
import os

import benchexec.result as result
import benchexec.tools.template

# A property file is called after the memory model under which all that a program states is to hold.
_MODELS = ("sc", "tso", "pso")

# A crash must not look like an answer: each verdict has its exit code.
_CODES = {"safe": 0, "unsafe": 10, "unknown": 20}


class Tool(benchexec.tools.template.BaseTool2):
    """fencepost proves or refutes properties of concurrent programs under SC, TSO and PSO."""

    REQUIRED_PATHS = ["*", "../../package.json", "../../node_modules"]

    def name(self):
        return "fencepost"

    def project_url(self):
        return "https://www.npmjs.com/package/fencepost"

    def executable(self, tool_locator):
        try:
            # A checkout.
            return tool_locator.find_executable("fencepost.js", subdir=os.path.join("dist", "bin"))
        except benchexec.tools.template.ToolNotFoundException:
            return tool_locator.find_executable("fencepost")

    def version(self, executable):
        return self._version_from_tool(executable)

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, "verify", "--json", "--trace=none", *options]
        asked = _property_name(task.property_file)
        if asked in _MODELS:
            words.append("--model=" + asked)
        elif asked is not None:
            raise benchexec.tools.template.UnsupportedFeatureException(
                "fencepost has no property {!r}; there are {}".format(asked, ", ".join(_MODELS))
            )
        # It stops by itself, and tells what it knows, where a limit would end it without a word.
        seconds = rlimits.walltime or rlimits.cputime
        if seconds and not _has(options, "--timeout"):
            words.append("--timeout={}".format(seconds))
        if rlimits.memory and not _has(options, "--memory"):
            words.append("--memory={}".format(max(1, int(rlimits.memory * 0.95 / 10**6))))
        return [*words, "--", task.single_input_file]

    def determine_result(self, run):
        document = _document(run.output)
        code = run.exit_code.value
        if document is None:
            return result.RESULT_ERROR if code is not None else result.RESULT_UNKNOWN
        verdict, reason = document.get("verdict"), document.get("reason")
        if verdict is None:
            return "{} ({})".format(result.RESULT_ERROR, reason)
        if _CODES.get(verdict) != code:
            return "{} (exit code {} with {})".format(result.RESULT_ERROR, code, verdict)
        if verdict == "safe":
            return result.RESULT_TRUE_PROP
        if verdict == "unsafe":
            return result.RESULT_FALSE_PROP
        if reason == "timeout":
            return "TIMEOUT"
        if reason == "memory":
            return "OUT OF MEMORY"
        return "{} ({})".format(result.RESULT_UNKNOWN, reason)

    def get_value_from_output(self, output, identifier):
        document = _document(output)
        if document is None:
            return None
        value = document.get("stats", {}).get(identifier, document.get(identifier))
        return None if value is None else str(value)


def _property_name(path):
    return None if path is None else os.path.splitext(os.path.basename(path))[0]


def _has(options, name):
    return any(option == name or option.startswith(name + "=") for option in options)


def _document(output):
    """The document of --json among all that was printed, warnings before it included."""
    text = "\n".join(output)
    start = 0 if text.startswith("{") else text.find("\n{") + 1
    if start == 0 and not text.startswith("{"):
        return None
    try:
        document, _ = json.JSONDecoder().raw_decode(text, start)
    except ValueError:
        return None
    return document if isinstance(document, dict) and "verdict" in document else None
