"""Read, extend and check layouts, themes and locales; compile a layout's game to a rulebook."""
