"""Command lines that cannot be understood: all their problems at once, with suggestions, as for any other input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from sheetgen.errors import InputError, Problem, suggest

if TYPE_CHECKING:
    from typer.core import TyperArgument, TyperOption

    Parameter = TyperArgument | TyperOption | Any  # Typer's own base class is private


class Command(TyperCommand):
    """A command that reports every problem of its options, and refuses an option of which only the last would count."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Check the words after the command and parse them. Raises InputError with all problems."""
        if not ctx.resilient_parsing:  # in shell completion, a command line is seldom complete
            problems = list(_problems(self, ctx, args))
            if problems:
                raise InputError(problems)
        return super().parse_args(ctx, args)


class Group(TyperGroup):
    """The program, which suggests commands for unknown ones."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the first word names. Raises InputError if there is none."""
        name = args[0]
        if not ctx.resilient_parsing and self.get_command(ctx, name) is None:
            raise InputError.of(f"there is no command {name!r:.60}", _command_hint(name, self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


def usage_problem(
    error: typer.TyperException, value: Any = None, command_context: typer.Context | None = None
) -> Problem:
    """Return what Typer says about a command line, or about the value of an option, as a problem with a hint."""
    context: typer.Context | None = getattr(error, "ctx", None) or command_context
    parameter: Parameter | None = getattr(error, "param", None)
    option = getattr(error, "option_name", None)
    if parameter is not None:
        name = _name(parameter)
        if error.message:
            return Problem(f"{name} cannot be {value!r:.60}", _number_hint(parameter))
        return Problem(f"{name} is missing", parameter.help)
    if option is not None and hasattr(error, "possibilities") and context is not None:
        return Problem(f"there is no option {option!r:.60}", _option_hint(option, context))
    if option is not None:
        options: list[Any] = [*context.command.get_params(context)] if context else []
        is_flag = any(option in (*each.opts, *each.secondary_opts) and each.is_flag for each in options)
        return Problem(f"{option} {'takes no' if is_flag else 'needs a'} value")
    return Problem(error.format_message().rstrip("."))


def _problems(command: Command, ctx: typer.Context, args: Sequence[str]) -> Iterator[Problem]:
    """Yield the problems of a command line.

    If the parser refuses a word, such as an unknown option, it is left out, and arguments are not checked: one of them
    may have been meant as its value.
    """
    words = list(args)
    refused: list[Problem] = []
    values: dict[str, Any] = {}
    others: list[str] = []
    order: list[Parameter] = []
    while True:
        try:
            values, others, order = command.make_parser(ctx).parse_args(list(words))
            break
        except typer.TyperException as error:
            refused.append(usage_problem(error, command_context=ctx))
            known = [word for word in words if word.partition("=")[0] != getattr(error, "option_name", None)]
            if known == words:
                break
            words = known
    yield from refused
    parameters = command.get_params(ctx)
    if refused:
        parameters = [each for each in parameters if each.param_type_name == "option" and each.name in values]
        others = []
    for parameter in sorted(parameters, key=lambda each: not each.is_eager):  # --help comes first
        try:
            parameter.handle_parse_result(ctx, values, others)
        except typer.TyperException as error:
            yield usage_problem(error, values.get(parameter.name))
        is_single = parameter.param_type_name == "option" and not parameter.multiple
        if is_single and sum(each is parameter for each in order) > 1:
            yield Problem(f"{_name(parameter)} is given twice", "Only the last one would count.")
    for other in others:
        yield Problem(f"there is one argument too many: {other!r:.60}", _help_hint(ctx))


def _number_hint(parameter: Parameter) -> str:
    """Return which whole numbers an option takes; there are no other values that Typer refuses."""
    low, high = parameter.min, parameter.max
    return "Give a whole number." if low is None or high is None else f"Give a whole number from {low} to {high}."


def _name(parameter: Parameter) -> str:
    if parameter.param_type_name == "option":
        return max(parameter.opts, key=len)
    return parameter.metavar or (parameter.name or "").upper()


def _option_hint(option: str, context: typer.Context) -> str:
    known = [name for each in context.command.get_params(context) for name in (*each.opts, *each.secondary_opts)]
    hint = suggest(option, [name for name in known if name.startswith("--")])
    return hint if hint.startswith("Did you mean") else _help_hint(context)


def _help_hint(context: typer.Context) -> str:
    return f"`{context.command_path} --help` lists what there is."


def _command_hint(name: str, commands: Sequence[str]) -> str:
    from sheetgen import names  # slow, and only needed here

    if name in names() or name.lower().endswith(".toml"):
        return f"To print it: sheetgen pdf {name}"
    return suggest(name, commands)
