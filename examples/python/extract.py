"""Prints what a document says about an invoice, and where it says so: python3 extract.py FILE"""
import sys

from octavo import call, inline, upload

schema = {
    "type": "object",
    "properties": {
        "invoice_number": {"type": "string"},
        "due_date": {"type": "string", "format": "date"},
        "total_due": {"type": "number"},
    },
}
answer = call("POST", "/extract", {
    "input": upload(sys.argv[1]),
    "instructions": {"schema": schema},
    "settings": {"citations": {"enabled": True}},
})
for name, found in inline(answer["result"]).items():
    print(f"{name} = {found['value']}")
    for c in found["citations"]:
        box = c["bbox"]
        print(f"  page {box['page']} at {box['left']:.2f}, {box['top']:.2f}: \"{c['content']}\" ({c['confidence']})")
