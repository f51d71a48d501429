"""A page with what is compressed in it in plain letters, so that it can be searched."""

import gzip
import re
from base64 import b64decode


def unpacked(html: str) -> str:
    """The page with the moments of its round as JSON."""

    def read(found: re.Match[str]) -> str:
        return found[1] + gzip.decompress(b64decode(found[2])).decode() + found[3]

    return re.sub(r'(<script type="application/gzip"[^>]*>)([^<]*)(</script>)', read, html)
