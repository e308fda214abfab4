"""A client of rust-analyzer over standard input and output."""

import json
import os
import pathlib
import queue
import subprocess
import threading
import time

RETRY = (-32801, -32802)  # the content changed, or the server cancelled the request
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


def sysroot():
    printed = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True)
    return pathlib.Path(printed.stdout.strip())


def uri(path):
    return pathlib.Path(path).resolve().as_uri()


class Server:
    """A running rust-analyzer, and the texts of the files that are open in it."""

    def __init__(self, program, root, target):
        self.root = pathlib.Path(root)
        env = dict(os.environ, CARGO_TARGET_DIR=str(target), CARGO_NET_OFFLINE="true", RA_LOG="error")
        log = open(pathlib.Path(target) / "rust-analyzer.log", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, cwd=root, env=env
        )
        self.texts, self.versions = {}, {}
        self._next_id, self._answers, self._lock = 0, {}, threading.Lock()
        self._is_quiet = False
        self.config = self._configuration()
        threading.Thread(target=self._read, daemon=True).start()
        self._initialize()

    def _configuration(self):
        cargo = {"buildScripts": {"enable": True}, "allTargets": True}
        if source := os.environ.get("SYSROOT_SRC"):
            cargo["sysrootSrc"] = source
        macros = {"enable": True}
        macro_server = sysroot() / "libexec/rust-analyzer-proc-macro-srv"
        if macro_server.exists():
            macros["server"] = str(macro_server)
        return {
            "checkOnSave": False,
            "cargo": cargo,
            "procMacro": macros,
            "completion": {"limit": None},
        }

    def _initialize(self):
        document = {
            "hover": {"contentFormat": ["markdown"]},
            "completion": {"completionItem": {"snippetSupport": False}},
            "definition": {"linkSupport": True},
            "diagnostic": {"dynamicRegistration": False},
            "rename": {"prepareSupport": True},
            "semanticTokens": {
                "requests": {"full": True},
                "tokenTypes": [],
                "tokenModifiers": [],
                "formats": ["relative"],
            },
        }
        capabilities = {
            "workspace": {"configuration": True, "workspaceEdit": {"documentChanges": True}},
            "textDocument": document,
            "experimental": {"serverStatusNotification": True},
        }
        parameters = {
            "processId": os.getpid(),
            "rootUri": uri(self.root),
            "capabilities": capabilities,
            "workspaceFolders": [{"uri": uri(self.root), "name": "app"}],
            "initializationOptions": self.config,
        }
        answer = self.request("initialize", parameters)
        self.legend = answer["capabilities"]["semanticTokensProvider"]["legend"]
        self.notify("initialized", {})

    def _send(self, message):
        body = json.dumps(message).encode()
        with self._lock:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline()) != b"\r\n":
                if not line:
                    return
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message = json.loads(out.read(length))
            if "method" in message:
                self._answer(message)
            elif waiting := self._answers.pop(message["id"], None):
                waiting.put(message)

    def _answer(self, message):
        if message["method"] == "experimental/serverStatus":
            self._is_quiet = message["params"].get("quiescent", False)
        if "id" in message:
            is_settings = message["method"] == "workspace/configuration"
            result = [self.config for _ in message["params"]["items"]] if is_settings else None
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def notify(self, method, parameters):
        self._send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def request(self, method, parameters, timeout=300):
        """Returns the result, or an error as `{"error": …}`."""
        for _ in range(50):
            self._next_id += 1
            waiting = self._answers[self._next_id] = queue.Queue()
            self._send({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": parameters})
            message = waiting.get(timeout=timeout)
            if "error" not in message:
                return message["result"]
            if message["error"]["code"] not in RETRY:
                return {"error": message["error"]}
            time.sleep(0.1)
        return {"error": {"message": "cancelled again and again"}}

    def wait_until_ready(self, limit=1200):
        """Waits until the crates are loaded and indexed."""
        end, quiet = time.time() + limit, 0
        while quiet < 10:
            if self.process.poll() is not None or time.time() > end:
                raise SystemExit("rust-analyzer did not load the crate; see rust-analyzer.log in the target folder")
            quiet = quiet + 1 if self._is_quiet else 0
            time.sleep(0.3)

    def open(self, path):
        if uri(path) in self.texts:
            return
        text = pathlib.Path(path).read_text(encoding="utf-8")
        self.texts[uri(path)], self.versions[uri(path)] = text, 1
        item = {"uri": uri(path), "languageId": "rust", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, path, text):
        self.versions[uri(path)] += 1
        self.texts[uri(path)] = text
        item = {"uri": uri(path), "version": self.versions[uri(path)]}
        self.notify("textDocument/didChange", {"textDocument": item, "contentChanges": [{"text": text}]})

    def text(self, path):
        return self.texts[uri(path)]

    def _at(self, path, offset):
        before = self.text(path)[:offset]
        line = before.count("\n")
        character = len(before[before.rfind("\n") + 1 :].encode("utf-16-le")) // 2
        return {"textDocument": {"uri": uri(path)}, "position": {"line": line, "character": character}}

    def word_at(self, location):
        """Returns the text at a place, and the number of its line."""
        target = location.get("targetUri") or location["uri"]
        span = location.get("targetSelectionRange") or location["range"]
        text = self.texts.get(target)
        if text is None:
            text = pathlib.Path(target.removeprefix("file://")).read_text(encoding="utf-8")
        line = text.split("\n")[span["start"]["line"]]
        return line[span["start"]["character"] : span["end"]["character"]], span["start"]["line"] + 1

    def hover(self, path, offset):
        answer = self.request("textDocument/hover", self._at(path, offset))
        return answer["contents"]["value"] if answer and "error" not in answer else None

    def definition(self, path, offset):
        answer = self.request("textDocument/definition", self._at(path, offset))
        return answer if isinstance(answer, list) else []

    def references(self, path, offset):
        parameters = dict(self._at(path, offset), context={"includeDeclaration": True})
        answer = self.request("textDocument/references", parameters)
        return answer if isinstance(answer, list) else []

    def rename(self, path, offset, name):
        """Returns the edits of all files, or an error."""
        answer = self.request("textDocument/rename", dict(self._at(path, offset), newName=name))
        if not answer or "error" in answer:
            return answer or {"error": {"message": "no answer"}}
        return {change["textDocument"]["uri"]: change["edits"] for change in answer["documentChanges"]}

    def completion(self, path, offset, trigger=None):
        context = {"triggerKind": 2, "triggerCharacter": trigger} if trigger else {"triggerKind": 1}
        answer = self.request("textDocument/completion", dict(self._at(path, offset), context=context))
        if isinstance(answer, dict):
            answer = answer.get("items", [])
        return answer or []

    def diagnostics(self, path):
        answer = self.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})
        return answer.get("items", []) if answer else []

    def tokens(self, path):
        """Returns the semantic tokens as tuples of line, text and type."""
        answer = self.request("textDocument/semanticTokens/full", {"textDocument": {"uri": uri(path)}})
        lines, data, out = self.text(path).split("\n"), answer["data"], []
        line = character = 0
        for at in range(0, len(data), 5):
            down, right, length, kind, _ = data[at : at + 5]
            line, character = (line + down, right) if down else (line, character + right)
            text = lines[line][character : character + length]
            out.append((line + 1, text, self.legend["tokenTypes"][kind]))
        return out

    def cpu_seconds(self):
        """Returns the processor time of rust-analyzer and of its macro servers."""
        children = subprocess.run(
            ["ps", "--ppid", str(self.process.pid), "-o", "pid="], capture_output=True, text=True, check=False
        )
        return [cpu_of(self.process.pid), sum(cpu_of(int(pid)) for pid in children.stdout.split())]

    def stop(self):
        try:
            self.request("shutdown", None, timeout=10)
            self.notify("exit", None)
            self.process.wait(10)
        except (OSError, queue.Empty, subprocess.TimeoutExpired):
            self.process.kill()


def cpu_of(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


def cursor(text, marked):
    """Returns the offset of `§` in the first place where the rest of `marked` is in `text`."""
    return text.index(marked.replace("§", "")) + marked.index("§")
