"""Starts a parse as a job and waits for its end: python3 async_job.py FILE"""
import sys

from octavo import call, inline, upload

job_id = call("POST", "/parse_async", {"input": upload(sys.argv[1])})["job_id"]
while True:
    job = call("GET", f"/job/{job_id}?timeout=60")  # answers when the job ends, or after a minute
    if job["status"] in ("Completed", "Failed"):
        break
if job["status"] == "Failed":
    raise SystemExit(f"{job['error']['name']}: {job['error']['message']}")
chunks = inline(job["result"]["result"])["chunks"]
print(f"{job['status']}: {job['num_pages']} pages, {len(chunks[0]['blocks'])} blocks")
