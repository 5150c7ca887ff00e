"""Receives the notice that a job has ended, believes nothing that is not signed, and ends with the first."""
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

key = base64.b64decode(os.environ["OCTAVO_WEBHOOK_SECRET"].removeprefix("whsec_"))


def verified(headers, body):
    """The signature is over the id, the time and the body exactly as it arrived."""
    moment = headers.get("webhook-timestamp", "0")
    if not moment.isdigit() or abs(time.time() - int(moment)) > 300:
        return False
    message = f"{headers.get('webhook-id', '')}.{moment}.".encode() + body
    want = "v1," + base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(want, s) for s in headers.get("webhook-signature", "").split(" "))


class Receiver(BaseHTTPRequestHandler):
    notice = None

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        good = verified(self.headers, body)
        self.send_response(204 if good else 401)
        self.end_headers()
        if good:
            Receiver.notice = json.loads(body)

    def log_message(self, *args):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver)
while Receiver.notice is None:
    server.handle_request()
print(f"verified: {Receiver.notice['job_id']} is {Receiver.notice['status']}")
