"""Pages: papers, how sheets are imposed on them, and the whole document. Start with `document`."""
