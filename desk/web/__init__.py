"""The desk in a browser: rounds are found and replayed, shoes, wheels and days looked at. It reads; it never writes."""
