"""The scorer: its pages (`page`), a server for the local network (`web`), a site for static
hosts (`site`), and the branch of a git repository on which it is published (`pages_branch`).

It may import everything but `preview`, the public API and `cli`. Start reading with `page.html_page`.
"""
