"""The rules, as plain data and pure functions: no files, no drawing, no variant by name."""
