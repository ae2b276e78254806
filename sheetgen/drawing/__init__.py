"""Layout to scene: where everything stands, in millimetres. Nothing here draws."""
