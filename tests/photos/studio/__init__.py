"""Synthetic photos of finished sheets: played by `simulate`, crossed by hand, laid on a table and photographed.

The reader knows nothing of this, and this knows nothing of the reader: they share only the printed sheet.
"""
