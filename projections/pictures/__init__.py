"""Pictures of a table as SVG, drawn on the server: reports and the desk show the same ones."""
