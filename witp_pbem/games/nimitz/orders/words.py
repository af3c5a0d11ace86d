"""The words of orders: in each line an English word, then all others for it; the first Japanese one is written."""

from __future__ import annotations

from witp_pbem.games.common.units import UnitWords
from witp_pbem.games.common.vocabulary import Vocabulary
from witp_pbem.games.nimitz.board.state import (
    AIRFIELD,
    AUSTRALIA,
    BATTALION,
    BOMBER,
    BW,
    CARRIERS,
    CBA,
    ESCORTS,
    FIGHTER,
    GROUND,
    INFANTRY,
    JAPAN,
    LBA,
    MARINE,
    SHIPS,
    SUBMARINE,
    US,
)

FIGHTERS = ("f4f", "f6f", "a6m")  # carrier aircraft with an air-combat value alone (nimitz 2.7.2.a)
SHORT = (*CARRIERS, *CBA, BW, "fg", "bg")  # types that are written in capital letters

VOCABULARY = Vocabulary("""
# orders
buy         購入 purchase
repair      修理
scout       偵察
move        移動
raid        通商破壊
bomb        戦略爆撃
invade      日本侵攻 侵攻
roll        判定順 移動判定順
target      爆撃目標
fight       戦闘順
station     配置
prepare     準備
fly         発進 飛行
strike      空襲
hit         命中
lose        損害
stay        残留
use         使用 play
keep        温存
pass        パス decline
ruling      裁定

# orders given ahead
and         かつ と
when        条件
if          もし
unless      限り
standing    継続命令
until       まで
cancel      取消
end         終わり 終了
we          我々 我が軍 自軍 味方
enemy       敵 敵軍
lost        失った 喪失 失う
have        いる ある 持つ has
no          いない ない
hold        確保 holds
turn        ターン
round       ラウンド
points      補給ポイント 点 sp

# parts of orders
from        から
in          に
to          へ に
at          で
over        上空
on          対象
with        使って を使って
else        または or
then        次に
first       優先
any         任意 残り rest others
all         全 全て すべて every 全ての すべての 全部
battle      戦闘
lengthen    延長
shorten     短縮
markers     マーカー marker
least       以上
because     のため due

# phases and segments
supply      補給 補給フェイズ
scouting    索敵 偵察フェイズ
movement    移動フェイズ
strikes     先制空襲
reinforcement 増援
phase       フェイズ フェーズ

# dice and rulings
dice        ダイス
put         配備
remove      除去
reduce      損傷させる
restore     回復
resign      投了
decide      決定 decides

# units
units       ユニット
carrier     空母 carriers
battleship  戦艦 bb battleships bbs
cruiser     巡洋艦 cruisers cru ca cl
destroyer   駆逐艦 destroyers dd 水雷戦隊
submarine   潜水艦 submarines sub subs ss
escort      護衛艦 escorts
ship        艦船 ships 艦 艦艇
infantry    歩兵 inf
marine      海兵隊 marines 海兵
battalion   大隊 battalions
ground      地上部隊 地上
lba         陸上機 land-based
cba         艦載機 carrier-based
fighter     戦闘機 fighters
bomber      爆撃機 bombers
fg          戦闘機隊 fgs
bg          爆撃機隊 bgs
bw          b-29 b-29s bws
aircraft    航空機 planes
airfield    飛行場 airfields
cv          正規空母 cvs
cvl         軽空母 cvls
cve         護衛空母 cves
f4f         f4fs wildcat wildcats
f6f         f6fs hellcat hellcats
sbd         sbds dauntless
sb2c        sb2cs helldiver helldivers
tbd         tbds devastator devastators
tbf         tbfs avenger avengers
a6m         零戦 a6ms zero zeros
d3a         九九艦爆 d3as val vals
b5n         九七艦攻 b5ns kate kates
full        健在
damaged     損傷 損傷中
american    アメリカ americans us usa 米 アメリカ軍 米軍
australian  オーストラリア軍 豪 豪軍 australians aussie
japanese    日本 日本軍 ijn
the         の 隻 個 枚 を 隊 機
""", {"から": "from", "へ": "to", "に": "to", "で": "at", "上空": "over", "使って": "with", "を使って": "with"},
    spelt={**{word: word.upper() for word in (*SHORT, "lba", "cba")},
           **{nation: nation.capitalize() for nation in ("american", "australian", "japanese")},
           **{f"{word}s": f"{word.upper()}s" for word in SHORT}})

UNITS = UnitWords(
    VOCABULARY,
    types={"carrier": CARRIERS, "battleship": ("bb",), "cruiser": ("cru",), "destroyer": ("dd",),
           "submarine": (SUBMARINE,), "escort": ESCORTS, "ship": SHIPS,
           **{kind: (kind,) for kind in (*CARRIERS, *CBA, BW, AIRFIELD)},
           "infantry": (INFANTRY,), "marine": (MARINE,), "battalion": (BATTALION,), "ground": GROUND,
           "lba": LBA, "cba": CBA, "fighter": (FIGHTER, *FIGHTERS),
           "bomber": (BOMBER, BW, *(kind for kind in CBA if kind not in FIGHTERS)), "fg": (FIGHTER,), "bg": (BOMBER,),
           "aircraft": (*LBA, *CBA)},
    nations={"american": US, "australian": AUSTRALIA, "japanese": JAPAN},
    wanted="units, such as Enterprise or 2 cruisers", full="full", reduced="damaged",
    plurals={"carrier": "carriers", "battleship": "battleships", "cruiser": "cruisers", "destroyer": "destroyers",
             "submarine": "submarines", "escort": "escorts", "ship": "ships", "marine": "marines",
             "battalion": "battalions", "fighter": "fighters", "bomber": "bombers", "airfield": "airfields",
             **{kind: f"{kind}s" for kind in SHORT}},
    runs_on=True)
