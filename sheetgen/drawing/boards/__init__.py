"""The token board, the track board, and the pieces and tokens to cut out for them."""
