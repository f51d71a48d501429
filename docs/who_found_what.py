"""Prints who found what and when, and what was withdrawn and why, from the entries of a ledger alone.

python3 who_found_what.py < entries.ndjson    a line an entry: the files in `data/events` of an export, in their order
"""

import json
import sys

engines: dict[str, str] = {}
known: dict[str, str] = {}
for line in sys.stdin:
    entry = json.loads(line)
    topic, data, at, about = entry["topic"], entry["data"], entry["recorded_at"], entry["subject"]
    if topic == "rulings.begun.v1":
        engines[entry["stream"]] = f"{data['engine']} by {data['rulebook']} {data['edition']}"
    elif topic == "irregularity.reported.v1":
        print(f"{at}  {about}  noted by {data['by']}: {data['kind']}")
    elif topic == "irregularity.found.v1":
        where = f", under {' or '.join(data['under'])} only" if "under" in data else ""
        known[entry["id"]] = f"{data['kind']} ({' '.join(data['clauses']) or 'of the record'}{where})"
        print(f"{at}  {about}  found by {engines[entry['stream']]}: {known[entry['id']]}")
    elif topic == "irregularity.withdrawn.v1":
        cause = f", position {data['cause']}" if "cause" in data else ""
        print(f"{at}  {about}  withdrawn ({data['reason']}{cause}): {known.pop(data['irregularity'])}")
    elif topic in ("round.ruled.v1", "round.ruled.v2") and "supersedes" in data:
        print(f"{at}  {about}  ruled again ({data['reason']}): {data['verdict']}, {data['standing']}")
