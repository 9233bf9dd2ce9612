"""Screenshots of Minesweeper programs that others wrote: taken, read, and counted.

    python benchmarks/screenshots.py take FOLDER --pages PAGES     # under X (Xvfb will do), some 15 minutes
    python benchmarks/screenshots.py score FOLDER                  # the table, by program

``take`` starts each program, plays it by clicks to positions in the middle of a game, flags none, some or all
of the proved mines, and keeps the picture of the whole screen, of the window or page, of the board with some
margin and of the board alone; at scales of 0.75 to 2, as PNG or JPEG, light or dark. The truth is what the
page's own elements say, or, for a program of the desktop, the symbol of each cell by its picture: ``take
--label`` collects those into ``labels.npz`` and draws ``labels-NAME.png``, to be named by eye once.

A page comes from PAGES/NAME, a checkout or an npm package, with the libraries that it links put beside;
desktop programs from the system (Debian: gnome-mines kmines xdemineur sgt-puzzles xbomb ace-of-penguins).
``screenshots.txt`` names the repository of each. Those in ``REPORTED`` are only for the report: the reader
was never tuned to them, nor its weights fitted.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

import minesolver as ms

HIDDEN, FLAG, LOST = "#", "F", "X"


@dataclass(frozen=True)
class Page:
    """``cells``: selector of the cells; ``code``: JavaScript from a cell ``e`` to its symbol; ``levels``:
    scripts that start a game; ``shift``: flags by Shift and a click. Without ``cells`` the cells are the
    largest lattice of like elements, and their symbols are told by what a click changed (``_LOOK``)."""

    path: str
    cells: str = ""
    code: str = ""
    levels: tuple[str, ...] = ("1",)
    shift: bool = False
    settle: int = 60


_STATUS = "(s=>s=='hidden'?'#':s=='marked'?'F':s=='number'?(e.textContent.trim()||'0'):'X')(e.dataset.status)"
"""Of pages after a tutorial that many followed."""
PAGES = {
    "0niket": Page("0niket/minesweeper.html"),
    "adithyan-kv": Page("adithyan-kv/minesweeper.html"),
    "agathaco": Page(
        "agathaco/index.html",
        ".grid > .tile",
        "(c=>c.contains('checked')?(e.firstElementChild?'X':e.textContent||'0'):c.contains('flag')?'F':'#')"
        "(e.classList)",
        tuple(
            f"document.querySelector('.dropdown .title').click();document.getElementById('option{n}').click()"
            for n in (1, 2, 3)
        ),
        settle=300,
    ),
    "ahmad-faraj": Page("ahmad-faraj/index.html"),
    "akhilesh1902": Page("akhilesh1902/index.html"),
    "akivonakira": Page("akivonakira/index.html"),
    "akshay-a-baiju": Page("akshay-a-baiju/index.html"),
    "alandelonga": Page("alandelonga/index.html"),
    "aliph0th": Page(
        "aliph0th/index.html",
        "#field .cell",
        "(t=>t.includes('💣')?'X':t.includes('🚩')?'F':e.classList.contains('opened')?(t||'0'):'#')"
        "(e.innerText.trim())",
        tuple(
            f"document.getElementById('size').value={n};document.getElementById('bombs').value=15;"
            "document.querySelector('#pre_settings button').click()"
            for n in (9, 12, 15)
        ),
    ),
    "alurienflame": Page("alurienflame/index.html"),
    "ambomaya": Page("ambomaya/index.html"),
    "ameer-hamza-rana": Page("ameer-hamza-rana/index.html"),
    "amichaidani": Page(
        "amichaidani/index.html",
        "td[id^=cell]",
        "(d=>!d.classList.contains('hide')?(d.firstElementChild.style.display=='block'?'F':'#')"
        ":(t=>!t?'0':/^\\d$/.test(t)?t:'X')(e.firstChild.data.trim()))(e.querySelector('.cell-hidden'))",
        tuple(f"document.querySelector('[data-level=\"{n}\"]').click()" for n in (3, 4)),
    ),
    "antoniolabinjan": Page("antoniolabinjan/minesweeper.html"),
    "araujoozx": Page("araujoozx/minesweeper.html"),
    "arcanecircle": Page(
        "arcanecircle/index.html",
        levels=tuple(f"document.getElementById('{n}').click()" for n in ("easy", "medium", "hard")),
    ),
    "arsenaultm90": Page("arsenaultm90/index.html"),
    "artemparadise": Page("artemparadise/template-example/index.html"),
    "ashita7890": Page("ashita7890/index.html"),
    "becold": Page(
        "becold/index.html",
        levels=tuple(
            f"evtlstmanager.reset();_nb_mines.value={m};_width.value={w};_height.value={h};"
            "_do_generate.click()"
            for w, h, m in ((9, 9, 10), (16, 16, 40), (24, 16, 60))
        ),
    ),
    "bera61": Page("bera61/index.html"),
    "charlesmadere": Page("charlesmadere/index.html"),
    "charlie-robin": Page(
        "charlie-robin/index.html",
        ".cell",
        "(i=>i?(i.src.includes('flag')?'F':'X'):e.textContent.trim()||(e.style.backgroundColor?'0':'#'))"
        "(e.querySelector('img'))",
        tuple(f"document.querySelectorAll('div[id*=evel]')[{n}].click()" for n in (1, 2)),
    ),
    "codyloyd": Page(
        "codyloyd/index.html",
        ".square",
        "(t=>t=='X'?t:e.classList.contains('flagged')?'F':e.classList.contains('uncovered')?t:'#')"
        "(e.textContent.trim())",
        ("1",),
    ),
    "cp-alley": Page(
        "cp-alley/index.html",
        "#gameboard td",
        "e.classList.contains('mine')?'X':e.classList.contains('clicked')?(e.innerText.trim()||'0')"
        ":e.classList.contains('flagged')&&e.innerText.trim()?'F':'#'",
        tuple(
            f"document.getElementById('difficulty').value='{level}';"
            "document.querySelector('#new-game-form button').click()"
            for level in ("easy", "medium", "hard")
        ),
    ),
    "daniel-hug": Page("daniel-hug/index.html"),
    "diego-mc": Page(
        "diego-mc/index.html",
        levels=tuple(f"document.getElementById('{n}').click()" for n in ("medium", "expert")),
    ),
    "dorwinrin": Page(
        "dorwinrin/index.html",
        levels=tuple(f"{n}.checked=true;restartButton.click()" for n in ("normal", "hard")),
    ),
    "eitanpano": Page("eitanpano/index.html"),
    "fcojavierglez": Page(
        "fcojavierglez/index.html",
        levels=tuple(
            f"(s=>{{s.value={n};s.dispatchEvent(new Event('change'))}})(document.querySelector('select'))"
            for n in (0, 1)
        ),
    ),
    "fedpo2": Page(
        "fedpo2/index.html",
        "#tablero > button",
        "e.className=='explotado'?'X':e.dataset.abierta=='true'?(e.textContent||'0')"
        ":e.dataset.flag=='true'?'F':'#'",
        tuple(
            f"nameinput.value='Ana';dificultad.value='{level}';submitForm(new Event('submit'))"
            for level in ("facil", "medio", "dificil")
        ),
    ),
    "geelix6": Page("geelix6/index.html"),
    "gozerxp": Page("gozerxp/index.html", "", "", ("0", "1")),
    "gruner": Page("gruner/demo.html"),
    "guybarda": Page("guybarda/index.html", levels=("init(8, 14)",)),
    "hkanwal": Page(
        "hkanwal/index.html",
        "#game-container > div",
        "e.textContent=='-1'?'X':e.classList.contains('square-uncovered')?(e.textContent.trim()||'0')"
        ":e.classList.contains('square-flagged')?'F':'#'",
        ("createNewGame()",),
    ),
    "hyssopi": Page(
        "hyssopi/index.html",
        "#mineFieldId img",
        "(n=>n=='covered'?'#':n=='flagged'?'F':n=='blank'?'0':/^number/.test(n)?n.slice(6):'X')"
        "(e.src.split('/').pop().split('.')[0])",
        tuple(
            f"window.onbeforeunload=null;{level}RadioId.click();startButtonId.click()"
            for level in ("beginner", "intermediate", "expert")
        ),
    ),
    "irrisdev": Page(
        "irrisdev/index.html",
        "#minesweeper td",
        "(t=>t=='💣'?'X':t=='🚩'?'F':e.classList.contains('bg-zinc-200')?(t||'0'):'#')(e.innerText.trim())",
    ),
    "jacob-dawson": Page("jacob-dawson/minesweeper.html"),
    "joansimonutti": Page(
        "joansimonutti/index.html",
        "#tablero td",
        "(c=>c.contains('mina')?'X':c.contains('marca')?'F':c.contains('abierto')?(e.textContent||'0'):'#')"
        "(e.classList)",
        settle=400,
    ),
    "jonathandolan1": Page(
        "jonathandolan1/index.html",
        levels=tuple(f"document.querySelectorAll('button')[{n}].click()" for n in (1, 2)),
    ),
    "jsminesweeper": Page("jsminesweeper/index.html", "", "", ("9,9,10", "16,16,40", "30,16,99")),
    "jsvossen": Page(
        "jsvossen/index.html",
        "#board .cell",
        "(c=>c.contains('flag')?'F':!c.contains('cleared')?'#':c.contains('mine')?'X'"
        ":(/\\bm(\\d)/.exec(e.className)||[0,'0'])[1])(e.classList)",
        tuple(f"$('#level').val('{n}').change()" for n in (1, 2, 3)),
    ),
    "jugalthakkar": Page("jugalthakkar/minesweeper.html"),
    "k4rli": Page(
        "k4rli/src/minesweeper/index.html",
        "td.cells",
        "e.style.backgroundColor=='rgb(255, 0, 0)'?'X':e.opened?(e.textContent||'0'):'#'",
        tuple(
            f"document.querySelector('[name=boardSize][value=\"{n}\"]').checked=true;"
            f"document.getElementById('mines').value={m};main()"
            for n, m in ((8, 10), (12, 20))
        ),
    ),
    "kalzyyrk": Page(
        "kalzyyrk/index.html",
        ".grid > .cell",
        "(c=>c.contains('cell-hidden')?'#':c.contains('cell-flag')?'F':c.contains('cell-bomb')?'X'"
        ":e.textContent||'0')(e.classList)",
    ),
    "kingofdog": Page("kingofdog/index.html", levels=("startButton.click()",), settle=400),
    "kuv2707": Page(
        "kuv2707/index.html",
        "button.Mines",
        "(m=>m.revealed?(m.hasBomb?'X':/^[1-8]$/.test(m.textOnReveal)?m.textOnReveal:'0')"
        ":e.innerHTML==FLAG?'F':'#')(getMineOfButton(e))",
        ("1",),
    ),
    "liororfelli": Page(
        "liororfelli/index.html",
        levels=tuple(f"document.querySelectorAll('.level')[{n}].click()" for n in (1, 2)),
    ),
    "lombord": Page(
        "lombord/index.html",
        "#gameField > div",
        "(c=>e.parentNode.classList.contains('game-over')?'X':c.contains('marked')?'F'"
        ":c.contains('cell-opened')?(e.textContent.trim()||'0'):'#')(e.classList)",
    ),
    "luvagu": Page("luvagu/index.html"),
    "malchikkcz": Page("malchikkcz/index.html"),
    "masoudbagherian": Page("masoudbagherian/index.html"),
    "michaelbutler": Page(
        "michaelbutler/local.html",
        "#minesweeper li.cell",
        "e.classList.contains('explode')?'X':e.classList.contains('flagged')?'F'"
        ":e.classList.contains('number')?e.innerText.trim():e.classList.contains('open')?'0':'#'",
        tuple(
            f"$('#level').val('{level}').change();$('.new-game').click()"
            for level in ("beginner", "intermediate", "expert")
        ),
    ),
    "minesweeper-for-web": Page(
        "npm/mfw.html",
        "minesweeper-game >>> .sweeper-field",
        "",
        ("9,9,10", "16,16,40", "16,30,99"),
    ),
    "minesweeper-friendly": Page(
        "minesweeper-friendly/index.html",
        ".cell",
        "e.classList.contains('revealed')?(e.querySelector('svg,img')?'X':e.textContent.trim()||'0')"
        ":e.querySelector('svg')?'F':'#'",
        ("Beginner", "Intermediate", "Expert"),
    ),
    "mrglaster": Page(
        "mrglaster/index.html",
        "img.tile",
        "(s=>s.includes('bomb')?'X':s.includes('flag')?'F':s.includes('default')?'#':s.includes('checked')?'0'"
        ":''+(1+['one','two','three','four','five','six','seven','eight'].findIndex(n=>s.includes(n))))"
        "(e.getAttribute('src').split('tile_')[1])",
        ("start()",),
        settle=500,
    ),
    "nickarocho": Page(
        "nickarocho/index.html",
        "td[data-row]",
        "(i=>i&&i.src.includes('flag')?'F':i?'X':e.classList.contains('revealed')?(e.textContent.trim()||'0')"
        ":'#')(e.querySelector('img'))",
        tuple(f"document.getElementById('size-{n}').click()" for n in (9, 16)),
        shift=True,
    ),
    "niklastallund": Page(
        "niklastallund/index.html",
        levels=tuple(
            "[...document.querySelectorAll('button')]"
            f".find(b=>b.textContent.toLowerCase().startsWith('{level} ')).click()"
            for level in ("beginner", "intermediate")
        ),
    ),
    "pbsphp": Page(
        "pbsphp/index.html",
        ".mine-button",
        "(b=>b.includes('flag')?'F':b.includes('mine.png')?'X':e.classList.contains('pressed')"
        "?(e.textContent.trim()||'0'):'#')(e.style.backgroundImage)",
        tuple(f"game.start({{width:{w},height:{h},mines:{m}}})" for w, h, m in ((9, 9, 10), (16, 12, 28))),
    ),
    "pedrohmadruga": Page("pedrohmadruga/index.html"),
    "piyushh": Page(
        "piyushh/index.html",
        "#board .cell",
        "(t=>t.includes('💣')?'X':t.includes('🚩')?'F':e.classList.contains('revealed')?(t||'0'):'#')"
        "(e.textContent.trim())",
        tuple(f"document.querySelectorAll('.diff-buttons')[{n}].click()" for n in range(3)),
    ),
    "prabhakar-regmi": Page("prabhakar-regmi/Public/HTML/index.html"),
    "ronfelsenfeld": Page(
        "ronfelsenfeld/index.html",
        ".game-board td",
        "(c=>c.contains('marked')?'F':c.contains('mine')?'X':c.contains('revealed')"
        "?(e.textContent.trim()||'0'):'#')(e.classList)",
        tuple(f"document.querySelector('.btn-level[data-level=\"{n}\"]').click()" for n in (1, 2)),
    ),
    "saoleigames": Page(
        "saoleigames/minesweeper.html",
        "#desk b",
        "(c=>/^c-cover/.test(c)?'#':/^c-flag/.test(c)?'F':/^c-bg/.test(c)?(e.textContent.trim()||'0'):'X')"
        "(e.className)",
        tuple(f"Minesweeper.init({n})" for n in (1, 2, 3)),
    ),
    "robertslvn": Page("robertslvn/index.html"),
    "sdellysse": Page(
        "sdellysse/main.html",
        "#play-area td",
        "(t=>(c=>c.contains('exploded')?'X':c.contains('flagged')?'F':c.contains('poked')?(t.textContent.trim()"
        "||'0'):'#')(t.classList))(e.querySelector('button,a,div')||e)",
        tuple(
            f"for(const i of ['width','height'])document.getElementById(i).setAttribute('value',{n});"
            f"document.getElementById('bombs').setAttribute('value',{m});"
            "document.getElementById('cascading-pokes').checked=true;document.getElementById('start').click()"
            for n, m in ((8, 9), (12, 20))
        ),
    ),
    "smellyshovel": Page(
        "smellyshovel/dist/index.html",
        "",
        "",
        tuple(
            f"drawn.clear();(d=>{{d.value='{level}';d.dispatchEvent(new Event('change'))}})"
            "(document.getElementById('difficulty'));document.getElementById('start').click()"
            for level in ("easy", "medium", "hard")
        ),
    ),
    "spontancombust": Page(
        "spontancombust/docs/game.html",
        "",
        "",
        tuple(
            f"setTimeout(()=>{{location.search='?width={w}&height={h}&bombCount={m}'}})"
            for w, h, m in ((9, 9, 10), (16, 16, 40), (30, 16, 99))
        ),
    ),
    "superbird11": Page("superbird11/minesweeper.html"),
    "szeyong": Page(
        "szeyong/index.html",
        "td[data-row]",
        "(i=>i&&i.src.includes('flag')?'F':i?'X':e.classList.contains('uncovered')?(e.textContent.trim()||'0')"
        ":'#')(e.querySelector('img'))",
        tuple(f"document.getElementById('size-{n}').click()" for n in (8, 16)),
        shift=True,
    ),
    "taha-ouroui": Page(
        "taha-ouroui/site.html",
        levels=tuple(
            f"localStorage.setItem('minesweeper-difficulty','{level}');setTimeout(()=>location.reload())"
            for level in ("easy", "normal", "hard")
        ),
    ),
    "teplokotov": Page(
        "teplokotov/minesweeper/index.html",
        ".pin",
        "(c=>c.contains('pin__flag')?'F':!c.contains('pin__opened')?'#':e.textContent=='🔥'?'X'"
        ":e.textContent||'0')(e.classList)",
        settle=300,
    ),
    "theaxan": Page("theaxan/myPage.html"),
    "trippdavis": Page(
        "trippdavis/index.html",
        levels=tuple(
            f"num_rows.value={n};num_cols.value={n};num_bombs.value={m};$('#start-game').click()"
            for n, m in ((10, 12), (16, 40))
        ),
    ),
    "taicchoumsft": Page("taicchoumsft/index.html"),
    "taitzariel": Page("taitzariel/minesweeper.html"),
    "urluur": Page(
        "urluur/index.html",
        "#grid button",
        "(c=>c.contains('field_button_mine')?'X':c.contains('field_button_flagged')?'F'"
        ":c.contains('field_button_empty')?'0':c.contains('field_button_img')"
        "?e.querySelector('img').src.slice(-5,-4):'#')(e.classList)",
        tuple(f"setDifficulty(difficulty_presets.{level})" for level in ("easy", "intermediate", "expert")),
    ),
    "vallode": Page(
        "vallode/index.html",
        "#gamespace .row > div",
        "(c=>c.contains('bomb-reveal')||c.contains('bomb-reveal-red')?'X':c.contains('flag')?'F'"
        ":!c.contains('display')?'#':(n=>n=='none'?'0':n)(e.getAttribute('nearby')))(e.classList)",
        tuple(
            f"for(const [k,v] of Object.entries({{rows:{rows},columns:{cols},bombs:{mines}}}))"
            "document.getElementById(k).value=v;init()"
            for rows, cols, mines in ((9, 11, 12), (16, 16, 40), (16, 30, 99))
        ),
    ),
    "vitorialima011": Page(
        "vitorialima011/campominadosite/campohtml.html",
        levels=tuple(
            f"dialogueActive=false;document.getElementById('dialogue-box').style.display='none';"
            f"currentLevel={n};startGame()"
            for n in (1, 2, 3)
        ),
    ),
    "walorson": Page(
        "walorson/index.html",
        "#game img",
        "(n=>n=='10'?'#':n=='11'?'F':/^[0-8]$/.test(n)?n:'X')(e.src.split('/').pop().split('.')[0])",
        tuple(
            f"for(const [k,v] of [['mapX',{w}],['mapY',{h}],['countOfMines',{m}]])"
            "{config[k].value=v;config[k].dispatchEvent(new Event('input'))}"
            f"config.theme.value='{theme}';config.submit.click()"
            for w, h, m, theme in ((9, 9, 10, "dark"), (12, 12, 22, "light"))
        ),
    ),
    "woyteqb": Page(
        "woyteqb/index.html",
        ".game-board > button",
        "e.querySelector('i')?'X':(c=>c.contains('picked')?(e.innerText||'0'):c.contains('locked')?'F':'#')"
        "(e.classList)",
        tuple(
            f"document.querySelector('.levels .{level}').click();"
            "document.querySelector('.modal .game-start').click()"
            for level in ("easy", "medium")
        ),
    ),
    "victoraraica": Page(
        "victoraraica/index.html",
        levels=tuple(
            f"document.getElementById('{level}').click();document.getElementById('jugar').click()"
            for level in ("principiante", "intermedio")
        ),
    ),
    "zachaly": Page(
        "zachaly/src/index.html",
        levels=tuple(f"document.getElementById('{n}').click()" for n in ("small", "medium")),
    ),
    "zaichenko": Page("artemparadise/Zaichenko-Yuliia/index.html"),
    "ziebelje": Page(
        "ziebelje/index.html",
        "#play_area td[style*=sprite]",
        "(p=>({'0px -16px':'#','-48px -16px':'F','-16px -16px':'0','-80px -16px':'X','-64px -16px':'X',"
        "'-32px -16px':'X'})[p]||''+(1-parseInt(p)/16))(e.style.backgroundPosition)",
        tuple(
            f"document.getElementById('button_{level}').click()"
            for level in ("beginner", "intermediate", "expert")
        ),
    ),
    "zumrudu-anka": Page(
        "zumrudu-anka/index.html",
        levels=tuple(
            f"document.querySelectorAll('.chooseDifficult')[{n}].click();"
            "document.querySelector('.startButton').click()"
            for n in (0, 1)
        ),
    ),
    "zuramai": Page("zuramai/index.html", levels=("document.getElementById('btn-play').click()",)),
    "davidpa2": Page("davidpa2/index.html"),
    "devonbernard": Page("devonbernard/index.html"),
    "inflop": Page(
        "inflop/index.html",
        levels=tuple(
            f"document.getElementById('lnk{level}').click()"
            for level in ("Beginner", "Intermediate", "Expert")
        ),
    ),
    "jacobcohenisrael": Page(
        "jacobcohenisrael/index.html",
        levels=("location.hash='#/Minesweeper'", "location.hash='#/minesweeper'"),
        shift=True,
    ),
    "jandrourgh": Page("jandrourgh/index.html"),
    "jeanoleblanco": Page("jeanoleblanco/index.html"),
    "josephcase": Page("josephcase/index.html"),
    "loryruta": Page("loryruta/index.html"),
    "mastrojanni": Page(
        "mastrojanni/src/index.html",
        levels=tuple(
            f"(s=>{{s.value='{level}';s.dispatchEvent(new Event('change'))}})"
            "(document.getElementById('field-select-size'))"
            for level in ("small", "intermediate", "expert")
        ),
    ),
    "maxwell-han": Page("maxwell-han/index.html"),
    "michel-fdzzz": Page("michel-fdzzz/index.html"),
    "muchubatactics": Page(
        "muchubatactics/index.html",
        levels=tuple(
            f"setTimeout(()=>{{location='game.html?param1={h}&param2={w}&param3={m}'}})"
            for w, h, m in ((8, 8, 10), (16, 16, 40), (30, 16, 99))
        ),
    ),
    "ricecreamdude": Page("ricecreamdude/v2/index.html"),
    "sennafx": Page("sennafx/index.html"),
    "skoorupa": Page(
        "skoorupa/built/index.html",
        levels=tuple(
            f"(e=>e.forEach(([k,v])=>document.getElementById(k).value=v))([['width',{w}],['height',{h}],"
            f"['mines',{m}]]);document.getElementById('mines').dispatchEvent(new Event('change'))"
            for w, h, m in ((9, 9, 10), (16, 16, 40), (30, 16, 99))
        ),
    ),
    "antonitg": Page(
        "antonitg/buscaminas.html",
        ".casilla",
        "(t=>t.includes('🚩')?'F':/^[1-8]$/.test(t)?t:t&&t!='0'?'X':e.classList.contains('reveled')||t=='0'"
        "?'0':'#')(e.textContent.trim())",
        levels=("start(10,10)", "start(14,30)"),
    ),
    "dakitanorth": Page("dakitanorth/index.html", levels=("controller.play()",)),
    "davern": Page(
        "davern/index.html",
        "#minefield > .tile",
        "(c=>c.contains('flag')?'F':c.contains('hidden')?'#':c.contains('clear')?'0'"
        ":(/tile_(\\d)/.exec(e.className)||[0,'X'])[1])(e.classList)",
        levels=tuple(
            f"document.getElementById('difficulty').selectedIndex={n};setDifficulty();startGame()"
            for n in (0, 1, 2)
        ),
    ),
    "dexeat": Page(
        "dexeat/demineur.html",
        "[class*=colone]",
        "(c=>c.contains('non_enclenche')?(t=>!t?'0':/^[0-8]$/.test(t)?t:'X')(e.textContent.trim())"
        ":c.contains('enclenche')?'#':'X')(e.classList)",
    ),
    "gbourgeat": Page(
        "gbourgeat/dist/index.html",
        ".cells .cell",
        "(c=>c.contains('cell-discovered')?(c.contains('cell-mined')?'X':e.dataset.countMines)"
        ":c.contains('cell-flagged')?'F':'#')(e.classList)",
        levels=tuple(
            f"document.getElementById('input-height').value={h};"
            f"document.getElementById('input-width').value={w};"
            "document.getElementById('button-start').click()"
            for w, h in ((10, 10), (18, 14))
        ),
    ),
    "ghoots": Page(
        "ghoots/index.html",
        "#gameContainer td",
        "(n=>n=='tile-cover'?'#':n=='tile-mark'?'F':n=='tile-empty'?'0':n=='tile-reveal'?e.innerText.trim()"
        ":'X')(e.className)",
        levels=tuple(
            f"numberOfRows.value={h};numberOfColumns.value={w};numberOfMines.value={m};"
            "document.getElementById('startGameButton').click()"
            for w, h, m in ((10, 10, 12), (16, 16, 40))
        ),
    ),
    "keithhb33": Page(
        "keithhb33/index.html",
        ".cell",
        "(i=>i?(n=>n=='unclicked'?'#':n=='flag'?'F':n=='clicked'?'0':'X')(i.src.split('/').pop().split('.')[0])"
        ":e.textContent.trim())(e.querySelector('img'))",
    ),
    "knifef": Page(
        "knifef/index.html",
        "td.cell",
        "(i=>!i||i.hasAttribute('hidden')?'#':i.className=='flag'?'F':i.className=='mine'?'X'"
        ":/(\\d)\\D*$/.exec(i.src)[1])(e.querySelector('img'))",
        levels=("setLevel(1)", "setLevel(2)"),
    ),
    "panke2000": Page(
        "panke2000/index.html",
        ".mine-field",
        "(c=>c.contains('explode')||c.contains('show-mine')?'X':c.contains('opened')?(e.innerText.trim()||'0')"
        ":c.contains('flag')?'F':'#')(e.classList)",
    ),
    "pip-": Page(
        "pip-/ms.html",
        "img.cell",
        "(n=>n=='mineu'?'#':n=='mineflag'?'F':/^mine[0-8]$/.test(n)?n[4]:'X')"
        "(e.src.split('/').pop().split('.')[0])",
        levels=tuple(
            f"new Promise(r=>setTimeout(()=>{{$('#size').val({n});$('#numBombs').val({m});"
            "$('#ChangeP').click();setTimeout(r,1600)},1300))"
            for n, m in ((10, 12), (16, 40))
        ),
    ),
    "plaksindv": Page(
        "plaksindv/index.html",
        levels=tuple(
            f"(a=>{{window.prompt=()=>a.shift();document.getElementById('startGame').click()}})"
            f"(['Ana','{n}','{m}'])"
            for n, m in ((9, 8), (14, 26))
        ),
    ),
    "prajns": Page(
        "prajns/saper.html",
        ".grid [class^=field]",
        "(n=>n.includes('flag')?'F':/^field--(empty|bomb)$/.test(n)?'#':n=='field--clear'"
        "?(e.textContent.trim()||'0'):'X')(e.className)",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{width:{w},height:{h},mines:{m}}}))"
            "document.getElementById(k).value=v;document.querySelector('.btn--start').click()"
            for w, h, m in ((9, 9, 10), (16, 14, 34))
        ),
    ),
    "shadown0": Page(
        "shadown0/saper/saper.html",
        "#game_div img",
        "(n=>n=='klepa'?'#':n=='flaga'?'F':(k=>k<0?'X':''+k)(['zero','jeden','dwa','trzy','cztery','piec',"
        "'szesc','siedem','osiem'].indexOf(n)))(e.src.split('/').pop().split('.')[0])",
        levels=tuple(
            f"x_input.value={w};y_input.value={h};bombs_input.value={m};"
            "document.getElementById('submit_button').click()"
            for w, h, m in ((9, 9, 10), (15, 12, 24))
        ),
    ),
    "gaashshmilovich": Page("gaashshmilovich/index.html", levels=("setLevel(8,10)", "setLevel(12,24)")),
    "giovannivega1": Page("giovannivega1/index.html"),
    "jangospodarek": Page(
        "jangospodarek/index.html",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{height:{h},width:{w},bombs:{m}}}))"
            "document.getElementById(k).value=v;document.getElementById('submit').click()"
            for w, h, m in ((9, 9, 10), (16, 14, 34))
        ),
    ),
    "kmr-86": Page("kmr-86/index.html"),
    "xealink-works": Page("xealink-works/public/index.html"),
    "xxmrphdxx": Page("xxmrphdxx/index.html"),
    "bradleystaples": Page(
        "bradleystaples/index.html",
        ".grid td",
        "(c=>c.contains('mined')?'X':c.contains('flagged')?'F':!c.contains('empty')?'#':"
        "''+(1+['one','two','three','four','five','six','seven','eight'].findIndex(n=>c.contains(n))))"
        "(e.classList)",
        levels=tuple(
            "new Promise(r=>{$('.button.start').click();setTimeout(()=>{"
            f"$('.modal .gamesize').val({n}).change();$('.modal .minenumber').val({m});"
            "$('.modal .modal-continue').click();setTimeout(r,500)},500)})"
            for n, m in ((1, 9), (2, 36))
        ),
        shift=True,
    ),
    "hugovipe1": Page(
        "hugovipe1/index.html",
        "#tableroJuego > div",
        "(t=>t.includes('🚩')?'F':/inicio/.test(e.className)?(t?'X':'#'):/^[1-8]$/.test(t)?t:t?'X':'0')"
        "(e.textContent.trim())",
        levels=tuple(
            f"(s=>{{s.value='{level}';s.dispatchEvent(new Event('change'))}})"
            "(document.getElementById('select'))"
            for level in ("medio", "dificil")
        ),
    ),
    "niejajestem": Page(
        "niejajestem/saper.html",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{height:{h},width:{w},bombs:{m}}}))"
            "document.getElementById(k).value=v;StartNewGame()"
            for w, h, m in ((8, 8, 10), (12, 12, 24))
        ),
        settle=200,
    ),
    "controlcaret": Page(
        "controlcaret/index.html",
        ".board > cell",
        "(c=>c.contains('flag')?'F':/[💣💥❌]/u.test(e.innerText)?'X':c.contains('clicked')"
        "?(e.innerText.trim()||'0'):'#')(e.classList)",
        levels=tuple(
            f"(s=>{{s.value='{level}';s.dispatchEvent(new Event('change'))}})"
            "(document.getElementById('level-select'));document.querySelector('.emoji-btn').click()"
            for level in ("easy", "normal", "hard")
        ),
        settle=400,
    ),
    "dullone": Page(
        "dullone/minesweeper.html",
        ".row > div",
        "(n=>n.includes('flag')?'F':n=='covered-square'?'#':n=='empty'?'0':n=='number'?e.innerText.trim():'X')"
        "(e.className)",
    ),
    "martiniden2085": Page(
        "martiniden2085/index.html",
        "#board .space",
        "(c=>c.contains('bomb')?'X':c.contains('safe')?(e.innerText.trim()||'0'):'#')(e.classList)",
        levels=("board=newGame('reg')", "board=newGame('hard')"),
    ),
    "amannindra": Page(
        "amannindra/index.html",
        ".grid > .cell",
        "(t=>t.includes('🚩')?'F':/^[1-8]$/.test(t)?t:t?'X':e.getAttribute('isRevealedData')=='true'?'0':'#')"
        "(e.innerText.trim())",
        settle=800,
    ),
    "eliasvagan": Page(
        "eliasvagan/minesweeper/index.html",
        "#board td",
        "(c=>c.contains('clicked')?(/free-(\\d)/.exec(e.className)||[0,'X'])[1]:c.contains('flag')?'F':'#')"
        "(e.classList)",
        settle=1500,
    ),
    "natkuhn": Page(
        "natkuhn/index.html",
        "#grid td",
        "(h=>h.includes('flag')?'F':h.includes('bomb')?'X':e.className.includes('uncovered')"
        "?(e.textContent.trim()||'0'):'#')(e.innerHTML)",
        levels=tuple(
            f"document.querySelector('[name=level][value={level}]').click();"
            "document.getElementById('newgame').click()"
            for level in ("b", "i")
        ),
    ),
    "14ee4": Page(
        "14ee4/index.html",
        "#game .ms-cell",
        "(t=>e.disabled?(!t?'0':/^[1-8]$/.test(t)?t:'X'):t?'F':'#')(e.textContent.trim())",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{rows:{h},cols:{w},mines:{m}}}))"
            "document.getElementById(k).value=v;document.getElementById('startBtn').click()"
            for w, h, m in ((10, 10, 12), (16, 14, 34), (24, 16, 70))
        ),
    ),
    "66demon666": Page(
        "66demon666/index.html",
        ".field .cell",
        "(c=>c.contains('bomb')?'X':c.contains('flag')?'F':c.contains('open')?e.textContent.trim():'#')"
        "(e.classList)",
        levels=tuple(
            f"document.querySelectorAll('input').forEach((e,k)=>{{e.value=[{w},{h},{m}][k];"
            "e.dispatchEvent(new Event('input'))});document.querySelector('button').click()"
            for w, h, m in ((9, 9, 10), (16, 12, 28))
        ),
    ),
    "acostill": Page(
        "acostill/minesweeper.html",
        ".main td",
        "(t=>t=='⚑'?'F':/^[1-8]$/.test(t)?t:t?'X':e.style.backgroundColor?'0':'#')(e.textContent.trim())",
        levels=tuple(
            f"document.getElementById('size').value='{level}';document.getElementById('start').click()"
            for level in ("beginner", "intermediate", "expert")
        ),
    ),
    "adriantrainorphp": Page(
        "adriantrainorphp/minesweeper.html",
        "#minefield .tile",
        "(c=>c.contains('mine-found')||c.contains('mine-wrong')?'X':c.contains('tile-released')"
        "?(e.textContent.trim()||'0'):c.contains('marked-mine')?'F':'#')(e.classList)",
        levels=tuple(f"document.querySelector('[data-game-type=\"{n}\"]').click()" for n in (1, 2, 3)),
        settle=200,
    ),
    "agholo": Page(
        "agholo/sp.html",
        "td > button",
        "(t=>t=='🚩'?'F':/^[1-8]$/.test(t)?t:t?'X':e.disabled?'0':'#')(e.innerText.trim())",
    ),
    "alaricus": Page(
        "alaricus/index.html",
        ".field .cell",
        "(c=>c.contains('mine')?'X':c.contains('clear')?(e.textContent.trim()||'0'):c.contains('flag')?'F'"
        ":'#')(e.classList)",
        levels=tuple(
            f"document.querySelectorAll('input[type=number]').forEach((e,k)=>e.value=[{w},{h}][k]);"
            "document.querySelector('input[type=button]').click()"
            for w, h in ((12, 12), (20, 16))
        ),
    ),
    "ananyatripathy": Page(
        "ananyatripathy/index.html",
        "#game-container td.cell",
        "(c=>c.contains('revealed')?/cell-([\\dX])/.exec(e.className)[1]:c.contains('flagged')?'F':'#')"
        "(e.classList)",
        levels=tuple(f"ms.init(ms.SETTINGS.{level})" for level in ("BEGINNER", "INTERMEDIATE", "EXPERT")),
    ),
    "asciilex": Page(
        "asciilex/index.html",
        ".bm-cell",
        "(c=>c.contains('mine')?'X':c.contains('revealed')?(e.textContent.trim()||'0'):c.contains('flag')"
        "?'F':'#')(e.classList)",
        levels=tuple(
            f"document.querySelector('[data-target=buscaminas]').click();"
            f"document.getElementById('bm-size').value={n};document.getElementById('bm-mines').value={m};"
            "document.getElementById('bm-start').click()"
            for n, m in ((8, 10), (12, 24), (16, 45))
        ),
        settle=250,
    ),
    "bguven": Page(
        "bguven/index.html",
        "#grid .cell",
        "(c=>c.contains('bomb-exploded')?'X':c.contains('revealed')?(e.textContent.trim()||'0')"
        ":c.contains('marked')?'F':'#')(e.classList)",
        levels=tuple(
            f"MineSweeperUI.FULLSCREEN=false;MineSweeperUI.NUM_ROWS={h};MineSweeperUI.NUM_COLS={w};"
            "MineSweeperUI.restartGame()"
            for w, h in ((12, 12), (30, 16))
        ),
    ),
    "blagasebastian": Page(
        "blagasebastian/minesweeper.html",
        "#gameBoard .cell",
        "(t=>t=='🚩'?'F':/^[1-8]$/.test(t)?t:t?'X':e.disabled?'0':'#')(e.innerText.trim())",
    ),
    "bomichoi": Page(
        "bomichoi/index.html",
        ".board .btn",
        "(t=>t=='🚩'?'F':/^[1-8]$/.test(t)?t:t?'X':e.disabled?'0':'#')(e.innerText.trim())",
    ),
    "borisry": Page(
        "borisry/index.html",
        ".game-board td",
        "(c=>c.contains('mine')?'X':e.textContent.includes('🚩')?'F':c.contains('revealed')"
        "?(e.textContent.trim()||'0'):'#')(e.classList)",
        levels=tuple(f"document.getElementById('{level}').click()" for level in ("medium", "hard")),
    ),
    "cariblagit": Page(
        "cariblagit/index.html",
        "#field .cell",
        "e.querySelector('.bi-flag-fill')?'F':e.querySelector('i')?'X':/clickedCell/.test(e.className)"
        "?(e.textContent.trim()||'0'):'#'",
        levels=("ChangeDifficulty('Hard')", "ChangeDifficulty('Easy')"),
        settle=300,
    ),
    "coldani3": Page(
        "coldani3/index.html",
        "#grid .button",
        "(c=>c.contains('bomb')||e.textContent.trim()=='X'?'X':c.contains('revealedButton')"
        "?(e.textContent.trim()||'0'):c.contains('flag')?'F':'#')(e.classList)",
        levels=tuple(
            f"{night}document.getElementById('difficultyDropdown').value={n};start()"
            for n, night in ((0, ""), (1, "toggleNightmode();"), (2, ""))
        ),
    ),
    "constantine-32": Page(
        "constantine-32/index.html",
        "#game .square",
        "(n=>n=='blank'?'#':n=='bomb0'?'F':(/open(\\d)/.exec(n)||[0,'X'])[1])(e.className.slice(7))",
    ),
    "craiydev": Page("craiydev/minesweeper.html", levels=("$('.game-menu > button').click()",)),
    "crisgs": Page(
        "crisgs/index.html",
        "#boardGameCells > div",
        "(s=>/mine\\.png/.test(s.background)?'X':/inset/.test(s.border)?(e.textContent.trim()||'0')"
        ":/flag\\.png/.test(s.background)?'F':'#')(e.style)",
    ),
    "devtron3737": Page(
        "devtron3737/index.html",
        "#minesweeper-game .tile",
        "(c=>c.contains('bombed')?'X':c.contains('revealed')?(e.textContent.trim()||'0')"
        ":c.contains('flagged')?'F':'#')(e.classList)",
    ),
    "ejreal": Page(
        "ejreal/index.html",
        "#buscaminas > div",
        "(s=>s.backgroundImage?'X':s.backgroundColor=='lightblue'?(e.textContent.trim()||'0'):'#')(e.style)",
        levels=tuple(
            f"tam={n};dimen=tam*52;buscamina=Matriz();buscaminas.replaceChildren();cargarJuego()"
            for n in (12, 15, 18)
        ),
    ),
    "fermulas": Page(
        "fermulas/Buscaminas.html",
        ".celda",
        "(s=>s.includes('bomba')?'X':s.includes('flag')?'F':s.includes('agua')?'0':s=='none'"
        "?e.textContent.trim():'#')(e.style.backgroundImage)",
        levels=("iniciar()",),
    ),
    "flaviourdiales": Page(
        "flaviourdiales/index.html",
        "#tablero > div",
        "document.getElementById('textoFinal').textContent?'X'"
        ":(c=>c=='rgb(204, 204, 204)'?(e.textContent.trim()||'0'):c=='rgb(0, 0, 255)'||c=='blue'?'F':'#')"
        "(e.style.backgroundColor)",
        levels=tuple(
            f"$('#elegirNivel').val('{level}').change()"
            for level in ("principiante", "intermedio", "avanzado")
        ),
        settle=1500,
    ),
    "gaizgrol": Page(
        "gaizgrol/index.html",
        "#campo td",
        "(n=>n=='fechado'?'#':n=='bandeira'?'F':n=='aberto'?(e.textContent.trim()||'0'):'X')(e.className)",
        levels=tuple(
            f"{theme}Menu.novoJogo({n});document.getElementById('campo').scrollIntoView()"
            for n, theme in ((0, ""), (1, ""), (2, "Menu.alternaTema(1);"))
        ),
    ),
    "jonathanvalle12": Page(
        "jonathanvalle12/index.html",
        "#tablero td",
        "(c=>c.contains('bomba')||getComputedStyle(document.getElementById('myModal')).display!='none'?'X'"
        ":c.contains('destapado')?(e.innerText.trim()||'0'):c.contains('bandera')?'F':'#')(e.classList)",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{inputX:{h},inputY:{w},minasC:{m}}}))"
            "document.getElementById(k).value=v;document.getElementById('inicialitza').click();"
            "document.getElementById('tablero').scrollIntoView({block:'end'})"
            for w, h, m in ((9, 9, 10), (16, 14, 34))
        ),
        settle=300,
    ),
    "sempeck": Page(
        "sempeck/saper.html",
        "#plansza td",
        "(c=>c.contains('bum')||c.contains('flaga_zle')?'X':c.contains('odkryty')?(e.textContent.trim()||'0')"
        ":c.contains('flaga')?'F':'#')(e.classList)",
    ),
    "steprider": Page(
        "steprider/saper.html",
        ".field .button",
        "(n=>!n?'#':n[1]=='flag'?'F':/^[0-8]$/.test(n[1])?n[1]:'X')"
        "(/(\\w+)\\.(?:png|jpg)/.exec(e.style.backgroundImage))",
        levels=tuple(f"quickStart('{n}')" for n in (2, 3)),
    ),
    "takzol94": Page(
        "takzol94/aknakereso.html",
        levels=tuple(
            f"difficultySelect.value='{level}';document.getElementById('start-button').click()"
            for level in ("easy", "medium", "hard")
        ),
    ),
    "alekseylyubimov": Page(
        "alekseylyubimov/minesweeper.html",
        ".grid-cell",
        "(c=>c=='black'?(e.textContent.trim()||'0'):c=='yellow'?'F':c=='red'?'X':'#')(e.style.background)",
        levels=tuple(
            "minedCellsIds=[];clickedCellsIds=[];inProcessIds=[];neighbourIds=[];"
            f"document.getElementById('grid-area').replaceChildren();gridHeight={h};gridWidth={w};init({h},{w})"
            for w, h in ((24, 24), (30, 24))
        ),
    ),
    "bg-kim": Page(
        "bg-kim/minesweeper.html",
        "#mineField .row > div",
        "(n=>n.includes('closed')?'#':n.includes('flag')?'F':(/open-(\\d)/.exec(n)||[0,'X'])[1])(e.className)",
        levels=("setBinner()", "setIntermediate()", "setExpert()"),
    ),
    "bamdadnouri": Page(
        "bamdadnouri/minesweeper.html",
        "#table td",
        "(c=>c=='red'?'X':/\\d/.test(e.textContent)?e.textContent.trim():c?'F':'#')(e.style.backgroundColor)",
        levels=("document.onselectstart=()=>false;check()",),
        shift=True,
    ),
    "borthralla": Page(
        "borthralla/minesweeper.html",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{width:{w},height:{h},num_bombs:{m},tile_size:{s}}}))"
            "document.getElementById(k).value=v;reset()"
            for w, h, m, s in ((9, 9, 10, 50), (16, 12, 30, 40), (30, 16, 99, 36))
        ),
        settle=150,
    ),
    "djenken": Page(
        "djenken/index.html",
        "#minefield .square",
        "(b=>b.includes('clicked')?(e.textContent.trim()||'0'):b.includes('flagged')?'F'"
        ":b.includes('mine.png')?'X':'#')(e.style.backgroundImage)",
    ),
    "akshay-srivatsan": Page(
        "akshay-srivatsan/index.html",
        levels=tuple(
            f"widthInput.value={w};heightInput.value={h};minesInput.value={m};uncovered=0;startGame()"
            for w, h, m in ((10, 10, 12), (18, 16, 40), (25, 25, 80))
        ),
    ),
    "adamv27": Page(
        "adamv27/index.html",
        "img.cell",
        "(n=>n=='tile'?'#':n=='flag'?'F':n=='blank'?'0':n=='bomb'?'X':n)(e.src.split('/').pop().split('.')[0])",
    ),
    "itshaldun": Page(
        "itshaldun/index.html",
        levels=tuple(
            f"storeItem('difficulty','{level}');setTimeout(()=>location.reload())"
            for level in ("easy", "medium", "hard")
        ),
        settle=150,
    ),
    "branislavvalacsay": Page(
        "branislavvalacsay/index.html",
        "#game-board > .cell",
        "(c=>c.contains('mine')?'X':c.contains('revealed')?e.textContent.trim():'#')(e.classList)",
    ),
    "qcxu": Page(
        "qcxu/a2.html",
        "#minefield td",
        "(c=>document.querySelector('#minefield.lose')?'X':c.contains('clicked')?(e.textContent.trim()||'0')"
        ":c.contains('flag')?'F':'#')(e.classList)",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{row:{h},column:{w},mines:{m}}}))"
            "document.getElementById(k).value=v;document.querySelector('.startButton').click();"
            "document.getElementById('minefield').scrollIntoView({block:'end'})"
            for w, h, m in ((9, 9, 10), (14, 12, 26), (30, 20, 100))
        ),
    ),
    "kimjuneseo": Page(
        "kimjuneseo/index.html",
        ".gameBoard > .tile",
        "(c=>document.querySelector('.gameOver').style.display=='flex'?'X':c.contains('click')"
        "?(e.innerText.trim()||'0'):c.contains('flag')?'F':'#')(e.classList)",
        levels=tuple(f"document.querySelectorAll('.level>button')[{n}].click()" for n in (0, 1, 2)),
    ),
    "leolu0602": Page(
        "leolu0602/index.html",
        "#board td",
        "(c=>c=='red'?'F':c=='black'?'X':e.className=='clicked'?(e.innerText.trim()||'0'):'#')"
        "(e.style.backgroundColor)",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{numberOfRows:{h},numberOfCols:{w},numberOfMines:{m}}}))"
            "document.getElementById(k).value=v;Game()"
            for w, h, m in ((9, 9, 10), (16, 14, 34))
        ),
    ),
    "vpatel1093": Page(
        "vpatel1093/index.html",
        "#grid > .cell",
        "(c=>c.contains('flagged')?'F':c.contains('unclicked')?'#':c.contains('mine')?'X'"
        ":e.textContent.trim()||'0')(e.classList)",
        levels=tuple(f"document.getElementById('{level}').click()" for level in ("easy", "medium", "hard")),
    ),
    "dincengincan": Page(
        "dincengincan/index.html",
        "#grid button",
        "(t=>t=='🚩'?'F':/^[1-8]$/.test(t)?t:t?'X':e.disabled?'0':'#')(e.innerText.trim())",
    ),
    "leonjm": Page("leonjm/index.html"),
    "mrkoyl": Page(
        "mrkoyl/dist/index.html",
        levels=tuple(
            f"document.getElementById('size').innerText={n};document.getElementById('diff').innerText={d};"
            "drawn.clear();document.getElementById('newGame').click()"
            for n, d in ((10, 1), (10, 2), (20, 2))
        ),
    ),
    "dom1n1cir": Page(
        "dom1n1cir/minesweeper.html",
        ".game-board > .zone",
        "(c=>c.contains('is-mine')?'X':c.contains('is-revealed')?(e.textContent.trim()||'0')"
        ":c.contains('is-flagged')?'F':'#')(e.classList)",
        levels=tuple(
            f"(s=>{{s.value='{level}';s.dispatchEvent(new Event('change'))}})"
            "(document.querySelector('.game-level'))"
            for level in ("beginner", "intermediate", "advanced")
        ),
    ),
    "erinduxiao": Page(
        "erinduxiao/minesweeper.html",
        "#gameboard .field",
        "(c=>c.contains('mine')?'X':c.contains('suspect')?'F':c.contains('after')?(e.textContent.trim()||'0')"
        ":'#')(e.classList)",
        levels=tuple(f"$('.level[data-level={n}]').click()" for n in (9, 16)),
    ),
    "maxcherevko115": Page(
        "maxcherevko115/minesweeper.html",
        "#place_to_play > .cell",
        "(c=>document.getElementById('message').innerText?'X':c.contains('opened')?(e.innerText.trim()||'0')"
        ":c.contains('flag')?'F':'#')(e.classList)",
        levels=("startGame()",),
    ),
    "elliotsherman": Page(
        "elliotsherman/index.html",
        ".board td",
        "(c=>gGame.isGameOver||c.contains('mine')?'X':c.contains('cell-marked')?'F'"
        ":c.contains('cell-show')?(e.innerText.trim()||'0'):'#')(e.classList)",
        levels=tuple(
            f"setData('boardSize',{{rowCount:{h},colCount:{w}}});init();"
            f"gGame.mineCount={m};setMines(gGameBoard);setMinesCount();"
            f"gGame.mineCount=gGame.flagsCount={m + 2}"
            for w, h, m in ((8, 8, 8), (12, 10, 16))
        ),
    ),
    "tylerbrandt": Page(
        "tylerbrandt/public/index.html",
        "#board td",
        "(c=>c.contains('mine')?'X':c.contains('flag')?'F':c.contains('revealed')"
        "?/num(\\d)/.exec(e.className)[1]:'#')(e.classList)",
        levels=tuple(
            f"$('#boardsize').val({n});$('#numMines').val({m});$('#new_game').click();"
            "document.getElementById('board').scrollIntoView()"
            for n, m in ((8, 10), (16, 45))
        ),
    ),
    "btf7": Page(
        "btf7/index.html",
        "#tileBoard img",
        "(n=>n=='hidden'?'#':n=='flag'?'F':/^[0-8]$/.test(n)?n:'X')(e.src.split('/').pop().split('.')[0])",
        levels=tuple(
            f"document.getElementById('{level}preset').click();buttonMouseDown=true;"
            "for(const n of ['mousedown','mouseup','click'])"
            "button.dispatchEvent(new MouseEvent(n,{bubbles:true,button:0}))"
            for level in ("novice", "skilled", "expert")
        ),
    ),
    "rienboy": Page(
        "rienboy/index.html?difficulty=beginner",
        "#field td",
        "(c=>c.contains('flagged')?'F':!c.contains('clicked')?'#':c.contains('mine')?'X'"
        ":(/_(\\d)/.exec(e.className)||[0,'0'])[1])(e.classList)",
        levels=tuple(
            f"setTimeout(()=>{{location.search='?difficulty={level}'}})"
            for level in ("beginner", "intermediate", "expert")
        ),
        settle=100,
    ),
    "brianlove": Page(
        "brianlove/minesweeper.html",
        "#grid .cell",
        "(c=>/\\bmine|-mine/.test(e.className)?'X':c.contains('flag')?'F':c.contains('revealed')"
        "?(e.textContent.trim()||'0'):'#')(e.classList)",
        levels=tuple(
            f"document.getElementById('input-size').value={n};document.getElementById('input-mines').value={m};"
            "document.getElementById('js-reset').click()"
            for n, m in ((9, 10), (14, 32))
        ),
    ),
    "brycethegrand": Page(
        "brycethegrand/index.html",
        levels=tuple(
            f"for(const [s,v] of [[numberBombsSlider,{p}],[boardSizeSlider,{n}]])"
            "{s.value=v;s.dispatchEvent(new Event('change'))}"
            for n, p in ((10, 14), (16, 16), (20, 18))
        ),
        settle=100,
    ),
    "jiuugo": Page(
        "jiuugo/index.html",
        "#tablero > .casilla",
        "(n=>n=='-2'?'F':e.classList.contains('tapada')?'#':!n?'0':n=='-1'?'X':n)"
        "((e.querySelector('img')||{src:''}).src.split('/').pop().split('.')[0])",
        levels=tuple(f"tamanoTablero={n};nBombas={m};buscaminas()" for n, m in ((8, 10), (12, 24), (16, 42))),
    ),
    "szahn": Page(
        "szahn/ES6/index.html",
        ".board .cell",
        "((f,b)=>b.contains('flag')?'F':b.contains('mine')?'X':f.classList.contains('empty')"
        "?f.getAttribute('count'):'#')(e.querySelector('.front'),e.querySelector('.back').classList)",
        levels=tuple(f"$('.boardConfigs').val('{level}').change()" for level in ("beginner", "intermediate")),
        settle=700,
    ),
    "aruvham": Page(
        "aruvham/public/index.html",
        ".tileContainer .tile",
        "(c=>c.contains('exploded')?'X':c.contains('activated')?(e.textContent.trim()||'0')"
        ":c.contains('flagged')?'F':'#')(e.classList)",
    ),
    "pkvl": Page("pkvl/index.html"),
    "deanljohnson": Page(
        "deanljohnson/index.html",
        levels=(
            "(p=>{const f=p.drawImage;window.tiles=new Map();"
            "p.drawImage=function(...a){tiles.set(a[5]+' '+a[6],a);return f.apply(this,a)}})"
            "(CanvasRenderingContext2D.prototype)",
        ),
        settle=120,
    ),
    "josselindavion": Page(
        "josselindavion/demineur.html",
        "#grid > .cell",
        "(c=>c.contains('mine')?'X':c.contains('flagged')?'F':c.contains('revealed')?(e.textContent||'0'):'#')"
        "(e.classList)",
    ),
    "jakubjanuchta": Page(
        "jakubjanuchta/saper.html",
        ".main > .normal",
        "(b=>b.includes('flaga')?'F':b.includes('klepa')?'#':b.includes('white')?e.textContent:'X')"
        "(e.style.backgroundImage)",
        tuple(
            f"[{h},{w},{m}].forEach((v,k)=>labels[k].value=v);document.querySelector('.btn').click()"
            for w, h, m in ((9, 9, 10), (14, 12, 24))
        ),
    ),
    "onikienko": Page(
        "onikienko/index.html",
        "#field > div",
        "(t=>e.className=='open'?(/^[1-8]$/.test(t)?t:t?'X':'0'):t?'F':'#')(e.textContent.trim())",
        tuple(f"document.getElementById('{level}').click()" for level in ("noob", "amateur", "prof")),
    ),
    "fruhuszar": Page(
        "fruhuszar/index.html",
        "#board > .box",
        "(t=>!t?'#':/^[0-8]$/.test(t)?t:'X')(e.textContent.trim())",
        ("document.querySelector('button').click()",),
    ),
    "pakastin": Page(
        "pakastin/index.html",
        ".game td",
        "(t=>e.classList.contains('gameover')?'X':e.classList.contains('opened')?(t||'0'):t?'F':'#')"
        "(e.textContent.trim())",
        ("location.hash='#10,10,10'", "location.hash='#15,15,40'", "location.hash='#25,25,100'"),
    ),
    "rafasojo": Page(
        "rafasojo/buscaminas.html",
        "#tableroJuego .casillaBuscamina",
        "(c=>c.contains('mina')?'X':c.contains('casillaDescubierta')?(/^\\d/.exec(e.textContent)||['0'])[0]"
        ":c.contains('casillaMarcada')?'F':'#')(e.classList)",
        tuple(f"$('#select-dificultad').val('{n}').change()" for n in (1, 2)),
        settle=2600,
    ),
    "siguierm": Page(
        "siguierm/demineur.html",
        ".board > .zone",
        "(c=>c.contains('is-mine')?'X':c.contains('is-revealed')?(e.textContent||'0')"
        ":c.contains('is-flagged')?'F':'#')(e.classList)",
        tuple(
            f"(s=>{{s.value='{level}';s.dispatchEvent(new Event('change'))}})"
            "(document.querySelector('.level'))"
            for level in ("beginner", "intermediate")
        ),
    ),
    "nfabing": Page(
        "nfabing/demineur.html",
        "#demineur td",
        "e.className=='mine'?'X':e.textContent||'#'",
        tuple(
            f"(f=>{{f.lignes.value={h};f.colonnes.value={w};f.nbrMines.value={m};Demineur()}})"
            "(document.forms.regles)"
            for w, h, m in ((9, 9, 10), (14, 12, 22))
        ),
    ),
    "younes-be": Page(
        "younes-be/demineur.html",
        "#grille img",
        "(n=>n=='vide'?'#':n=='flag'?'F':n=='9'?'X':n)(/case_(\\w+)[.]png/.exec(e.src)[1])",
        tuple(
            "document.getElementById('accept-button').click();"
            f"for(const [k,v] of Object.entries({{hauteur:{h},largeur:{w},nombre_mines:{m}}}))"
            "document.getElementById(k).value=v;gererOptions()"
            for w, h, m in ((7, 7, 10), (9, 9, 12), (12, 12, 22))
        ),
    ),
    "skyzonox": Page(
        "skyzonox/demineur.html",
        "#tableau > .cell",
        "(n=>n=='normal'?'#':n=='black_square'?'0':/^[1-8]$/.test(n)?n:'X')"
        "(e.querySelector('img').src.split('/').pop().split('.')[0])",
        tuple(
            f"document.getElementById('difficulté').value='{level}';document.getElementById('start').click()"
            for level in ("Débutant", "Intermédiaire", "Expert")
        ),
    ),
    "xkamil": Page(
        "xkamil/saper.html",
        "#board .cell",
        "(c=>c.contains('bomb')?'X':c.contains('marked_cell')?'F':c.contains('discovered')"
        "?e.textContent.trim():'#')(e.classList)",
        ("resetGame(7,7)", "resetGame(10,15)", "resetGame(20,25)"),
    ),
    "lukawar": Page(
        "lukawar/index.html",
        "#board > .cell",
        "(c=>c.contains('mine')?'X':c.contains('revealed')?(e.textContent||'0'):'#')(e.classList)",
        ("document.getElementById('easy').click()",),
    ),
    "hartunabart": Page(
        "hartunabart/index.html",
        "button.field",
        "e.style.backgroundColor!='rgb(221, 221, 221)'?'#':e.style.color=='red'?'X':e.textContent||'0'",
        ("start()", "change(1);start()"),
    ),
    "mattvnn": Page(
        "mattvnn/campominado.html",
        "#campominado > .campo",
        "(c=>c.contains('mina')?'X':c.contains('bandeira')?'F':c.contains('campolivre')"
        "?(e.textContent||'0'):'#')(e.classList)",
    ),
    "stoneg": Page(
        "stoneg/sweeper.html",
        "#grid td",
        "e.classList.contains('mine')?'X':e.id?(e.textContent||'0'):e.classList.contains('flag')?'F':'#'",
        tuple(
            f"document.getElementById('size').value={n};document.getElementById('mines').value={m};b.rebuild()"
            for n, m in ((8, 10), (14, 30))
        ),
    ),
    "bobpaw": Page(
        "bobpaw/index.html",
        "#board td",
        "(c=>c.contains('wrong')?'X':c.contains('revealed')?(e.textContent||'0')"
        ":c.contains('flagged')?'F':'#')(e.classList)",
        tuple(
            f"setTimeout(()=>{{location.search='?width={w}&height={h}&mines={m}'}})"
            for w, h, m in ((9, 9, 10), (16, 16, 40), (30, 16, 80))
        ),
    ),
    "nyson": Page("nyson/index.html"),
    "thojeremy": Page(
        "thojeremy/demineur.html",
        "#plateau button",
        "(t=>!t?'#':t=='×'?'F':/^[0-8]$/.test(t)?t:'X')(e.textContent.trim())",
        tuple(
            f"[['x',{n}],['y',{n}],['nb_mine',{m}]].forEach(([k,v])=>document.getElementById(k).value=v);"
            "changerTerrain()"
            for n, m in ((8, 8), (10, 14))
        ),
    ),
    "pnx31": Page(
        "pnx31/demineur.html",
        "#conteneur-grille td",
        "e.ouvert?(e.innerText=='x'?'X':e.innerText):e.drapeau==1?'F':'#'",
        tuple(f"niveauElement.value='{n}';boutonNouvellePartie.click()" for n in (1, 2, 3)),
    ),
    "kezonet": Page(
        "kezonet/index.html",
        "td[h]",
        "(n=>!n?'#':n=='marque'?'F':/^vide/.test(n)?n.slice(4):'X')(e.className)",
        ("addEventListener('contextmenu',e=>e.preventDefault(),true);new3()",),
    ),
    "andrewprofile": Page(
        "andrewprofile/index.html",
        "#board > .field",
        "(c=>c.contains('hit')||c.contains('bomb')?'X':c.contains('empty')?'0'"
        ":(/\\bitem(\\d)/.exec(e.className)||[0,'#'])[1])(e.classList)",
        ("Saper.reset(10,10,10,0)", "Saper.reset(16,16,40,0)"),
    ),
    "bo4a10": Page(
        "bo4a10/index.html",
        "#sapper > .cell",
        "(c=>c.contains('bombInside')?'X':c.contains('opened')?(e.innerText||'0'):c.contains('flag')?'F':'#')"
        "(e.classList)",
        tuple(
            "document.getElementById('sapper').innerHTML='';document.getElementById('sapper').style.display='';"
            "Object.assign(sapperObject,{bombsCount:0,flagsCount:0,cellsOpened:0,bombsArray:[]});"
            f"window.prompt=()=>'{level}';sapperObject.init()"
            for level in ("pro", "expert", "Bruce Li")
        ),
    ),
    "vosaba": Page(
        "vosaba/sapper.html",
        "#sappertable td[data-column]",
        "(n=>n=='POLE'?'#':n=='FLAG'?'F':/^[0-8]$/.test(n)?n:'X')"
        "(e.style.backgroundImage.split('/').pop().split('.')[0])",
        tuple(f"$('#levelSelector').val('{n}').change()" for n in (0, 1)),
        settle=200,
    ),
    "cizuwuxin": Page(
        "cizuwuxin/index.html",
        "div.cell[data-row]",
        "(c=>c.contains('mine-show')||c.contains('exploded')?'X':c.contains('flagged')?'F'"
        ":c.contains('revealed')?(e.textContent||'0'):'#')(e.classList)",
        tuple(
            f"document.querySelector('[data-set=difficulty][data-val={level}]').click();"
            "document.getElementById('btn-newgame').click()"
            for level in ("easy", "medium", "hard")
        ),
        settle=400,
    ),
    "amelkov": Page(
        "amelkov/mines.html",
        "#field > .cell",
        "(t=>t=='*'?'X':e.classList.contains('active')?t:t=='p'?'F':'#')(e.textContent)",
        ("document.getElementById('newgame').click()",),
    ),
    "circleshift": Page(
        "circleshift/index.html",
        "#gtable td",
        "(t=>t=='◉'?'X':e.className=='chkd'?(t||'0'):t?'F':'#')(e.textContent.trim())",
        tuple(
            f"xIn.value={w};yIn.value={h};dIn.value='{share}';game.reset()"
            for w, h, share in ((9, 9, "0.125"), (14, 12, "0.15"))
        ),
    ),
    "pjpage": Page("pjpage/index.html", levels=("newGame()",)),
    "diankads": Page("diankads/index.html", levels=("sapper.startGame()",)),
    "mgrinko": Page(
        "mgrinko/index.html",
        "g.cell > rect",
        "e.classList.contains('cell-close')?'#':(t=>t=='x'?'X':t||'0')(e.nextElementSibling.textContent.trim())",
    ),
    "yahelishran": Page(
        "yahelishran/index.html",
        "td.cell",
        "(t=>!t?'#':/^[0-8]$/.test(t)?t:'X')(e.textContent.trim())",
        ("boardSize(8,12)",),
    ),
    "rbak1": Page(
        "rbak1/index.html",
        "td[data-cords]",
        "e.children[0].style.fontSize=='20px'?(/^[0-8]$/.test(e.children[0].textContent)"
        "?e.children[0].textContent:'X'):e.children[1].textContent?'F':'#'",
        ("renderLevel(MED,MINEMED)", "renderLevel(EXPT,MINEEXPT)"),
    ),
    "edw1-0": Page(
        "edw1-0/mines.html",
        "#grid img",
        "(n=>n=='hidden'?'#':n=='flag'?'F':(k=>k<0?'X':''+k)(['zero','one','two','three','four','five','six',"
        "'seven','eight'].indexOf(n)))(e.src.split('/').pop().split('.')[0])",
        tuple(f"document.getElementById('{level}').click()" for level in ("easy", "medium", "hard")),
    ),
    "cstdint": Page(
        "cstdint/sapper.html",
        levels=tuple(
            "window.shown=new Map();(paint=>{CanvasRenderingContext2D.prototype.drawImage=function(...g){"
            "shown.set(g.slice(5,7)+'',[g[5],g[6],g[1]/16+','+g[2]/16]);return paint.apply(this,g)}})"
            "(CanvasRenderingContext2D.prototype.drawImage);"
            f"for(const [k,v] of [['width',{w}],['height',{h}],['bombs',{m}]])(i=>{{i.value=v;"
            "i.dispatchEvent(new Event('input',{bubbles:true}))})"
            "(document.querySelector(`#range-${k} input`));"
            "document.getElementById('button-new').click()"
            for w, h, m in ((10, 10, 12), (20, 14, 40))
        ),
    ),
    "eeeoox": Page(
        "eeeoox/index.html",
        "#container td",
        "(t=>e.classList.contains('cell-opened')?(/^[1-8]$/.test(t)?t:t?'X':'0'):t?'F':'#')"
        "(e.textContent.trim())",
        tuple(
            f"document.querySelectorAll('.level')[{n}].click();document.getElementById('start-btn').click()"
            for n in (0, 1)
        ),
    ),
    "dimaalufcoding": Page(
        "dimaalufcoding/index.html",
        ".board td.cell",
        "(t=>!t?'#':t=='🌙'?'F':t=='👻'?'0':/^[1-8]$/.test(t)?t:'X')(e.textContent.trim())",
        ("onChangeDifficulty('medium')", "onChangeDifficulty('expert')"),
    ),
    "nreis11": Page("nreis11/index.html", ".board > div", _STATUS),
    "fcbvttn123": Page("fcbvttn123/index.html", ".board > div", _STATUS),
    "hochanb": Page(
        "hochanb/main.html",
        "#board_tbody td",
        "(c=>c=='mine'?'X':c=='open'?(e.textContent.trim()||'0'):e.textContent=='!'?'F':'#')(e.className)",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{rows:{h},cols:{w},mines:{m}}}))"
            "document.getElementById(k).value=v;newGame()"
            for w, h, m in ((10, 10, 12), (20, 15, 40), (24, 18, 80))
        ),
    ),
    "lee-sh1673": Page(
        "lee-sh1673/index.html",
        ".grid > div",
        "(c=>c.contains('bomb-on')?'X':c.contains('checked')?(e.textContent.trim()||'0')"
        ":c.contains('flag')?'F':'#')(e.classList)",
        settle=300,
    ),
    "alightsoulmate": Page(
        "alightsoulmate/index.html",
        ".main > div > div",
        "(d=>/!/.test(document.querySelector('.header').textContent)?'X':d.isClicked=='true'"
        "?(e.textContent.trim()||'0'):d.isFlagged=='true'?'F':'#')(e.dataset)",
        levels=tuple(
            f"elements.inputRow.value={h};elements.inputColumn.value={w};elements.inputMines.value={m};"
            "elements.confirmBtn.click()"
            for w, h, m in ((10, 10, 14), (18, 15, 40), (30, 20, 110))
        ),
    ),
    "redflue": Page(
        "redflue/index.html",
        "#tiles-container > .tile",
        "(c=>tileBoard.gameOver?'X':c.contains('revealed')"
        "?(/(\\d)\\.png/.exec(e.firstElementChild.src)||[0,'0'])[1]:c.contains('flagged')?'F':'#')(e.classList)",
        levels=tuple(
            f"tileBoard.clear();tileBoard.initTiles({w},{h},{m});tileBoard.placeMines();"
            "tileBoard.updateAllImages()"
            for w, h, m in ((9, 9, 10), (16, 16, 40), (30, 16, 99))
        ),
        settle=150,
    ),
    "chapman808": Page(
        "chapman808/home.html",
        ".game-grid-cell",
        "(b=>e.style.backgroundImage?'X':b?(b.style.backgroundImage.includes('flag')?'F':'#')"
        ":e.textContent.trim()||'0')(e.querySelector('.game-grid-button'))",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{'grid-size-x':{w},'grid-size-y':{h},'mine-amount':{m}}}))"
            "document.getElementById(k+'-input').value=v;document.getElementById('submit-options').click()"
            for w, h, m in ((10, 10, 12), (14, 12, 26))
        ),
        settle=300,
    ),
    "kdarenskii": Page(
        "kdarenskii/index.html",
        "[data-field] .cell",
        "(s=>s=='hidden'?'#':s=='marked'?'F':s=='empty'?'0':s=='number'?(e.dataset.number||'0'):'X')"
        "(e.dataset.status)",
    ),
    "merilax": Page(
        "merilax/index.html",
        "#board td",
        "(c=>gameover||/Bomb/.test(e.className)?'X':c.contains('cellShown')?(e.textContent.trim()||'0'):'#')"
        "(e.classList)",
        levels=tuple(
            f"rowsInput.value={h};columnsInput.value={w};minesInput.value={m};setup()"
            for w, h, m in ((10, 10, 12), (16, 14, 34), (24, 18, 80))
        ),
    ),
    "dvdenys": Page(
        "dvdenys/index.html",
        "#app > .box",
        "(t=>e.classList.contains('initial')?(t?'F':'#'):!t?'0':/^[1-8]$/.test(t)?t:'X')(e.textContent.trim())",
    ),
    "nevtr4l": Page(
        "nevtr4l/index.html",
        "#contenedor-tablero td",
        "(c=>/mina|Over/.test(e.className)?'X':c.contains('bandera')?'F':c.contains('revelado')"
        "?(e.textContent.trim()||'0'):'#')(e.classList)",
        levels=tuple(
            f"for(const [k,v] of Object.entries({{filas:{h},columnas:{w},minas:{m}}}))"
            "document.getElementById(k).value=v;clicGenerar();"
            "document.addEventListener('contextmenu',e=>{botonRojo.click();e.target.click();botonAzul.click()})"
            for w, h, m in ((8, 8, 9), (10, 12, 18), (14, 14, 34))
        ),
    ),
    "leandroant": Page(
        "leandroant/minesweeper.html",
        "#mines > .mine",
        "(c=>e.id=='emptyMine'?(e.textContent.trim()||'0'):c.contains('mineFlag')?'F':'#')(e.classList)",
        levels=(
            "document.addEventListener('contextmenu',e=>{if(e.target.classList.contains('mineButton'))"
            "{changeAction();e.target.click();changeAction()}})",
        ),
    ),
    "isaqgs": Page(
        "isaqgs/index.html",
        "td.cell",
        "(t=>t=='blank'?'#':t=='flag'?'F':t=='number'?(e.textContent.trim()||'0'):'X')"
        "(e.getAttribute('data-cellType'))",
        levels=tuple(
            f"document.getElementById('elSelect').value='opc{n}';document.getElementById('elBtnJogar').click()"
            for n in (1, 2, 3)
        ),
    ),
    "maturocha": Page(
        "maturocha/index.html",
        "#buscaminas td",
        "(c=>c.contains('bomb')?'X':c.contains('flag')?'F':c.contains('clicked')?(e.textContent.trim()||'0')"
        ":'#')(e.classList)",
        levels=tuple(
            f"document.getElementById('{level}').click()" for level in ("beginner", "intermediate", "expert")
        ),
    ),
    "agonvite": Page(
        "agonvite/index.html",
        "main article",
        "(c=>c.contains('numbered')?e.dataset.number:c.contains('flagged')?'F':c.contains('blank')?'0':'#')"
        "(e.classList)",
        levels=tuple(
            f"frontend.init({n},{n},{d});container=document.body.querySelector('main');layout()"
            for n, d in ((9, 0.12), (12, 0.14), (16, 0.16))
        ),
        settle=300,
    ),
    "aeolguin": Page(
        "aeolguin/index.html",
        "#tablero > .grilla",
        "(t=>/\\d/.test(t)?t:t?'X':'#')(e.textContent.trim())",
    ),
    "tiratreco": Page(
        "tiratreco/Campo%20Minado%20com%20Imagens/main.html",
        "img.bloco",
        "(n=>n=='plain'?'#':n=='flag'?'F':n)(/tile_(\\w+)/.exec(e.src)[1])",
    ),
    "alflearn": Page(
        "alflearn/mines.html",
        levels=tuple(
            f"inpWidth.value={w};inpHeight.value={h};inpBombCount.value={m};NewGame()"
            for w, h, m in ((9, 9, 10), (14, 12, 26), (20, 16, 52))
        ),
    ),
    "1995eaton": Page(
        "1995eaton/index.html",
        levels=tuple(f"Mines.setDifficulty('{level}')" for level in ("beginner", "intermediate", "expert")),
    ),
    "realokuma": Page(
        "realokuma/index.html",
        levels=(
            "(p=>{const f=p.drawImage;window.tiles=new Map();"
            "p.drawImage=function(...a){tiles.set(a[5]+' '+a[6],a);return f.apply(this,a)}})"
            "(CanvasRenderingContext2D.prototype)",
        ),
        settle=120,
    ),
    "alexisepsi": Page(
        "alexisepsi/index.html",
        "#container .cell",
        "(t=>t=='🚩'?'F':/^\\d$/.test(t)?t:t?'X':e.style.backgroundColor?'0':'#')(e.textContent.trim())",
        levels=tuple(f"document.getElementById('difficulte').selectedIndex={n};start()" for n in (0, 1, 2)),
    ),
    "davit-ners": Page(
        "davit-ners/index.html",
        ".grille .ligne > div",
        "(c=>!game||c.contains('blockRouge')?'X':c.contains('blockBlanc')?(e.textContent.trim()||'0')"
        ":e.querySelector('.flag')?'F':'#')(e.classList)",
        levels=tuple(f"level.value={n};btnStart.click()" for n in (8, 12)),
        settle=400,
    ),
    "kleitonfbortoli": Page(
        "kleitonfbortoli/index.html",
        "#output > .field",
        "(t=>e.classList.contains('closed')?(t=='X'?'F':'#'):/^\\d$/.test(t)?t:'X')(e.textContent.trim())",
        levels=tuple(
            f"document.getElementById('size').value={n};document.getElementById('bombs').value={m};"
            "document.getElementById('reload').click()"
            for n, m in ((9, 10), (12, 24), (16, 44))
        ),
    ),
}


@dataclass(frozen=True)
class Program:
    """A program of the desktop: its command, where its cells are in its window, the clicks that start a
    game."""

    command: tuple[str, ...]
    left: float
    top: float
    pitch_x: float
    pitch_y: float
    rows: int
    cols: int
    mines: int | None
    setup: tuple[tuple[int, int], ...] = ()
    dark: bool = False
    size: tuple[int, int] | None = None  # of its window, where it is not always the same


_GAMES = "/usr/games/"
_BUS = ("dbus-run-session", "--")
PROGRAMS = {
    "ace-minesweeper": [Program((_GAMES + "ace-minesweeper",), 7.5, 33.5, 12, 12, 32, 32, 200)],
    "gnome-mines": [
        Program((*_BUS, _GAMES + "gnome-mines"), 23.4, 71.5, 48.7, 48.3, 8, 8, 10, ((202, 162),), True),
    ],
    "kmines": [Program((*_BUS, _GAMES + "kmines"), 133.4, 105.5, 46, 46, 9, 9, 10, size=(680, 600))],
    "sgt-mines": [
        Program((_GAMES + "sgt-mines", f"{w}x{h}n{m}"), 29.5, 54.5, 20, 20, h, w, m, (), True)
        for w, h, m in ((16, 16, 40), (9, 9, 10), (30, 16, 99))
    ],
    "xbomb": [Program((_GAMES + "xbomb",), 5, 36, 50, 50, 8, 8, 10)],
    "xdemineur": [
        Program(
            (_GAMES + "xdemineur", "-geometry", f"{w}x{h}", "-m", str(m)), 14.9, 79.9, 21, 21, h, w, m
        )
        for w, h, m in ((16, 16, 30), (12, 9, 14), (30, 16, 90))
    ],
}
NAMES = sorted([*PAGES, *PROGRAMS])
REPORTED = (
    "1995eaton", "aeolguin", "agonvite", "akshay-srivatsan", "alexisepsi", "alflearn", "alightsoulmate",
    "amelkov", "aruvham", "bg-kim", "bobpaw", "branislavvalacsay", "brycethegrand", "chapman808",
    "circleshift", "cstdint", "davit-ners", "diankads", "dincengincan", "dom1n1cir", "dvdenys", "eeeoox",
    "erinduxiao", "fcbvttn123", "hartunabart", "hochanb", "isaqgs", "jakubjanuchta", "josselindavion",
    "kdarenskii", "kimjuneseo", "kleitonfbortoli", "leandroant", "lee-sh1673", "leonjm", "mattvnn",
    "maturocha", "merilax", "mgrinko", "nevtr4l", "nfabing", "nreis11", "onikienko", "pjpage", "pnx31",
    "rafasojo", "realokuma", "redflue", "rienboy", "skyzonox", "szahn", "tiratreco", "tylerbrandt",
    "vpatel1093", "yahelishran",
)  # fmt: skip
"""Programs that came last: read once, when all else was done."""
UNFIT = "ashita7890", "jandrourgh", "knifef", "michaelbutler", "nickarocho", "szeyong"
"""What these show nobody could read, or their elements are not what is seen: nothing is fitted to them."""

SCALES = (0.75, 1.0, 1.0, 1.25, 1.5, 2.0)


# -- playing -------------------------------------------------------------------------------------------------


class Play(ABC):
    """A game on a screen: ``state`` gives symbols and the cells' boxes; ``open`` and ``flag`` click."""

    box: tuple[float, float, float, float]  # of the board, in the screen's picture
    window: tuple[float, float, float, float]

    @abstractmethod
    def state(self) -> list[str]: ...

    @abstractmethod
    def click(self, row: int, col: int, flag: bool) -> None: ...


