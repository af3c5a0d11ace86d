"""The words of orders: in each line an English word, then all others for it; the first Japanese one is written."""

from __future__ import annotations

import re

from witp_pbem.games.common.units import UnitWords
from witp_pbem.games.common.vocabulary import Vocabulary
from witp_pbem.games.witp.board.state import AIR, CARRIER, FLEET, LAND, NAVAL

VOCABULARY = Vocabulary("""
# orders
target      目標 attack move 攻撃
pass        パス
build       建設
remove      撤去 dismantle
resolve     解決
use         使用
choose      選択
lose        損害
retreat     退却
displace    移送
withhold    支援なし
invoke      適用
keep        温存
redeploy    再配置
disband     除去
bid         入札
declare     宣戦布告 宣戦 対米宣戦
rebuild     再建 回復
place       配置
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
allies      連合 連合軍
control     支配
have        ある いる 持つ
no          ない いない
continues   継続
turn        ターン
points      点

# parts of orders
from        から
to          へ に
at          で
via         経由
carrying    輸送 carry carries with
leaving     残置 leave
on          対象
else        または or
then        次に
first       優先 先攻
any         任意
all         全て すべて every 全ての すべての 全部 全
battle      戦闘
base        基地 兵站基地
bases       兵站
fleets      艦隊
rebuilding  再建作業 部隊再建
movement    移動
operations  作戦
china       中国
war         戦争
america     アメリカ
endangered  失われる部隊 失われるユニット
drawn       引いたカード
held        手札
because     のため due

# dice, cards and rulings
dice        ダイス
card        カード
put         配備
spend       消費 spends
gain        獲得 gains
resign      投了
decide      決定 decides
impulse     インパルス

# units
units       ユニット
carrier     空母 cv carriers 空母部隊 機動部隊
naval       水上 n surface 水上部隊
land        地上 l army 地上部隊
air         航空 a 航空隊 基地航空隊
fleet       艦隊 fleets ships
full        完全
reduced     損耗 worn
japanese    日本 jp 日本軍
american    米 us usa 米軍
british     英 uk commonwealth 英軍
chinese     中国 cn 中国軍
""", {"から": "from", "へ": "to", "に": "to", "で": "at", "経由": "via"})

UNITS = UnitWords(
    VOCABULARY,
    types={"naval": (NAVAL,), "carrier": (CARRIER,), "land": (LAND,), "air": (AIR,), "fleet": FLEET},
    nations={"japanese": "japan", "american": "us", "british": "uk", "chinese": "china"},
    wanted="units, such as 2 naval")
# What has a meaning inside a condition; PARTICLES have none.
SUBJECTS = frozenset({"japan", "japanese", "allies", "allied", "we", "i", "enemy", "they", "he"})
CONDITION_WORDS = SUBJECTS | frozenset({
    "targets", "targeted", "passes", "passed", "builds", "built", "controls", "control", "holds", "hold", "has", "have",
    "is", "used", "goes", "go", "turn", "continues", "until", "cancelled", "least", "no", "enemy", "base", "rp",
    "resource", "point", "points"})
PARTICLES = frozenset({"が", "は", "を", "の", "する", "した", "したら", "なら", "ならば", "場合", "とき"})
_UNIT = re.compile("(?:JP|US|UK|CN)-(?:CV|N|L|A)-[0-9]{1,2}")


def is_unit_id(text: str) -> bool:
    """Whether a text has the form of the id of a unit."""
    return _UNIT.fullmatch(text) is not None
