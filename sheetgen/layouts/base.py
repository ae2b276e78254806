"""What all models of files have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Unknown keys are errors, a number is not a text, and nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
