"""Made by `python -m ledger.recorder.tables`: its statements, as each database reads them."""

from collections.abc import Mapping
from typing import Final

SQLITE: Final[Mapping[str, str]] = {
    "notifications": """
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.position > :after AND events.position <= :upto ORDER BY events.position LIMIT :limit
OFFSET 0
""",
    "notifications_of_topics": """
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.position > :after AND events.position <= :upto AND events.topic IN (SELECT anon_1.value
FROM json_each(:topics) AS anon_1) ORDER BY events.position LIMIT :limit OFFSET 0
""",
    "count_topics": """
SELECT events.topic, count(*) AS count_1 FROM events WHERE events.position > :after AND events.position <=
:upto AND events.topic IN (SELECT anon_1.value FROM json_each(:topics) AS anon_1) GROUP BY events.topic
""",
    "stream": """
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.originator_id = :stream AND events.originator_version > :gt AND events.originator_version
<= :lte ORDER BY events.originator_version LIMIT :limit OFFSET 0
""",
    "stream_backwards": """
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.originator_id = :stream AND events.originator_version > :gt AND events.originator_version
<= :lte ORDER BY events.originator_version DESC LIMIT :limit OFFSET 0
""",
    "whole_streams": """
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.originator_id IN (SELECT anon_1.value FROM json_each(:streams) AS anon_1) ORDER BY
events.originator_id, events.originator_version
""",
    "stream_version": """
SELECT coalesce(max(events.originator_version), 0) AS coalesce_1 FROM events WHERE events.originator_id =
:stream
""",
    "streams": """
SELECT names.name FROM names WHERE names.name >= :begin AND names.name < :end AND (EXISTS (SELECT * FROM
events WHERE events.originator_id = names.id AND events.position <= :upto)) ORDER BY names.name
""",
    "names": """
SELECT names.id, names.name FROM names WHERE names.id > :after ORDER BY names.id
""",
    "walk_names": """
SELECT names.id, names.name FROM names ORDER BY names.name
""",
    "sources": """
SELECT events.source, count(*) AS count_1, min(events.position) AS min_1, max(events.position) AS max_1 FROM
events GROUP BY events.source ORDER BY events.source
""",
    "last_position": """
SELECT max(events.position) AS max_1 FROM events
""",
    "version_at": """
SELECT events.originator_version FROM events WHERE events.originator_id = :stream AND events.position <= :upto
ORDER BY events.originator_version DESC LIMIT 1 OFFSET 0
""",
    "spans": """
SELECT events.topic, events.originator_version, events.state, events.position FROM json_each(:spans) AS asked
LEFT OUTER JOIN events ON events.originator_id = :stream AND events.originator_version BETWEEN asked.value ->>
0 AND asked.value ->> 1 ORDER BY events.originator_version
""",
    "span_positions": """
SELECT events.originator_version, events.position FROM json_each(:spans) AS asked LEFT OUTER JOIN events ON
events.originator_id = :stream AND events.originator_version BETWEEN asked.value ->> 0 AND asked.value ->> 1
ORDER BY events.originator_version
""",
    "stretches_of_none": """
SELECT stretches.first_version, stretches.last_version, stretches.round, stretches.flags, stretches.bets,
stretches.is_whole, stretches.shown FROM stretches WHERE stretches.stream = :stream AND
stretches.first_version <= :last AND stretches.round = '' AND stretches.last_version > :after AND
(stretches.flags & 8192) = 0 ORDER BY stretches.first_version
""",
    "stretches_of": """
SELECT stretches.first_version, stretches.last_version, stretches.round, stretches.flags, stretches.bets,
stretches.is_whole, stretches.shown FROM json_each(:rounds) AS asked LEFT OUTER JOIN stretches ON
stretches.stream = :stream AND stretches.round = asked.value ORDER BY stretches.first_version
""",
    "stretches_after": """
SELECT stretches.first_version, stretches.last_version, stretches.round, stretches.flags, stretches.bets,
stretches.is_whole, stretches.shown FROM stretches WHERE stretches.stream = :stream AND
stretches.first_version <= :last AND stretches.first_version > :version ORDER BY stretches.first_version LIMIT
:limit OFFSET 0
""",
    "stretches_before": """
SELECT stretches.first_version, stretches.last_version, stretches.round, stretches.flags, stretches.bets,
stretches.is_whole, stretches.shown FROM stretches WHERE stretches.stream = :stream AND
stretches.first_version < :version ORDER BY stretches.first_version DESC LIMIT :limit OFFSET 0
""",
    "stretches_with_bet": """
SELECT stretches.first_version, stretches.last_version, stretches.round, stretches.flags, stretches.bets,
stretches.is_whole, stretches.shown FROM stretches WHERE stretches.stream = :stream AND
stretches.first_version < :version AND instr(stretches.bets, :bet) > 0 ORDER BY stretches.first_version DESC
LIMIT 1 OFFSET 0
""",
    "stretches_showing": """
SELECT stretches.first_version, stretches.last_version, stretches.round, stretches.flags, stretches.bets,
stretches.is_whole, stretches.shown FROM stretches WHERE stretches.stream = :stream AND
stretches.first_version <= :last AND (stretches.flags & :flags) != 0 ORDER BY stretches.first_version LIMIT
:limit OFFSET 0
""",
    "rare_stretches": """
SELECT stretches.first_version, stretches.last_version, stretches.round, stretches.flags, stretches.bets,
stretches.is_whole, stretches.shown FROM stretches WHERE stretches.stream = :stream AND
stretches.first_version <= :last AND (stretches.flags & :flags) != 0 AND (stretches.flags & 4193336) != 0
ORDER BY stretches.first_version LIMIT :limit OFFSET 0
""",
    "log_end": """
SELECT (SELECT max(events.position) AS max_1 FROM events) AS anon_1, (SELECT frontier.size FROM frontier) AS
anon_2, (SELECT frontier.hashes FROM frontier) AS anon_3
""",
    "known": """
SELECT events.source, events.delivery_id, events.position, events.state, refused.bytes FROM events JOIN
json_each(:keys) AS asked ON events.source = (asked.value ->> 0) AND events.delivery_id = (asked.value ->> 1)
LEFT OUTER JOIN refused ON refused.position = events.position
""",
    "rows": """
SELECT events.position, events.originator_id, events.originator_version, events.topic, events.state,
events.leaf, events.source, events.delivery_id FROM events WHERE events.position > :after AND events.position
<= :upto ORDER BY events.position LIMIT :limit OFFSET 0
""",
    "walk_streams": """
SELECT events.originator_id, events.originator_version, events.position FROM events WHERE
(events.originator_id, events.originator_version) > (:first, :second) ORDER BY events.originator_id,
events.originator_version LIMIT :limit OFFSET 0
""",
    "walk_deliveries": """
SELECT events.source, events.delivery_id, events.position FROM events WHERE (events.source,
events.delivery_id) > (:first, :second) ORDER BY events.source, events.delivery_id LIMIT :limit OFFSET 0
""",
    "leaves": """
SELECT events.leaf FROM events WHERE events.position > :after AND events.position <= :upto ORDER BY
events.position
""",
    "refused": """
SELECT refused.position, refused.bytes FROM refused WHERE refused.position > :after AND refused.position <=
:upto ORDER BY refused.position
""",
    "insert_refused": """
INSERT INTO refused (position, bytes) VALUES (:position, :bytes)
""",
    "subtrees": """
SELECT subtrees.level, subtrees.number, subtrees.hash FROM subtrees WHERE subtrees.level = :level AND
subtrees.number >= :first AND subtrees.number < :last ORDER BY subtrees.number
""",
    "frontier": """
SELECT frontier.size, frontier.hashes FROM frontier
""",
    "set_frontier": """
UPDATE frontier SET size=:size, hashes=:hashes
""",
    "tracking": """
SELECT tracking.position, tracking.leaf FROM tracking WHERE tracking.name = :follower
""",
    "insert_tracking": """
INSERT INTO tracking (name, position, leaf) VALUES (:follower, :position, (SELECT events.leaf FROM events
WHERE events.position = :position))
""",
    "move_tracking": """
UPDATE tracking SET position=:position, leaf=(SELECT events.leaf FROM events WHERE events.position =
:position) WHERE tracking.name = :follower AND tracking.position < :position RETURNING position
""",
}

