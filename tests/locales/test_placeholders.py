"""Labels may come from strangers: they can name values, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from jinja2 import UndefinedError

from sheetgen.locales.texts import label_fault, render


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


@given(st.text("ab}%#-.", max_size=8))
def test_a_label_without_placeholders_stays_as_it_is(text: str) -> None:
    assert label_fault(text, ["needs"]) is None
    assert render(text, {"needs": 5}) == text


def test_what_has_no_value_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render("at least {{ needs }}", {})