def position(play: Play, rng: random.Random, mines: int | None) -> tuple[list[str], int] | None:
    """A natural position: rows of symbols and the number of flags, None where the game was lost or won."""
    rows = play.state()
    height, width = len(rows), len(rows[0])
    play.click(rng.randrange(height), rng.randrange(width), False)
    wanted = rng.uniform(0.15, 0.75)
    guessed = 0
    for _ in range(60):
        rows = play.state()
        text = "".join(rows)
        if LOST in text:
            return None
        if "?" in text:
            return rows, 0
        opened = sum(symbol.isdigit() for symbol in text)
        try:
            board = ms.Board.parse("\n".join(rows).replace(FLAG, HIDDEN), mines=mines)
            analysis = ms.analyze(board, limit=2.0)
        except ms.MinesolverError:
            return None
        if opened == 0 or not analysis.safe:
            if opened >= wanted * len(text) or guessed > 5:
                break
            guessed += 1
            play.click(analysis.best[0], analysis.best[1], False)
            continue
        if opened >= wanted * len(text):
            break
        for cell in rng.sample(list(analysis.safe), min(len(analysis.safe), 12)):
            play.click(cell[0], cell[1], False)
    if HIDDEN not in text or opened < 5:
        return None
    share = rng.choice([0.0, 0.5, 1.0])
    flags = [cell for cell in analysis.mines if rng.random() < share]
    for cell in flags:
        play.click(cell[0], cell[1], True)
    rows = play.state()
    if HIDDEN not in "".join(rows):
        return None
    try:  # a game that was won shows more than it should
        ms.analyze(ms.Board.parse("\n".join(rows).replace(FLAG, "*"), mines=mines), limit=2.0)
    except ms.MinesolverError:
        return None
    return rows, len(flags)


