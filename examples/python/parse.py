"""Prints a document as Markdown: python3 parse.py FILE"""
import sys

from octavo import call, inline, upload

answer = call("POST", "/parse", {"input": upload(sys.argv[1])})
for chunk in inline(answer["result"])["chunks"]:
    print(chunk["content"])
