"""Locales: every text that is printed or shown, one language per file. Start with `locale`."""