def grab(display: str) -> Image.Image:
    """The whole screen."""
    data = subprocess.run(
        ["import", "-display", display, "-window", "root", "png:-"], check=True, capture_output=True
    )
    return Image.open(io.BytesIO(data.stdout)).convert("RGB")


def shown(screen: Image.Image, box: tuple[float, float, float, float], rows: list[str]) -> list[str] | None:
    """The rows as the picture shows them: a flag that looks hidden is; ``None`` where cells of
    two symbols look alike, for then the program's state is not what it shows."""
    from minesolver.io.screenshots import Grid, cells_of

    height, width = (box[3] - box[1]) / len(rows), (box[2] - box[0]) / len(rows[0])
    grid = Grid(box[0], box[1], width, height, len(rows), len(rows[0]))
    blocks = cells_of(np.asarray(screen), grid).reshape(-1, 10, 2, 10, 2, 3).mean(axis=(2, 4))
    symbols = np.array(list("".join(rows)))
    alike = [np.abs(blocks - own).max(axis=(1, 2, 3)) < 6 for own in blocks]
    for i in np.flatnonzero(symbols == FLAG):
        if (symbols[alike[i]] == HIDDEN).any():
            symbols[i] = HIDDEN
    if any((symbols[same] != symbol).any() for same, symbol in zip(alike, symbols, strict=True)):
        return None
    return ["".join(row) for row in symbols.reshape(len(rows), -1)]


