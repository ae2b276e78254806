"""The scorer page: one self-contained HTML file per layout. Start with `html_page`."""
