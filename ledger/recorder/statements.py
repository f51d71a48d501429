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
WITH RECURSIVE found(name) AS (SELECT min(events.originator_id) AS name FROM events WHERE events.originator_id
>= :begin AND events.originator_id < :end UNION ALL SELECT (SELECT min(events.originator_id) AS name FROM
events WHERE events.originator_id > found.name AND events.originator_id < :end) AS anon_1 FROM found WHERE
found.name IS NOT NULL) SELECT found.name FROM found WHERE found.name IS NOT NULL
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
SELECT events.source, events.delivery_id, events.position, events.digest FROM events JOIN json_each(:keys) AS
asked ON events.source = (asked.value ->> 0) AND events.delivery_id = (asked.value ->> 1)
""",
    "rows": """
SELECT events.position, events.originator_id, events.originator_version, events.topic, events.state,
events.leaf, events.source, events.delivery_id, events.digest FROM events WHERE events.position > :after AND
events.position <= :upto ORDER BY events.position LIMIT :limit OFFSET 0
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
any(%(topics)s::TEXT[]) ORDER BY events.position LIMIT %(limit)s OFFSET 0
""",
    "count_topics": """
SELECT events.topic, count(*) AS count_1 FROM events WHERE events.position > %(after)s::BIGINT AND
events.position <= %(upto)s::BIGINT AND events.topic = any(%(topics)s::TEXT[]) GROUP BY events.topic
""",
    "stream": """
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.originator_id = %(stream)s::VARCHAR COLLATE "C" AND events.originator_version >
%(gt)s::BIGINT AND events.originator_version <= %(lte)s::BIGINT ORDER BY events.originator_version LIMIT
%(limit)s OFFSET 0
""",
    "stream_backwards": """
SELECT events.originator_id, events.originator_version, events.topic, events.state, events.position FROM
events WHERE events.originator_id = %(stream)s::VARCHAR COLLATE "C" AND events.originator_version >
%(gt)s::BIGINT AND events.originator_version <= %(lte)s::BIGINT ORDER BY events.originator_version DESC LIMIT
%(limit)s OFFSET 0
""",
    "stream_version": """
SELECT coalesce(max(events.originator_version), 0) AS coalesce_1 FROM events WHERE events.originator_id =
%(stream)s::VARCHAR COLLATE "C"
""",
    "streams": """
WITH RECURSIVE found(name) AS (SELECT min(events.originator_id) AS name FROM events WHERE events.originator_id
>= %(begin)s::VARCHAR AND events.originator_id < %(end)s::VARCHAR UNION ALL SELECT (SELECT
min(events.originator_id) AS name FROM events WHERE events.originator_id > found.name AND events.originator_id
< %(end)s::VARCHAR) AS anon_1 FROM found WHERE found.name IS NOT NULL) SELECT found.name FROM found WHERE
found.name IS NOT NULL
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
SELECT events.source, events.delivery_id, events.position, events.digest FROM events JOIN
unnest(%(sources)s::TEXT[], %(ids)s::TEXT[]) AS asked(source, id) ON events.source = asked.source AND
events.delivery_id = asked.id
""",
    "rows": """
SELECT events.position, events.originator_id, events.originator_version, events.topic, events.state,
events.leaf, events.source, events.delivery_id, events.digest FROM events WHERE events.position >
%(after)s::BIGINT AND events.position <= %(upto)s::BIGINT ORDER BY events.position LIMIT %(limit)s OFFSET 0
""",
    "walk_streams": """
SELECT events.originator_id, events.originator_version, events.position FROM events WHERE
(events.originator_id, events.originator_version) > (%(first)s::VARCHAR COLLATE "C", %(second)s::BIGINT) ORDER
BY events.originator_id, events.originator_version LIMIT %(limit)s OFFSET 0
""",
    "walk_deliveries": """
SELECT events.source, events.delivery_id, events.position FROM events WHERE (events.source,
events.delivery_id) > (%(first)s::VARCHAR COLLATE "C", %(second)s::VARCHAR COLLATE "C") ORDER BY
events.source, events.delivery_id LIMIT %(limit)s OFFSET 0
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