def keep(folder: Path, name: str, number: int, play: Play, rows: list[str], flags: int, mines: int | None,
         scale: float, look: str, rng: random.Random, resampled: bool) -> None:  # fmt: skip
    """Four cuts of one screen, scaled, with the truth of each."""
    inner = zip(play.box, play.window, (1, 1, -1, -1), strict=True)
    if any(sign * (edge - limit) < -2 for edge, limit, sign in inner):
        print(name, scale, "the board is larger than the window", file=sys.stderr)
        return
    screen = grab(os.environ["DISPLAY"])
    seen = shown(screen, play.box, rows)
    if seen is None or play.state() != rows:
        print(name, scale, "the picture does not show the state", file=sys.stderr)
        return
    rows, flags = seen, "".join(seen).count(FLAG)
    cuts = {
        "board": play.box,
        "margin": tuple(
            edge + sign * rng.uniform(2, 40) for edge, sign in zip(play.box, (-1, -1, 1, 1), strict=True)
        ),
        "window": play.window,
        "desktop": (0, 0, *screen.size),
    }
    for cut, wanted in cuts.items():
        x0, y0, x1, y1 = (round(v) for v in wanted)
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(screen.width, x1), min(screen.height, y1)
        picture = screen.crop((x0, y0, x1, y1))
        factor = scale if resampled else 1.0
        if cut == "desktop" and factor * max(screen.size) > 3000:
            factor = 1.0
        if factor != 1.0:
            size = round(picture.width * factor), round(picture.height * factor)
            picture = picture.resize(
                size,
                rng.choice([Image.Resampling.BILINEAR, Image.Resampling.LANCZOS, Image.Resampling.BICUBIC]),
            )
        suffix = rng.choice(["png", "png", "jpg"])
        file = f"{name}-{number:03}-{cut}.{suffix}"
        picture.save(folder / file, quality=rng.randint(60, 95))
        truth = {
            "file": file, "program": name, "cut": cut, "scale": scale, "look": look, "flags": flags,
            "mines": mines, "rows": rows,
            "box": [round((v - o) * factor, 1) for v, o in zip(play.box, (x0, y0, x0, y0), strict=True)],
        }  # fmt: skip
        with (folder / "truth.jsonl").open("a") as out:
            out.write(json.dumps(truth) + "\n")


