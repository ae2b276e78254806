"""The scorer: its pages, a server for the local network, and the site for any host."""
