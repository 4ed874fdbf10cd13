"""Ranks passages by the words that they share with the question."""
import json
import re
import sys

conversations = {}


def words(text):
    return set(re.findall(r"\w+", text.lower()))


for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if "open" in request:
        opened = request["open"]
        conversations[opened["sampleId"]] = [
            (passage["id"], words(passage["text"])) for passage in opened["passages"]
        ]
    else:
        asked = request["rank"]
        question = words(asked["text"])
        passages = conversations[asked["sampleId"]]
        ranked = sorted(passages, key=lambda passage: -len(passage[1] & question))
        reply["passages"] = [passage_id for passage_id, _ in ranked[: asked["depth"]]]
    print(json.dumps(reply), flush=True)