# -- pages ---------------------------------------------------------------------------------------------------

_CELLS = """() => { const found = [];
  for (const e of %s) { const b = e.getBoundingClientRect(); found.push([b.x, b.y, b.width, b.height, %s]); }
  return found; }"""
_PAINTED = """
  window.drawn = new Map();
  for (const name of ['drawImage', 'fillRect', 'fillText']) {
    const paint = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      if (name === 'fillText') (window.painted ??= {}).text = given[0];
      else {
        const [x, y, w, h] = given.slice(-4);
        const fill = this.fillStyle, src = given[0].src ?? '';
        window.painted = { canvas: this.canvas, x, y, w, h, text: '', fill, src };
        drawn.set(`${x} ${y}`, window.painted);
      }
      return paint.apply(this, given);
    };
  }"""
"""What a canvas was last painted with, by place."""
_DRAWN = """() => [...drawn.values()].map(({ canvas: c, x, y, w, h, text, fill, src }) => {
  const b = c.getBoundingClientRect(), k = b.width / c.width;
  return [b.x + x * k, b.y + y * k, w * k, h * k, %s]; })"""
_OWN = {
    "smellyshovel": _DRAWN % "(n => n === 'closed' ? '#' : n === 'flag' ? 'F' : /^\\d$/.test(n) ? n : 'X')"
    "(src.split('/').pop().split('.')[0])",
    "spontancombust": _DRAWN
    % "fill === '#e6e6e6' ? (text || '#') : fill === '#b3b3b3' ? (text || '0') : 'X'",
    "becold": """() => { const c = document.getElementById('gameboard_canvas').getBoundingClientRect();
      return _.board.flat().map(t => [c.x + t.x * TILE_SIZE, c.y + t.y * TILE_SIZE, TILE_SIZE, TILE_SIZE,
        t.state === CELL_STATE.MARKED_MINE ? 'F' : t.state ? '#'
          : t.solution < 0 ? 'X' : '' + t.solution]); }""",
    "kingofdog": """() => { const c = game.canvas.getBoundingClientRect(), s = game.tileSize.x, found = [];
      game.field.forEach((line, x) => line.forEach((t, y) => found.push([c.x + x * s, c.y + y * s, s, s,
        t.flagged ? 'F' : !t.clicked ? '#' : t.tileValue === true ? 'X' : '' + t.tileValue])));
      return found; }""",
    "zuramai": _DRAWN % "/^#(e5c29f|d7b899)/.test(fill) ? (text + '' || '0') : src ? 'X' : '#'",
    "gozerxp": """async () => { const { game } = await import('/gozerxp/src/game.js'), found = [],
      c = document.getElementById('game').getBoundingClientRect(), a = game.game_array,
      w = c.width / a.length, h = c.height / a[0].length;
      a.forEach((line, x) => line.forEach((t, y) => found.push([c.x + x * w, c.y + y * h, w, h,
        game.game_over ? 'X' : t.flagged ? 'F' : t.uncovered ? '' + t.adjecent_mines : '#'])));
      return found; }""",
    "jsminesweeper": """() => {
      const found = [], c = document.getElementById('myCanvas').getBoundingClientRect();
      for (let y = 0; y < board.height; y++) for (let x = 0; x < board.width; x++) {
        const t = board.getTileXY(x, y);
        found.push([c.x + x * TILE_SIZE, c.y + y * TILE_SIZE, TILE_SIZE, TILE_SIZE,
          board.gameover ? 'X' : t.isFlagged() ? 'F' : t.isCovered() ? '#' : '' + t.getValue()]); }
      return found; }""",
    "dakitanorth": """() => { const c = view.canvas.getBoundingClientRect(), s = view.btnSize;
      return matrix.matrix.flatMap((l, y) => l.map((t, x) => [c.x + view.playfieldX + x * s,
        c.y + view.playfieldY + y * s, s, s,
        t.isFlag ? 'F' : !t.show ? '#' : t.number === 9 ? 'X' : '' + t.number])); }""",
    "ricecreamdude": """() => { const c = document.querySelector('canvas').getBoundingClientRect();
      return grid.flatMap(l => l.map(t => [c.x + t.x, c.y + t.y, w, w,
        !t.revealed ? '#' : t.bee ? 'X' : '' + t.neighborCount])); }""",
    "sennafx": """() => { const c = document.querySelector('canvas').getBoundingClientRect();
      return cells.flatMap(l => l.map(t => [c.x + t.x, c.y + t.y, t.size, t.size,
        !t.isRevealed ? '#' : t.isMine ? 'X' : '' + t.value])); }""",
    "niejajestem": """() => { const c = canvas.getBoundingClientRect(), l = c.x + canvas.clientLeft,
        o = c.y + canvas.clientTop;
      return tileStatus.slice(0, tilesHorizontal).flatMap((line, i) => line.map((s, j) => [l + i * tileSize,
        o + j * tileSize, tileSize, tileSize,
        s === 1 ? 'F' : s !== 2 ? '#' : tileValue[i][j] > 8 ? 'X' : '' + tileValue[i][j]])); }""",
    "xxmrphdxx": """() => { const c = document.getElementById('Game').getBoundingClientRect();
      return grid.cell_array.map(t => [c.x + t.col * grid.cellWidth, c.y + t.row * grid.cellHeight,
        grid.cellWidth, grid.cellHeight, t.isHidden ? '#' : t.isMine ? 'X' : '' + t.mineAround]); }""",
    "josephcase": """() => [...document.querySelectorAll('#board p.cell')].map(e => {
      const b = e.getBoundingClientRect(), x = b.x + b.width / 2 - 14, y = b.y + b.height / 2 - 14;
      return [x, y, 28, 28, !e.classList.contains('open') ? '#' : e.classList.contains('mine') ? 'X'
        : e.innerText.trim() || '0']; })""",
    "xealink-works": """() => { const below = [...document.querySelectorAll('#layer0 > .grid-cell')];
      return [...document.querySelectorAll('#layer1 > .btn')].map((e, k) => {
        const b = below[k].getBoundingClientRect();
        return [b.x, b.y, b.width, b.height, e.classList.contains('hide')
          ? (below[k].querySelector('img') ? 'X' : below[k].textContent.trim() || '0')
          : e.classList.contains('flagged') ? 'F' : '#']; }); }""",
    "minesweeper-for-web": """() => { const g = document.querySelector('minesweeper-game'), found = [];
      for (const e of g.shadowRoot.querySelectorAll('.sweeper-field')) { const b = e.getBoundingClientRect(),
        r = +e.dataset.row, c = +e.dataset.column, o = g.engine.board;
        found.push([b.x, b.y, b.width, b.height, g.engine.isGameOver ? 'X' : o.flags[r][c] ? 'F'
          : o.revealedFields[r][c] ? '' + o.positions[r][c] : '#']); }
      return found; }""",
    "takzol94": """() => { const b = canvas.getBoundingClientRect(), s = size * b.width / canvas.width;
      return exploredMap.flatMap((l, y) => l.map((open, x) => [b.x + x * s, b.y + y * s, s, s,
        open ? (map[y][x] === mine ? 'X' : '' + map[y][x]) : flagMap[y][x] ? 'F' : '#'])); }""",
    "craiydev": """() => { const look = { '#481474': '#', '#d29cff': '0', '#ff0000': 'X' },
        over = document.querySelector('.game-ui').style.visibility !== 'hidden',
        b = document.getElementById('game-view').getBoundingClientRect(), s = b.width / 20;
      return [...drawn.values()].filter(d => look[d.fill]).map(d => [b.x + d.x - 1, b.y + d.y - 1, s, s,
        over ? 'X' : d.text + '' || look[d.fill]]); }""",
    "brycethegrand": """() => { const c = canvas.getBoundingClientRect(), n = gameBoard.size, s = c.width / n;
      return gameBoard.board.flatMap((l, i) => l.map((t, j) => [c.x + j * s, c.y + i * s, s, s,
        gameBoard.lost || gameBoard.won ? 'X' : t > 2 ? 'F'
          : t === 2 ? '' + gameBoard.threatMap[i][j] : '#'])); }""",
    "deanljohnson": """() => { const c = document.getElementById('main-canvas').getBoundingClientRect();
      return [...tiles.values()].map(([, u, v, , , x, y, w, h]) => [c.x + x, c.y + y, w, h,
        v ? '' + (v / 27 * 4 - 4 + (u - 1) / 27 + 1) : { 1: '#', 28: 'F', 55: 'X', 82: '0' }[u]]); }""",
    "pkvl": """() => { const c = canvas.getBoundingClientRect();
      return grid.flatMap(l => l.map(t => [c.x + t.x, c.y + t.y, w, w,
        t.flagged ? 'F' : !t.revealed ? '#' : t.bee ? 'X' : '' + t.neighborCount])); }""",
    "borthralla": """() => { const c = gui.canvas.getBoundingClientRect(), s = gui.tile_size, b = gui.board;
      return b.tiles.map((t, k) => [c.x + k % b.width * s, c.y + Math.floor(k / b.width) * s, s, s,
        t.is_flagged ? 'F' : t.is_covered ? '#' : t.is_bomb ? 'X' : '' + t.number]); }""",
    "akshay-srivatsan": """() => { const c = canvas.getBoundingClientRect(), found = [];
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++)
        found.push([c.x + x * SIZE, c.y + y * SIZE, SIZE, SIZE, !playing ? 'X'
          : state[y][x] === 'flagged' ? 'F' : state[y][x] === 'hidden' ? '#' : '' + grid[y][x]]);
      return found; }""",
    "itshaldun": """() => { const c = document.querySelector('canvas').getBoundingClientRect();
      return board.tiles.map(t => [c.x + t.x, c.y + t.y, t.size, t.size, STATE ? 'X' : t.revealed
        ? (t.isBomb ? 'X' : '' + t.value) : t.flagged ? 'F' : '#']); }""",
    "leonjm": """() => { const c = document.querySelector('canvas').getBoundingClientRect();
      return grid.flatMap(l => l.map(t => [c.x + t.x, c.y + t.y, w, w,
        gameOver ? 'X' : t.marked ? 'F' : t.clicked ? '' + t.count : '#'])); }""",
    "mrkoyl": """() => { const b = document.getElementById('gameCanvas').getBoundingClientRect();
      return [...drawn.values()].filter(d => d.w === 43).map(d => [b.x + d.x - 1, b.y + d.y - 1, 45, 45,
        d.src.includes('mine') ? 'X' : d.src ? '#' : d.fill === '#ffff00' ? 'F' : d.text + '' || '0']); }""",
    "cstdint": """() => { const c = document.getElementById('canvas-id'), b = c.getBoundingClientRect(),
        look = { '0,2': '#', '1,2': '0', '0,0': '1', '1,0': '2', '2,0': '3', '0,1': '4', '1,1': '5',
          '2,1': '6', '2,2': '7', '2,3': '8', '0,3': 'F' };
      return [...shown.values()].map(([x, y, from]) => [b.x + c.clientLeft + x, b.y + c.clientTop + y, 16, 16,
        look[from] || 'X']); }""",
    "nyson": """() => { const c = document.getElementById('canvas'), b = c.getBoundingClientRect(),
        lost = board.loseCondition();
      return board.overlay.flatMap((l, i) => l.map((o, j) => [b.x + c.clientLeft + j * 20,
        b.y + c.clientTop + i * 20, 20, 20,
        lost ? 'X' : o === board.FLAG ? 'F' : o === board.HIDDEN ? '#' : '' + board.board[i][j]])); }""",
    "pjpage": """() => { const b = c.getBoundingClientRect(), s = cell_size, found = [];
      for (let y = 0; y < board.size_y; y++) for (let x = 0; x < board.size_x; x++) {
        const t = board.get(x, y);
        found.push([b.x + x * s, b.y + y * s, s, s, !t.revealed ? '#' : t.mine ? 'X' : '' + t.value]); }
      return found; }""",
    "diankads": """() => { const b = sapper.canvas.getBoundingClientRect(), s = sapper.sizeElem;
      return sapper.board.flatMap((l, i) => l.map((t, j) => [b.x + i * s, b.y + j * s, s, s,
        !sapper.isGame ? 'X' : t.status === 2 ? 'F' : t.status ? '' + t.number : '#'])); }""",
    "alflearn": """() => { const c = document.getElementById('canv').getBoundingClientRect(), s = Desk.sz;
      return Array.from({length: Desk.l * Desk.h}, (_, k) => { const t = Desk.map[k].state;
        return [c.x + k % Desk.l * s, c.y + Math.floor(k / Desk.l) * s, s, s,
          t === 'B' || !Desk.nowGame ? 'X' : t === ' ' ? '#' : t]; }); }""",
    "1995eaton": """() => { const c = Mines.canvas.getBoundingClientRect(), s = Mines.squareSize, found = [];
      for (let y = 0; y < Mines.ys; y++) for (let x = 0; x < Mines.xs; x++) {
        const t = Mines.states[y][x], n = Mines.grid[y][x];
        found.push([c.x + Mines.canvas.clientLeft + x * s, c.y + Mines.canvas.clientTop + y * s, s, s,
          Mines.gamePaused ? 'X' : t === 2 ? 'F' : t === 1 ? '' + Math.max(0, n) : '#']); }
      return found; }""",
    "realokuma": """() => { const c = document.querySelector('canvas').getBoundingClientRect();
      return [...tiles.values()].map(([, u, , , , x, y, w, h]) => [c.x + x, c.y + y, w, h,
        { 0: '#', 24: '0', 48: 'F' }[u] || (u >= 168 ? '' + (u - 144) / 24 : 'X')]); }""",
}


