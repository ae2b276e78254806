"""What all models of files have in common.

Models are plain classes, so that built-in files are read at once. What users write is checked against the same
annotations; see validate.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    from sheetgen.layouts.files.extend import Merged

T = TypeVar("T")
M = TypeVar("M", bound="Model")


class _Fresh:
    """A default that is made anew for each model."""

    def __init__(self, factory: Callable[[], Any]) -> None:
        self.factory = factory


def fresh(*, factory: Callable[[], T]) -> T:
    """The default of a key that holds a list or a table: nobody shares it."""
    return cast(T, _Fresh(factory))


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(fresh,))
class Model:
    """What a table says. Its keys are its own annotations; those with a value may be left out. Nothing ever changes."""

    _keys: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        cls._keys = tuple(key for key, text in cls.__annotations__.items() if not text.startswith("ClassVar"))
        cls._defaults = {key: vars(cls)[key] for key in cls._keys if key in vars(cls)}

    def __init__(self, **values: Any) -> None:
        for key, default in self._defaults.items():
            if key not in values:
                values[key] = default.factory() if isinstance(default, _Fresh) else default
        if values.keys() != set(self._keys):
            wrong = ", ".join(sorted(values.keys() ^ set(self._keys)))
            raise TypeError(f"{type(self).__name__}: missing or unknown: {wrong}")
        vars(self).update(values)

    def __setattr__(self, key: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__}.{key} does not change")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and values_of(self) == values_of(other)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in values_of(self).items())})"


class FileModel(Model):
    """What a whole file says with all that it extends."""

    def keep_source(self, source: Merged) -> None:
        """Remember the files, for problems that show only when something is drawn."""
        vars(self)["_source"] = source

    @property
    def source(self) -> Merged:
        """What the files say, with all that they extend."""
        source: Merged = vars(self)["_source"]
        return source


def keys_of(model: type[Model]) -> tuple[str, ...]:
    """The keys of a model in their order."""
    return model._keys


def values_of(model: Model) -> dict[str, Any]:
    """What the keys of a model say, in their order."""
    return {key: getattr(model, key) for key in model._keys}


def changed(model: M, **values: Any) -> M:
    """The same model with other values."""
    other = object.__new__(type(model))
    vars(other).update({**vars(model), **values})
    return other
