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
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.position > %(after)s::BIGINT AND events.position <= %(upto)s::BIGINT ORDER BY
events.position LIMIT %(limit)s OFFSET 0
""",
    "notifications_of_topics": """
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.position > %(after)s::BIGINT AND events.position <= %(upto)s::BIGINT AND events.topic =
any(%(topics)s::INTEGER[]) ORDER BY events.position LIMIT %(limit)s OFFSET 0
""",
    "count_topics": """
SELECT events.topic, count(*) AS count_1 FROM events WHERE events.position > %(after)s::BIGINT AND
events.position <= %(upto)s::BIGINT AND events.topic = any(%(topics)s::INTEGER[]) GROUP BY events.topic
""",
    "stream": """
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.originator_id = %(stream)s::INTEGER AND events.originator_version > %(gt)s::BIGINT AND
events.originator_version <= %(lte)s::BIGINT ORDER BY events.originator_version LIMIT %(limit)s OFFSET 0
""",
    "stream_backwards": """
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.originator_id = %(stream)s::INTEGER AND events.originator_version > %(gt)s::BIGINT AND
events.originator_version <= %(lte)s::BIGINT ORDER BY events.originator_version DESC LIMIT %(limit)s OFFSET 0
""",
    "stream_version": """
SELECT coalesce(max(events.originator_version), 0) AS coalesce_1 FROM events WHERE events.originator_id =
%(stream)s::INTEGER
""",
    "streams": """
SELECT names.name FROM names WHERE names.name >= %(begin)s::VARCHAR COLLATE "C" AND names.name <
%(end)s::VARCHAR COLLATE "C" AND (EXISTS (SELECT * FROM events WHERE events.originator_id = names.id AND
events.position <= %(upto)s::BIGINT)) ORDER BY names.name
""",
    "names": """
SELECT names.id, names.name FROM names WHERE names.id > %(after)s::BIGINT ORDER BY names.id
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
    "log_end": """
SELECT (SELECT max(events.position) AS max_1 FROM events) AS anon_1, (SELECT frontier.size FROM frontier) AS
anon_2, (SELECT frontier.hashes FROM frontier) AS anon_3
""",
    "known": """
SELECT events.source, events.delivery_id, events.position, events.state, refused.bytes FROM events JOIN
unnest(%(sources)s::INTEGER[], %(ids)s::TEXT[]) AS asked(source, id) ON events.source = asked.source AND
events.delivery_id = asked.id LEFT OUTER JOIN refused ON refused.position = events.position
""",
    "rows": """
SELECT events.position, events.originator_id, events.originator_version, events.topic, events.state,
events.leaf, events.source, events.delivery_id FROM events WHERE events.position > %(after)s::BIGINT AND
events.position <= %(upto)s::BIGINT ORDER BY events.position LIMIT %(limit)s OFFSET 0
""",
    "walk_streams": """
SELECT events.originator_id, events.originator_version, events.position FROM events WHERE
(events.originator_id, events.originator_version) > (%(first)s::INTEGER, %(second)s::BIGINT) ORDER BY
events.originator_id, events.originator_version LIMIT %(limit)s OFFSET 0
""",
    "walk_deliveries": """
SELECT events.source, events.delivery_id, events.position FROM events WHERE (events.source,
events.delivery_id) > (%(first)s::INTEGER, %(second)s::VARCHAR COLLATE "C") ORDER BY events.source,
events.delivery_id LIMIT %(limit)s OFFSET 0
""",
    "leaves": """
SELECT events.leaf FROM events WHERE events.position > %(after)s::BIGINT AND events.position <=
%(upto)s::BIGINT ORDER BY events.position
""",
    "refused": """
SELECT refused.position, refused.bytes FROM refused WHERE refused.position > %(after)s::BIGINT AND
refused.position <= %(upto)s::BIGINT ORDER BY refused.position
""",
    "insert_refused": """
INSERT INTO refused (position, bytes) VALUES (%(position)s::BIGINT, %(bytes)s)
""",
    "subtrees": """
SELECT subtrees.level, subtrees.number, subtrees.hash FROM subtrees WHERE subtrees.level = %(level)s::INTEGER
AND subtrees.number >= %(first)s::BIGINT AND subtrees.number < %(last)s::BIGINT ORDER BY subtrees.number
""",
    "frontier": """
SELECT frontier.size, frontier.hashes FROM frontier
""",
    "set_frontier": """
UPDATE frontier SET size=%(size)s::BIGINT, hashes=%(hashes)s
""",
    "tracking": """
SELECT tracking.position, tracking.leaf FROM tracking WHERE tracking.name = %(follower)s::VARCHAR
""",
    "insert_tracking": """
INSERT INTO tracking (name, position, leaf) VALUES (%(follower)s::VARCHAR, %(position)s::BIGINT, (SELECT
events.leaf FROM events WHERE events.position = %(position)s::BIGINT))
""",
    "move_tracking": """
UPDATE tracking SET position=%(position)s::BIGINT, leaf=(SELECT events.leaf FROM events WHERE events.position
= %(position)s::BIGINT) WHERE tracking.name = %(follower)s::VARCHAR AND tracking.position <
%(position)s::BIGINT RETURNING tracking.position
""",
}
