"""Clips: stills cut out of them, and timelines that a cutting program opens. Needs `recoup[footage]`."""
