"""The scorer: its pages (`page`), a server for the local network (`web`), and a site for static hosts (`site`).

It may import everything but `preview`, the public API and `cli`. Start reading with `page.html_page`.
"""
