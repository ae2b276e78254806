"""The scorer: its pages (`page`), a server for the local network (`web`), and a site for any static host (`site`)."""
