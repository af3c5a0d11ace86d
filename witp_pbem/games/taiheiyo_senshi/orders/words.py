"""The words of orders: in each line an English word, then all others for it; the first Japanese one is written."""

from __future__ import annotations

from witp_pbem.games.common.units import UnitWords
from witp_pbem.games.common.vocabulary import Vocabulary
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, ALLIES, BATTLESHIP, CAPITAL, CARRIER, CRUISER, JAPAN

VOCABULARY = Vocabulary("""
# orders
place       配置 deploy
hit         命中 target
lose        損害
pay         支払 支払う
operate     作戦実施 作戦実行
move        移動
return      帰港
rebase      再配置
resupply    補給 再補給
train       FT フリートトレイン フリート・トレイン fleet-train
open        開放 戦略方針転換 方針転換
play        使用 use
pass        パス decline
evacuate    緊急避難 避難 緊急退避
sortie      機動反撃 反撃 countersortie counter-sortie
retreat     退却 withdraw
stay        残留
engage      水上戦 水上戦闘 fight
avoid       回避
extend      延長 続行 continue
capture     攻略
relocate    移送
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
attack      攻撃 attacks
lost        失った 喪失 失う
allies      連合 連合軍
have        ある いる 持つ has
no          ない いない
hold        占領 holds
turn        ターン
round       ラウンド
points      点

# parts of orders
from        から
to          へ に
at          で
via         経由
with        使って を使って
on          対象
else        または or
then        次に
first       優先 先攻
any         任意 残り rest
all         全 全て すべて every 全ての すべての 全部
battle      戦闘
routes      航路
dotted      点線
as          通り
planned     計画
after       後
before      前
in          途中
least       以上
below       未満
half        半分
twice       倍
strength    攻撃力 戦力
air-strength 空襲力 航空戦力
gunnery     砲撃力 砲戦力
point       得点
for         として
discard     捨て札
initiative  主導権
operation   作戦 operations
cards       カード
reaction    対応移動
because     のため due

# phases and segments
setup       セットアップ
transfer    再配置と帰港
captures    攻略終了
supply      艦艇補給

# dice, cards and rulings
dice        ダイス
card        札
put         配備
score       得点表示
resign      投了
decide      決定 decides

# units
units       ユニット
carrier     空母 cv carriers 航空母艦
battleship  戦艦 bb battleships
cruiser     巡洋艦 ca cruisers 重巡
capital     主力艦
non-capital 非主力艦
ship        艦艇 ships 艦
air         陸上機 lba 基地航空隊 航空隊
face-up     表 表面 未行動 faceup
face-down   裏 裏面 行動済 行動済み facedown
japanese    日本 jp 日本軍
american    米 us usa 米軍
british     英 uk 英軍
dutch       蘭 nl オランダ
australian  豪 au 豪軍
allied      連合国
the         の 隻 個 枚 land-based
""", {"から": "from", "へ": "to", "に": "to", "で": "at", "経由": "via", "使って": "with", "を使って": "with",
      "として": "for", "通り": "as", "後": "after", "前": "before", "途中": "in"})

UNITS = UnitWords(
    VOCABULARY,
    types={"carrier": (CARRIER,), "battleship": (BATTLESHIP,), "cruiser": (CRUISER,), "air": (AIR,),
           "capital": CAPITAL,
           "non-capital": (CRUISER,), "ship": (CARRIER, BATTLESHIP, CRUISER)},
    nations={"japanese": JAPAN, "american": "us", "british": "uk", "dutch": "netherlands", "australian": "australia",
             "allied": ALLIES},
    wanted="units, such as Akagi or 2 cruisers", full="face-up", reduced="face-down",
    plurals={"carrier": "carriers", "battleship": "battleships", "cruiser": "cruisers", "ship": "ships",
             "capital": "capital ships"}, runs_on=True)