_LOOK = """() => {
  const groups = new Map(), style = e => (s => [s.backgroundColor, s.backgroundImage, s.backgroundPosition,
    s.borderTopColor, s.borderTopStyle, s.opacity, s.visibility, s.boxShadow, s.filter, s.display].join())(
    getComputedStyle(e));
  for (const e of document.querySelectorAll('body *')) {
    const b = e.getBoundingClientRect();
    if (b.width < 9 || b.width > 130 || Math.abs(b.width - b.height) > .15 * b.width) continue;
    const key = [e.tagName, e.parentElement.tagName, e.parentElement.className].join();
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push([b.x, b.y, b.width, b.height, e]);
  }
  const full = found => {
    const xs = new Set(found.map(c => Math.round(c[0]))), ys = new Set(found.map(c => Math.round(c[1])));
    return Math.min(xs.size, ys.size) > 4 && xs.size * ys.size === found.length; };
  const alike = found => {
    const usual = found.map(c => c[2]).sort((a, b) => a - b)[found.length >> 1];
    return found.filter(c => Math.abs(c[2] - usual) < .08 * usual); };
  const fits = [...groups.values()].map(alike).filter(full).sort(
    (a, b) => b.length - a.length || b[0][2] - a[0][2]);
  if (!fits.length) return [];
  window.first ??= new Map();
  return fits[0].map(([x, y, w, h, e], place) => {
    const inner = [e, ...e.querySelectorAll('*')];
    const names = inner.flatMap(d => [...d.classList, ...Object.values(d.dataset),
      ...((d.getAttribute('src') ?? '') + getComputedStyle(d).backgroundImage).matchAll(
        /([^/]*)[.](?:png|gif|svg|jpe?g|webp)/g).map(m => m[1]), d.getAttribute('value') ?? '']);
    const drawn = inner.flatMap(d => ['::before', '::after'].map(p => getComputedStyle(d, p).content));
    const text = e.innerText.trim(), now = [inner.map(style), text, drawn, [...e.querySelectorAll('img')].map(
      d => d.src)].join();
    if (!first.has(place)) first.set(place, [now, new Set(names)]);
    const [was, old] = first.get(place);
    if (now === was) return [x, y, w, h, '#'];
    if (/^[0-8]$/.test(text)) return [x, y, w, h, text];
    if (text) return [x, y, w, h, 'X'];
    const fresh = names.filter(n => !old.has(n)).join(' ').toLowerCase();
    const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
    const digit = fresh.match(/(?:^|[^0-9])([0-8])(?: |$)/)?.[1]
      ?? 1 + words.findIndex(n => fresh.includes(n));
    return [x, y, w, h, /bomb|mine|explo/.test(fresh) && !+digit ? 'X' : '' + digit];
  }); }"""
