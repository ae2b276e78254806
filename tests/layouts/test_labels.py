"""Labels may come from strangers: they can name values, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jinja2 import TemplateError, UndefinedError

from sheetgen.locales.label_checks import label_fault, template
from sheetgen.locales.labels import render


def test_a_label_takes_its_values() -> None:
    assert label_fault("at least {{ needs }}", ["needs"]) is None
    assert render("at least {{ needs }}", {"needs": 5}) == "at least 5"


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ needs.__init__.__globals__ }}",
        "{{ needs['__class__'] }}",
        "{{ needs|attr('__class__') }}",
        "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
        "{{ self.__init__ }}",
        "{{ lipsum() }}",
        "{{ range(10**9)|list }}",
        "{{ 'x' * 10**10 }}",
        "{{ 9**9**9 }}",
        "{{ '%0999999999d' % 1 }}",
        "{{ 'a' ~ 'b' }}",
        "{% for a in needs %}{% endfor %}",
        "{% include '/etc/passwd' %}",
        "{% import 'x' as y %}",
        "{% macro a() %}{% endmacro %}",
        "two\nlines",
        "\x1b[31mred",
        "{% set needs = 1 %}",
        "{{ [1, 2, 3] }}",
        "{{ {'a': 1} }}",
        "{{ needs < 'a' }}",
        "{{ self }}",
        "{{ lipsum }}",
        "{{ range }}",
        "{{ dict }}",
        "{{ " + "(" * 900 + "1" + ")" * 900 + " }}",
        "{% if needs > 4 %}x{% endif %}",
        "{{ 'x' if needs else 'y' }}",
        "{{ " + "not " * 400 + "needs }}",
        "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    ],
)
def test_known_ways_out_are_closed(text: str) -> None:
    assert label_fault(text, ["needs"]) is not None


@given(st.text("{}%# neds'\"=()[].|+-*/0123456789", max_size=40))
def test_any_text_is_either_refused_or_rendered(text: str) -> None:
    if label_fault(text, ["needs"]) is None:
        assert isinstance(render(text, {"needs": 5}), str)


VALUES: dict[str, str | int] = {"needs": 5, "last": "six {{ needs }}"}
BLANKS = st.text(" \t\n\u00a0", max_size=2)
PLACEHOLDERS = st.builds(
    "{{{{{}{}{}}}}}".format, BLANKS, st.sampled_from(["needs", "last", "next", "true", "-needs", "needs -"]), BLANKS
)
LABELS = st.lists(st.one_of(st.text("ab{}%#- \n\r.", max_size=4), PLACEHOLDERS), max_size=5).map("".join)


def outcome(make: Callable[[], str]) -> str | type[TemplateError]:
    try:
        return make()
    except TemplateError as error:
        return type(error)


@given(LABELS)
@example("{{{ needs }}}")
@example("{ {{needs}}}}{{ last }}%}")
@example("{{ needs }}\n")
def test_plain_placeholders_are_rendered_as_jinja_does(text: str) -> None:
    assert outcome(lambda: render(text, VALUES)) == outcome(lambda: template(text).render(VALUES))


def test_what_has_no_value_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render("at least {{ needs }}", {})
