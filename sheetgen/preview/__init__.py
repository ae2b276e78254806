"""A layout file as it is being edited: what changed, what is made of it, and the page that shows it."""
