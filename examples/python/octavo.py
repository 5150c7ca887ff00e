"""The few calls that the examples need, with the standard library alone."""
import json
import os
import urllib.error
import urllib.request
import uuid

BASE = os.environ.get("OCTAVO_URL", "http://127.0.0.1:8080")
KEY = os.environ.get("OCTAVO_KEY")


def call(method, path, body=None, content_type="application/json"):
    """Calls the service. A failure carries the name that the service gave it."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data=body, method=method)
    if body is not None:
        request.add_header("Content-Type", content_type)
    if KEY:
        request.add_header("Authorization", "Bearer " + KEY)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as failure:
        answer = json.load(failure)
        error = answer.get("error")
        raise SystemExit(f"{error['name']}: {error['message']}" if error else str(answer["detail"]))


def upload(path):
    """Stores a file and returns its id."""
    boundary = uuid.uuid4().hex
    with open(path, "rb") as file:
        content = file.read()
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{os.path.basename(path)}"\r\n\r\n'
    body = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
    return call("POST", "/upload", body, "multipart/form-data; boundary=" + boundary)["file_id"]


def inline(result):
    """A large result is kept behind a URL."""
    if isinstance(result, dict) and result.get("type") == "url":
        with urllib.request.urlopen(result["url"]) as answer:
            return json.load(answer)
    return result
