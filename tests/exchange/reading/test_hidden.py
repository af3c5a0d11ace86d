"""What nobody sees of a page is nobody's orders: a person may have copied it into his mail with what he did see."""

from __future__ import annotations

import pytest

from witp_pbem.exchange.reading.incoming import read

HEAD = "From: ken@example.org\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<p>Thanks.</p>"
ORDERS = "Campaign: isles<br>Turn: 1<br>Side: red<br>bid 0"


def has_orders(page: str) -> bool:
    return bool(read(f"{HEAD}{page}".encode()).blocks)


@pytest.mark.parametrize("style", [
    "display:none", "display : none !important", "display:/**/none", "d\\69splay:none", "DISPLAY:NONE",
    "visibility:hidden", "visibility:collapse", "mso-hide:all", "font-size:0", "font-size:0.0em", "font-size:1px",
    "font-size:.5pt", "line-height:0", "height:0;overflow:hidden", "max-height:0px", "width:0%", "opacity:0",
    "opacity:.0", "opacity: 0.00", "position:absolute;left:-9999px", "text-indent:-9999px", "clip:rect(0,0,0,0)",
    "clip-path:inset(50%)", "transform:scale(0)", "color:transparent", "color:rgba(0,0,0,0)", "color:white",
    "color:#FFF", "color:#ffffff", "color:rgb(255, 255, 255)", "color:#fff;background:#fff",
    "background-color:white;color:white"])
def test_a_style_that_hides(style: str) -> None:
    assert not has_orders(f'<div style="{style}">{ORDERS}</div>')
    assert not has_orders(f'<span style="{style}"><b>{ORDERS}</b></span>')


@pytest.mark.parametrize("style", [
    "font-size:11.0pt", "font-size:10px", "line-height:1.5", "line-height:normal", "line-height:1", "opacity:1",
    "opacity:0.9", "height:100%", "width:10px", "max-width:640px", "color:#ffa500", "color:#000", "margin-left:-10px",
    "left:0", "background-clip:padding-box", "color:white;background:#102030", "background-color:black;color:#fff",
    "font-size:1em", "font-size:100%", "border:0"])
def test_a_style_that_hides_nothing(style: str) -> None:
    assert has_orders(f'<div style="{style}">{ORDERS}</div>')


@pytest.mark.parametrize("page", [
    "<div hidden>{}</div>", '<font color="#ffffff">{}</font>', '<font color=white size=0>{}</font>',
    "<dialog>{}</dialog>",
    "<datalist><option>{}</datalist>", "<video>{}</video>", "<canvas>{}</canvas>", "<noframes>{}</noframes>",
    "<ruby>x<rp>{}</rp></ruby>", "<!-- {} -->", '<img alt="{}">', "<template>{}</template>"])
def test_an_element_that_hides(page: str) -> None:
    assert not has_orders(page.format(ORDERS))


@pytest.mark.parametrize("page", ['<table bgcolor="#203040"><tr><td><font color="white">{}</font></table>',
                                  "<dialog open>{}</dialog>", '<font color="red">{}</font>'])
def test_an_element_that_hides_nothing(page: str) -> None:
    assert has_orders(page.format(ORDERS))