"""Symbols of any page: a cell that looks as it did at first is hidden, and its number is its text, or in the
name of a class or a picture that it got. What is misjudged so has no layout, and is not kept."""
_LEFT = ("gozerxp", "minesweeper-for-web")  # flags by the left button


class PagePlay(Play):
    def __init__(self, page: Any, name: str, scale: float) -> None:
        self.page, self.name, self.scale, self.spec = page, name, scale, PAGES[name]
        self.flagged: set[tuple[int, int]] = set()

    def state(self) -> list[str]:
        spec = self.spec
        self.page.wait_for_timeout(spec.settle)
        script = _OWN.get(self.name, _LOOK)
        if spec.cells and self.name not in _OWN:
            script = _CELLS % (f"document.querySelectorAll({json.dumps(spec.cells)})", spec.code)
        found = self.page.evaluate(script)
        found = [cell for cell in found if cell[2] > 4 and abs(cell[2] - cell[3]) < 0.15 * cell[2]]
        side = sorted(cell[2] for cell in found)[len(found) // 2]
        found = [cell for cell in found if abs(cell[2] - side) < 2]
        lines: list[Any] = []
        for cell in sorted(found, key=lambda cell: cell[1]):
            if not lines or cell[1] - lines[-1][0][1] > side / 2:
                lines.append([])
            lines[-1].append(cell)
        self.cells = [sorted(line) for line in lines]
        if any(b[0] - a[0] > 1.6 * side for line in self.cells for a, b in pairwise(line)):
            raise ValueError("some columns are no elements like the others")
        x0, y0 = min(c[0] for c in found), min(c[1] for c in found)
        x1, y1 = max(c[0] + c[2] for c in found), max(c[1] + c[3] for c in found)
        sx, sy, ow, oh, iw, ih = self.page.evaluate(
            "[screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight]"
        )
        left, top = sx + (ow - iw) / 2, sy + oh - ih - (ow - iw) / 2
        s = self.scale
        self.box = (left + x0) * s, (top + y0) * s, (left + x1) * s, (top + y1) * s
        self.window = left * s, top * s, (left + iw) * s, (top + ih) * s
        assert len({len(line) for line in self.cells}) == 1, [len(line) for line in self.cells]
        rows = [[cell[4] for cell in line] for line in self.cells]
        for r, c in self.flagged:
            rows[r][c] = HIDDEN if rows[r][c] == HIDDEN else FLAG
        if not spec.cells and self.name not in _OWN:  # what opens nothing beside it is a mine, and no 0
            for r, c in np.argwhere(np.array(rows) == "0").tolist():
                near = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
                if any(
                    0 <= a < len(rows) and 0 <= b < len(rows[0]) and rows[a][b] == HIDDEN for a, b in near
                ):
                    rows[r][c] = LOST
        return ["".join(row) for row in rows]

    def click(self, row: int, col: int, flag: bool) -> None:
        if flag and not self.spec.cells and self.name not in _OWN:
            self.flagged.add((row, col))
        x, y, w, h, _ = self.cells[row][col]
        if self.name == "gozerxp":
            self.page.evaluate(f"import('/gozerxp/src/game.js').then(m => m.game.flag_mode = {int(flag)})")
        if flag and self.spec.shift:
            self.page.keyboard.down("Shift")
        if self.name == "minesweeper-for-web" and flag:
            self.page.keyboard.down("Control")
        self.page.mouse.click(
            x + w / 2, y + h / 2,
            button="right" if flag and not self.spec.shift and self.name not in _LEFT else "left",
        )  # fmt: skip
        for key in ("Shift", "Control") if flag else ():
            self.page.keyboard.up(key)
        self.page.mouse.move(2, 2)


def take_pages(folder: Path, pages: Path, names: list[str], each: int, seed: int) -> None:
    """Pictures of the pages, in a Chromium that is seen on the screen."""
    from playwright.sync_api import sync_playwright

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(pages))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        for run, (scale, dark) in enumerate(
            [(1.0, False), (1.25, False), (0.75, False), (2.0, False), (1.5, True), (1.0, True)]
        ):
            rng = random.Random(f"{seed} {run}")
            size = f"{round(1500 / max(1, scale))},{round(1300 / max(1, scale))}"
            arguments = ["--no-sandbox", f"--force-device-scale-factor={scale}"]
            arguments += ["--window-position=60,40", f"--window-size={size}"]
            arguments += ["--force-dark-mode", "--enable-features=WebContentsForceDark"] if dark else []
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), headless=False, args=arguments
            )
            page = browser.new_context(no_viewport=True).new_page()
            page.add_init_script("addEventListener('contextmenu', e => e.preventDefault())")
            page.add_init_script(_PAINTED)
            page.on("dialog", lambda one: one.accept() if one.type == "beforeunload" else one.dismiss())
            page.route(
                "**/*", lambda route: route.continue_() if "127.0.0.1" in route.request.url else route.abort()
            )
            for name in names:
                spec = PAGES[name]
                for number in range(each):
                    for _ in range(8):
                        try:
                            page.goto(
                                f"http://127.0.0.1:{server.server_port}/{spec.path}",
                                wait_until="load",
                                timeout=8000,
                            )
                            page.wait_for_timeout(400)
                            level = rng.choice(spec.levels[:2] if scale > 1.3 else spec.levels)
                            mines = start_page(page, name, level)
                            page.wait_for_timeout(300)
                            play = PagePlay(page, name, scale)
                            found = position(play, rng, mines)
                        except Exception as error:  # the page's own fault: another game
                            print(name, scale, repr(error)[:200], file=sys.stderr)
                            continue
                        if found is not None:
                            break
                    else:
                        print(name, scale, "no position", file=sys.stderr)
                        continue
                    page.wait_for_timeout(400)
                    rows, flags = found
                    look = "dark" if dark else "light"
                    keep(folder, name, run * 100 + number, play, rows, flags, mines, scale, look, rng, False)
            browser.close()
    server.shutdown()


