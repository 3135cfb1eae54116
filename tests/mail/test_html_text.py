from __future__ import annotations

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.reading.html_text import html_to_text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("<div>one</div><div>two</div>", "one\ntwo"),
        ("<p>one</p>\n<p>two</p>", "one\ntwo"),
        ("<ul><li>one</li><li>two</ul>", "one\ntwo"),
        ("<div>one<br></div><div><br></div><div>two</div>", "one\n\ntwo"),
        ("<p>one</p><p>&nbsp;</p><p>two</p>", "one\n\ntwo"),
        ("move&nbsp;712\n   to <b>see</b>low", "move 712 to seelow"),
        ("<table><tr><td>move</td><td>712</td></tr></table>", "move 712"),
        ("<pre>one\n  two</pre>", "one\n  two"),
        ("new<blockquote>old<blockquote>older</blockquote></blockquote>new", "new\n> old\n> > older\nnew"),
        ("<style>p{}</style>one<script>two</script>", "one"),
        ('<div style="display: none">preview <div>inside</div></div>one', "one"),
        ("M&uuml;ncheberg &#x2013; &gt;", "Müncheberg – >"),
        ("", ""),
        ("<![if !mso]>one<![endif]>", "one"),
    ],
)
def test_html_becomes_the_lines_its_reader_saw(html: str, text: str) -> None:
    assert html_to_text(html) == text


@given(st.lists(st.text(alphabet="abc<>&;#x\"'/!-", min_size=1, max_size=8), min_size=1, max_size=6))
def test_words_that_look_like_html_are_read_back_as_they_were_escaped(words: list[str]) -> None:
    assert html_to_text(f"<p>{escape(' '.join(words))}</p>") == " ".join(words)


@given(st.text(alphabet="<>/!-[]&;#\"'= abdivpre\n\xa0", max_size=200))
def test_any_html_is_read(html: str) -> None:
    assert isinstance(html_to_text(html), str)