POSTGRESQL: Final[Mapping[str, str]] = {
    "notifications": """
SELECT ledger_schema.events.originator_id, ledger_schema.events.originator_version,
ledger_schema.events.topic, ledger_schema.events.state, ledger_schema.events.position FROM
ledger_schema.events WHERE ledger_schema.events.position > %(after)s::BIGINT AND ledger_schema.events.position
<= %(upto)s::BIGINT ORDER BY ledger_schema.events.position LIMIT %(limit)s OFFSET 0
""",
    "notifications_of_topics": """
SELECT ledger_schema.events.originator_id, ledger_schema.events.originator_version,
ledger_schema.events.topic, ledger_schema.events.state, ledger_schema.events.position FROM
ledger_schema.events WHERE ledger_schema.events.position > %(after)s::BIGINT AND ledger_schema.events.position
<= %(upto)s::BIGINT AND ledger_schema.events.topic = any(%(topics)s::INTEGER[]) ORDER BY
ledger_schema.events.position LIMIT %(limit)s OFFSET 0
""",
    "count_topics": """
SELECT ledger_schema.events.topic, count(*) AS count_1 FROM ledger_schema.events WHERE
ledger_schema.events.position > %(after)s::BIGINT AND ledger_schema.events.position <= %(upto)s::BIGINT AND
ledger_schema.events.topic = any(%(topics)s::INTEGER[]) GROUP BY ledger_schema.events.topic
""",
    "stream": """
SELECT ledger_schema.events.originator_id, ledger_schema.events.originator_version,
ledger_schema.events.topic, ledger_schema.events.state, ledger_schema.events.position FROM
ledger_schema.events WHERE ledger_schema.events.originator_id = %(stream)s::INTEGER AND
ledger_schema.events.originator_version > %(gt)s::BIGINT AND ledger_schema.events.originator_version <=
%(lte)s::BIGINT ORDER BY ledger_schema.events.originator_version LIMIT %(limit)s OFFSET 0
""",
    "stream_backwards": """
SELECT ledger_schema.events.originator_id, ledger_schema.events.originator_version,
ledger_schema.events.topic, ledger_schema.events.state, ledger_schema.events.position FROM
ledger_schema.events WHERE ledger_schema.events.originator_id = %(stream)s::INTEGER AND
ledger_schema.events.originator_version > %(gt)s::BIGINT AND ledger_schema.events.originator_version <=
%(lte)s::BIGINT ORDER BY ledger_schema.events.originator_version DESC LIMIT %(limit)s OFFSET 0
""",
    "whole_streams": """
SELECT ledger_schema.events.originator_id, ledger_schema.events.originator_version,
ledger_schema.events.topic, ledger_schema.events.state, ledger_schema.events.position FROM
ledger_schema.events WHERE ledger_schema.events.originator_id = any(%(streams)s::INTEGER[]) ORDER BY
ledger_schema.events.originator_id, ledger_schema.events.originator_version
""",
    "stream_version": """
SELECT coalesce(max(ledger_schema.events.originator_version), 0) AS coalesce_1 FROM ledger_schema.events WHERE
ledger_schema.events.originator_id = %(stream)s::INTEGER
""",
    "streams": """
SELECT ledger_schema.names.name FROM ledger_schema.names WHERE ledger_schema.names.name >= %(begin)s::VARCHAR
COLLATE "C" AND ledger_schema.names.name < %(end)s::VARCHAR COLLATE "C" AND (EXISTS (SELECT * FROM
ledger_schema.events WHERE ledger_schema.events.originator_id = ledger_schema.names.id AND
ledger_schema.events.position <= %(upto)s::BIGINT)) ORDER BY ledger_schema.names.name
""",
    "names": """
SELECT ledger_schema.names.id, ledger_schema.names.name FROM ledger_schema.names WHERE ledger_schema.names.id
> %(after)s::BIGINT ORDER BY ledger_schema.names.id
""",
    "walk_names": """
SELECT ledger_schema.names.id, ledger_schema.names.name FROM ledger_schema.names ORDER BY
ledger_schema.names.name
""",
    "sources": """
SELECT ledger_schema.events.source, count(*) AS count_1, min(ledger_schema.events.position) AS min_1,
max(ledger_schema.events.position) AS max_1 FROM ledger_schema.events GROUP BY ledger_schema.events.source
ORDER BY ledger_schema.events.source
""",
    "last_position": """
SELECT max(ledger_schema.events.position) AS max_1 FROM ledger_schema.events
""",
    "version_at": """
SELECT ledger_schema.events.originator_version FROM ledger_schema.events WHERE
ledger_schema.events.originator_id = %(stream)s::INTEGER AND ledger_schema.events.position <= %(upto)s::BIGINT
ORDER BY ledger_schema.events.originator_version DESC LIMIT 1 OFFSET 0
""",
    "spans": """
SELECT ledger_schema.events.topic, ledger_schema.events.originator_version, ledger_schema.events.state,
ledger_schema.events.position FROM unnest(%(firsts)s::BIGINT[], %(lasts)s::BIGINT[]) AS asked(first, last)
LEFT OUTER JOIN ledger_schema.events ON ledger_schema.events.originator_id = %(stream)s::INTEGER AND
ledger_schema.events.originator_version BETWEEN asked.first AND asked.last ORDER BY
ledger_schema.events.originator_version
""",
    "span_positions": """
SELECT ledger_schema.events.originator_version, ledger_schema.events.position FROM
unnest(%(firsts)s::BIGINT[], %(lasts)s::BIGINT[]) AS asked(first, last) LEFT OUTER JOIN ledger_schema.events
ON ledger_schema.events.originator_id = %(stream)s::INTEGER AND ledger_schema.events.originator_version
BETWEEN asked.first AND asked.last ORDER BY ledger_schema.events.originator_version
""",
    "stretches_of_none": """
SELECT ledger_schema.stretches.first_version, ledger_schema.stretches.last_version,
ledger_schema.stretches.round, ledger_schema.stretches.flags, ledger_schema.stretches.bets,
ledger_schema.stretches.is_whole, ledger_schema.stretches.shown FROM ledger_schema.stretches WHERE
ledger_schema.stretches.stream = %(stream)s::INTEGER AND ledger_schema.stretches.first_version <=
%(last)s::BIGINT AND ledger_schema.stretches.round = '' AND ledger_schema.stretches.last_version >
%(after)s::BIGINT AND (ledger_schema.stretches.flags & 8192) = 0 ORDER BY
ledger_schema.stretches.first_version
""",
    "stretches_of": """
SELECT ledger_schema.stretches.first_version, ledger_schema.stretches.last_version,
ledger_schema.stretches.round, ledger_schema.stretches.flags, ledger_schema.stretches.bets,
ledger_schema.stretches.is_whole, ledger_schema.stretches.shown FROM unnest(%(rounds)s::TEXT[]) AS
asked(value) LEFT OUTER JOIN ledger_schema.stretches ON ledger_schema.stretches.stream = %(stream)s::INTEGER
AND ledger_schema.stretches.round = asked.value ORDER BY ledger_schema.stretches.first_version
""",
    "stretches_after": """
SELECT ledger_schema.stretches.first_version, ledger_schema.stretches.last_version,
ledger_schema.stretches.round, ledger_schema.stretches.flags, ledger_schema.stretches.bets,
ledger_schema.stretches.is_whole, ledger_schema.stretches.shown FROM ledger_schema.stretches WHERE
ledger_schema.stretches.stream = %(stream)s::INTEGER AND ledger_schema.stretches.first_version <=
%(last)s::BIGINT AND ledger_schema.stretches.first_version > %(version)s::BIGINT ORDER BY
ledger_schema.stretches.first_version LIMIT %(limit)s::BIGINT OFFSET 0
""",
    "stretches_before": """
SELECT ledger_schema.stretches.first_version, ledger_schema.stretches.last_version,
ledger_schema.stretches.round, ledger_schema.stretches.flags, ledger_schema.stretches.bets,
ledger_schema.stretches.is_whole, ledger_schema.stretches.shown FROM ledger_schema.stretches WHERE
ledger_schema.stretches.stream = %(stream)s::INTEGER AND ledger_schema.stretches.first_version <
%(version)s::BIGINT ORDER BY ledger_schema.stretches.first_version DESC LIMIT %(limit)s::BIGINT OFFSET 0
""",
    "stretches_with_bet": """
SELECT ledger_schema.stretches.first_version, ledger_schema.stretches.last_version,
ledger_schema.stretches.round, ledger_schema.stretches.flags, ledger_schema.stretches.bets,
ledger_schema.stretches.is_whole, ledger_schema.stretches.shown FROM ledger_schema.stretches WHERE
ledger_schema.stretches.stream = %(stream)s::INTEGER AND ledger_schema.stretches.first_version <
%(version)s::BIGINT AND strpos(ledger_schema.stretches.bets, %(bet)s::VARCHAR) > 0 ORDER BY
ledger_schema.stretches.first_version DESC LIMIT 1 OFFSET 0
""",
    "stretches_showing": """
SELECT ledger_schema.stretches.first_version, ledger_schema.stretches.last_version,
ledger_schema.stretches.round, ledger_schema.stretches.flags, ledger_schema.stretches.bets,
ledger_schema.stretches.is_whole, ledger_schema.stretches.shown FROM ledger_schema.stretches WHERE
ledger_schema.stretches.stream = %(stream)s::INTEGER AND ledger_schema.stretches.first_version <=
%(last)s::BIGINT AND (ledger_schema.stretches.flags & %(flags)s::INTEGER) != 0 ORDER BY
ledger_schema.stretches.first_version LIMIT %(limit)s::BIGINT OFFSET 0
""",
    "rare_stretches": """
SELECT ledger_schema.stretches.first_version, ledger_schema.stretches.last_version,
ledger_schema.stretches.round, ledger_schema.stretches.flags, ledger_schema.stretches.bets,
ledger_schema.stretches.is_whole, ledger_schema.stretches.shown FROM ledger_schema.stretches WHERE
ledger_schema.stretches.stream = %(stream)s::INTEGER AND ledger_schema.stretches.first_version <=
%(last)s::BIGINT AND (ledger_schema.stretches.flags & %(flags)s::INTEGER) != 0 AND
(ledger_schema.stretches.flags & 4193336) != 0 ORDER BY ledger_schema.stretches.first_version LIMIT
%(limit)s::BIGINT OFFSET 0
""",
    "log_end": """
SELECT (SELECT max(ledger_schema.events.position) AS max_1 FROM ledger_schema.events) AS anon_1, (SELECT
ledger_schema.frontier.size FROM ledger_schema.frontier) AS anon_2, (SELECT ledger_schema.frontier.hashes FROM
ledger_schema.frontier) AS anon_3
""",
    "known": """
SELECT ledger_schema.events.source, ledger_schema.events.delivery_id, ledger_schema.events.position,
ledger_schema.events.state, ledger_schema.refused.bytes FROM ledger_schema.events JOIN
unnest(%(sources)s::INTEGER[], %(ids)s::TEXT[]) AS asked(source, id) ON ledger_schema.events.source =
asked.source AND ledger_schema.events.delivery_id = asked.id LEFT OUTER JOIN ledger_schema.refused ON
ledger_schema.refused.position = ledger_schema.events.position
""",
    "rows": """
SELECT ledger_schema.events.position, ledger_schema.events.originator_id,
ledger_schema.events.originator_version, ledger_schema.events.topic, ledger_schema.events.state,
ledger_schema.events.leaf, ledger_schema.events.source, ledger_schema.events.delivery_id FROM
ledger_schema.events WHERE ledger_schema.events.position > %(after)s::BIGINT AND ledger_schema.events.position
<= %(upto)s::BIGINT ORDER BY ledger_schema.events.position LIMIT %(limit)s OFFSET 0
""",
    "walk_streams": """
SELECT ledger_schema.events.originator_id, ledger_schema.events.originator_version,
ledger_schema.events.position FROM ledger_schema.events WHERE (ledger_schema.events.originator_id,
ledger_schema.events.originator_version) > (%(first)s::INTEGER, %(second)s::BIGINT) ORDER BY
ledger_schema.events.originator_id, ledger_schema.events.originator_version LIMIT %(limit)s OFFSET 0
""",
    "walk_deliveries": """
SELECT ledger_schema.events.source, ledger_schema.events.delivery_id, ledger_schema.events.position FROM
ledger_schema.events WHERE (ledger_schema.events.source, ledger_schema.events.delivery_id) >
(%(first)s::INTEGER, %(second)s::VARCHAR COLLATE "C") ORDER BY ledger_schema.events.source,
ledger_schema.events.delivery_id LIMIT %(limit)s OFFSET 0
""",
    "leaves": """
SELECT ledger_schema.events.leaf FROM ledger_schema.events WHERE ledger_schema.events.position >
%(after)s::BIGINT AND ledger_schema.events.position <= %(upto)s::BIGINT ORDER BY ledger_schema.events.position
""",
    "refused": """
SELECT ledger_schema.refused.position, ledger_schema.refused.bytes FROM ledger_schema.refused WHERE
ledger_schema.refused.position > %(after)s::BIGINT AND ledger_schema.refused.position <= %(upto)s::BIGINT
ORDER BY ledger_schema.refused.position
""",
    "insert_refused": """
INSERT INTO ledger_schema.refused (position, bytes) VALUES (%(position)s::BIGINT, %(bytes)s)
""",
    "subtrees": """
SELECT ledger_schema.subtrees.level, ledger_schema.subtrees.number, ledger_schema.subtrees.hash FROM
ledger_schema.subtrees WHERE ledger_schema.subtrees.level = %(level)s::INTEGER AND
ledger_schema.subtrees.number >= %(first)s::BIGINT AND ledger_schema.subtrees.number < %(last)s::BIGINT ORDER
BY ledger_schema.subtrees.number
""",
    "frontier": """
SELECT ledger_schema.frontier.size, ledger_schema.frontier.hashes FROM ledger_schema.frontier
""",
    "set_frontier": """
UPDATE ledger_schema.frontier SET size=%(size)s::BIGINT, hashes=%(hashes)s
""",
    "tracking": """
SELECT ledger_schema.tracking.position, ledger_schema.tracking.leaf FROM ledger_schema.tracking WHERE
ledger_schema.tracking.name = %(follower)s::VARCHAR
""",
    "insert_tracking": """
INSERT INTO ledger_schema.tracking (name, position, leaf) VALUES (%(follower)s::VARCHAR, %(position)s::BIGINT,
(SELECT ledger_schema.events.leaf FROM ledger_schema.events WHERE ledger_schema.events.position =
%(position)s::BIGINT))
""",
    "move_tracking": """
UPDATE ledger_schema.tracking SET position=%(position)s::BIGINT, leaf=(SELECT ledger_schema.events.leaf FROM
ledger_schema.events WHERE ledger_schema.events.position = %(position)s::BIGINT) WHERE
ledger_schema.tracking.name = %(follower)s::VARCHAR AND ledger_schema.tracking.position < %(position)s::BIGINT
RETURNING ledger_schema.tracking.position
""",
}