def start_page(page: Any, name: str, level: str) -> int | None:
    """A new game of a level; its mine count where it is known."""
    if name == "jsminesweeper":
        width, height, mines = map(int, level.split(","))
        page.evaluate(
            "document.getElementById('overlay') && (document.getElementById('overlay').value = 'none')"
        )
        for box in ("showhints", "autoplay"):
            page.evaluate(f"document.getElementById('{box}').checked = false")
        page.evaluate(f"newGame({width}, {height}, {mines}, 0, false)")
        return mines
    if name == "minesweeper-for-web":
        rows, cols, mines = map(int, level.split(","))
        page.evaluate(
            f"g=document.querySelector('minesweeper-game');g.rows={rows};g.columns={cols};g.bombs={mines};"
            f"g.engine.createBoard({rows},{cols},{mines});g.requestUpdate()"
        )
        return mines
    if name == "gozerxp":
        page.evaluate(f"localStorage.setItem('mode', {level})")
        page.reload()
        page.wait_for_timeout(500)
    elif name == "minesweeper-friendly":
        page.get_by_text(level, exact=True).first.click()
    else:
        page.evaluate(level)
    return None


# -- programs of the desktop ---------------------------------------------------------------------------------


class DesktopPlay(Play):
    """A program's window; cells are known by comparing them with pictures that were labelled by eye."""

    def __init__(self, name: str, program: Program, labels: Labels, environment: dict[str, str]) -> None:
        self.name, self.program, self.labels = name, program, labels
        before = self.windows()
        self.process = subprocess.Popen(
            program.command,
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for _ in range(60):
            time.sleep(0.25)
            new = [window for window in self.windows() if window not in before]
            if new:
                break
        self.id = new[0]
        time.sleep(1.5)
        self._place()
        for x, y in program.setup:
            self._mouse(self.x + x, self.y + y, 1)
            time.sleep(2.0)
        self._place()

    def close(self) -> None:
        told = subprocess.run(["xdotool", "getwindowpid", self.id], check=False, capture_output=True).stdout
        if told.strip():  # some go on beside the process that was started
            os.kill(int(told), signal.SIGKILL)
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        while self.id in self.windows():
            time.sleep(0.1)

    @staticmethod
    def windows() -> list[str]:
        found = subprocess.run(["wmctrl", "-l"], check=False, capture_output=True).stdout.decode(
            errors="replace"
        )
        return [line.split()[0] for line in found.splitlines()]

    def _place(self) -> None:
        subprocess.run(["wmctrl", "-ia", self.id], check=False)
        size = self.program.size or (-1, -1)
        subprocess.run(["wmctrl", "-ir", self.id, "-e", f"0,90,110,{size[0]},{size[1]}"], check=False)
        time.sleep(0.5)
        told = subprocess.run(["xwininfo", "-id", self.id], check=True, capture_output=True).stdout.decode(
            errors="replace"
        )
        value = {
            line.split(":")[0].strip(): line.split(":")[1].strip()
            for line in told.splitlines()
            if ":" in line
        }
        self.x, self.y = int(value["Absolute upper-left X"]), int(value["Absolute upper-left Y"])
        width, height = int(value["Width"]), int(value["Height"])
        p = self.program
        self.box = (
            self.x + p.left,
            self.y + p.top,
            self.x + p.left + p.pitch_x * p.cols,
            self.y + p.top + p.pitch_y * p.rows,
        )
        self.window = (self.x - 1, self.y - 20, self.x + width + 1, self.y + height + 5)

    @staticmethod
    def _mouse(x: float, y: float, button: int) -> None:
        subprocess.run(
            ["xdotool", "mousemove", str(round(x)), str(round(y)), "click", str(button)], check=True
        )

    def state(self) -> list[str]:
        subprocess.run(["xdotool", "mousemove", "3", "3"], check=True)
        time.sleep(0.35)
        screen = np.asarray(grab(os.environ["DISPLAY"])).astype(np.float32)
        p = self.program
        rows = []
        for r in range(p.rows):
            row = ""
            for c in range(p.cols):
                x0, y0 = self.box[0] + c * p.pitch_x, self.box[1] + r * p.pitch_y
                dx, dy = 0.14 * p.pitch_x, 0.14 * p.pitch_y
                cell = screen[
                    round(y0 + dy) : round(y0 + p.pitch_y - dy), round(x0 + dx) : round(x0 + p.pitch_x - dx)
                ]
                row += self.labels.of(self.name, cell)
            rows.append(row)
        return rows

    def click(self, row: int, col: int, flag: bool) -> None:
        p = self.program
        x, y = self.box[0] + (col + 0.5) * p.pitch_x, self.box[1] + (row + 0.5) * p.pitch_y
        self._mouse(x, y, 3 if flag else 1)
        time.sleep(0.03)


class Labels:
    """Symbols of cells by program and look, of ``screenshots-desktop.txt``: a line is a program, a symbol and
    the mean colours of 4 x 4 parts of the cell; a cell like none there is ``?`` and gets a line."""

    FILE = Path(__file__).with_name("screenshots-desktop.txt")

    def __init__(self) -> None:
        self.known: dict[str, list[tuple[str, Any]]] = {}
        self.new: dict[str, list[Image.Image]] = {}
        for line in self.FILE.read_text().splitlines():
            name, symbol, colours = line.split()
            self.known.setdefault(name, []).append((symbol, np.frombuffer(bytes.fromhex(colours), np.uint8)))

    def of(self, name: str, cell: Any) -> str:
        image = Image.fromarray(cell.astype(np.uint8))
        parts = np.asarray(image.resize((4, 4), Image.Resampling.BOX)).reshape(-1)
        known = self.known.setdefault(name, [])
        apart = [float(np.abs(parts.astype(int) - colours).mean()) for _, colours in known]
        if apart and min(apart) < 4:
            return known[int(np.argmin(apart))][0]
        known.append(("?", parts))
        self.new.setdefault(name, []).append(image)
        return "?"

    def save(self, folder: Path) -> None:
        """The lines, and ``labels-NAME.png`` with the new cells of each program in the order of theirs."""
        self.FILE.write_text(
            "".join(
                f"{name} {symbol} {colours.tobytes().hex()}\n"
                for name, known in sorted(self.known.items())
                for symbol, colours in known
            )
        )
        for name, cells in self.new.items():
            sheet = Image.new("RGB", (16 * 56, 56 * (len(cells) // 16 + 1)))
            for k, cell in enumerate(cells):
                sheet.paste(cell.resize((48, 48), 0), (k % 16 * 56, k // 16 * 56))
            sheet.save(folder / f"labels-{name}.png")


def take_programs(folder: Path, names: list[str], each: int, seed: int, labelling: bool) -> None:
    labels = Labels()
    rng = random.Random(f"{seed} programs")
    for name in names:
        for number in range(each):
            variant = PROGRAMS[name][number % len(PROGRAMS[name])]
            dark = variant.dark and rng.random() < 0.4
            for _ in range(1 if labelling else 6):
                play = DesktopPlay(name, variant, labels, {"GTK_THEME": "Adwaita:dark"} if dark else {})
                try:
                    if labelling:
                        windows = len(play.windows())
                        play.state()
                        cells = [(r, c) for r in range(variant.rows) for c in range(variant.cols)]
                        for n, cell in enumerate(rng.sample(cells, 14)):
                            play.click(*cell, n % 4 == 1)
                            if len(play.windows()) > windows:  # a game that is over asks for the next
                                break
                            play.state()
                        continue
                    found = position(play, rng, variant.mines)
                    if found is None or "?" in "".join(found[0]):
                        print(name, "no position", file=sys.stderr)
                        continue
                    keep(folder, name, number, play, *found, variant.mines, rng.choice(SCALES),
                         "dark" if dark else "light", rng, True)  # fmt: skip
                    break
                finally:
                    play.close()
    if labels.new:
        labels.save(folder)


# -- counting ------------------------------------------------------------------------------------------------

LIMIT = float(os.environ.get("LIMIT", "2"))
_CUTS = "board", "margin", "window", "desktop"


def judged(truth: dict[str, Any], folder: Path) -> tuple[str, float]:
    """What the reader made of one picture, and its seconds: right, named (wrong, but the wrong cells are
    named or the reading calls itself doubtful), silent (wrong and not named), refused."""
    from minesolver.base.errors import BoardFormatError
    from minesolver.io.screenshots import read

    data = (folder / truth["file"]).read_bytes()
    began = time.process_time()
    try:
        found = read(data, limit=LIMIT)
    except BoardFormatError:
        return "refused", time.process_time() - began
    seconds = time.process_time() - began
    rows = [list(str(row)) for row in truth["rows"]]
    symbols = [["#" if code < 0 else str(code) for code in row] for row in found.board.grid.tolist()]
    for r, c in found.flags:
        symbols[r][c] = FLAG
    if symbols == rows and not found.doubtful:
        return "right", seconds
    if found.doubtful:
        return "asked" if symbols != rows else "right, asked", seconds
    if len(symbols) != len(rows) or len(symbols[0]) != len(rows[0]):
        return "silent", seconds
    wrong = {(r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbols[r][c] != symbol}
    return "named" if wrong <= {cell.cell for cell in found.uncertain} else "silent", seconds


def score(folders: list[Path], names: list[str], cuts: list[str], show: bool) -> None:
    """The table: of each program's pictures, how many are read whole and without a question, how many are
    wrong with a wrong cell that is not named, and the seconds of the processor."""
    results: dict[str, list[tuple[str, str, float]]] = {}
    for folder in folders:
        for line in (folder / "truth.jsonl").read_text().splitlines():
            truth = json.loads(line)
            if truth["program"] not in names or truth["cut"] not in cuts:
                continue
            verdict, seconds = judged(truth, folder)
            results.setdefault(truth["program"], []).append((truth["cut"], verdict, seconds))
            if show:
                print(
                    f"{seconds:6.2f} {verdict:12} {truth['file']} {truth['scale']} {truth['look']}",
                    flush=True,
                )
    print("| program | " + " | ".join(cuts) + " | wrong, no cell named | median s | most s |")
    print("|---|" + "---|" * (len(cuts) + 3))
    for name in [*sorted(results), "all of these"]:
        own = results[name] if name in results else [one for some in results.values() for one in some]
        shares = [[verdict for cut, verdict, _ in own if cut == wanted] for wanted in cuts]
        spent = [seconds for *_, seconds in own]
        silent = sum(verdict == "silent" for _, verdict, _ in own)
        print(
            f"| {name} | "
            + " | ".join(f"{share.count('right')}/{len(share)}" for share in shares)
            + f" | {silent} of {len(own)} | {np.median(spent):.2f} | {max(spent):.2f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    take = commands.add_parser("take")
    take.add_argument("folder", type=Path)
    take.add_argument("--pages", type=Path)
    take.add_argument("--names", nargs="*", default=NAMES)
    take.add_argument("--each", type=int, default=2)
    take.add_argument("--seed", type=int, default=1)
    take.add_argument("--label", action="store_true")
    count = commands.add_parser("score")
    count.add_argument("folders", type=Path, nargs="+")
    count.add_argument("--names", nargs="*", default=list(REPORTED))
    count.add_argument("--cuts", nargs="*", default=["board", "window"], choices=_CUTS)
    count.add_argument("--show", action="store_true")
    options = parser.parse_args()
    if options.command == "score":
        score(options.folders, options.names or NAMES, options.cuts, options.show)
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.pages:
        take_pages(
            options.folder,
            options.pages,
            [n for n in options.names if n in PAGES],
            options.each,
            options.seed,
        )
    else:
        take_programs(
            options.folder,
            [n for n in options.names if n in PROGRAMS],
            options.each,
            options.seed,
            options.label,
        )


if __name__ == "__main__":
    main()
