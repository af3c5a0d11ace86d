"""The words of orders: in each line an English word, then all others for it; the first Japanese one is written."""

from __future__ import annotations

from witp_pbem.games.common.units import UnitWords
from witp_pbem.games.common.vocabulary import Vocabulary
from witp_pbem.games.wif_land.board.state import AIRCRAFT, GROUND, HEADQUARTERS, HQS, KINDS, NAVAL

POWERS = {"german": "Germany", "italian": "Italy", "japanese": "Japan", "soviet": "USSR",
          "commonwealth": "Commonwealth", "american": "USA", "french": "France", "chinese": "China",
          "finnish": "Finland", "rumanian": "Rumania", "hungarian": "Hungary", "bulgarian": "Bulgaria",
          "polish": "Poland", "yugoslav": "Yugoslavia", "greek": "Greece", "spanish": "Spain",
          "turkish": "Turkey"}  # units of other powers are named by their ids
WORDS = {"AT": "at-guns"}  # kinds of units whose own abbreviation is another word

VOCABULARY = Vocabulary("""
# orders
action      アクション
rail        鉄道 鉄道移動
move        移動
rebase      基地変更
escape      脱出
invade      上陸 上陸侵攻
drop        降下 空挺降下
attack      攻撃
ignore      無視
bombard     砲撃 艦砲射撃
support     支援
fly         出撃 飛行
survive     生還
fight       戦闘順
use         使用
lose        損害
retreat     後退
apply       適用
advance     前進
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
axis        枢軸軍 枢軸 枢軸国
allies      連合軍 連合 連合国 allied
have        いる ある 持つ has
no          いない ない
hold        支配 holds control controls
turn        ターン impulse インパルス

# parts of orders
from        から
to          へ に
at          で in on
with        使用部隊 を使って 使って
by          経由 via
leaving     残置 残して を残して leave
else        または or
then        次に
first       優先
any         任意 残り rest others
all         全 全て すべて every 全ての すべての 全部
factory     工場
exhausted   裏返し flip flipped
overrunning 蹂躙 overrun
land        陸上
combined    混合
air         航空
blitz       電撃戦 電撃
assault     突撃
shatter     壊滅
because     のため due
least       以上

# phases and segments
railways    鉄道段階 railway
movement    移動フェイズ
combat      戦闘 戦闘フェイズ
invasions   上陸侵攻段階
paradrops   空挺降下段階
attacks     攻撃宣言
notional    概念ユニット
bombardment 艦砲支援
headquarters 司令部支援
missions    航空任務
advances    戦闘後前進
phase       フェイズ フェーズ

# dice and rulings
dice        ダイス
put         配置
strike      除去 remove
reduce      裏返す disorganise
restore     表にする reorganise
weather     天候
fair        晴 晴天
rain        雨
snow        雪
storm       嵐
blizzard    吹雪
resign      投了
decide      決定 decides

# units
units       ユニット
ground      地上部隊 地上
aircraft    航空機 planes
ship        艦船 ships
inf         歩兵 infantry
mar         海兵隊 marines marine
para        空挺 空挺部隊 airborne
mtn         山岳 山岳兵 mountain
mil         民兵 militia
gar         守備隊 garrison
terr        属領軍 territorial territorials
part        パルチザン partisan partisans
ski         スキー兵
cav         騎兵 cavalry
mot         自動車化歩兵 motorised
mech        機械化歩兵 mechanised
arm         機甲 armour panzer
hq          司令部 hqs
hq-a        機甲司令部
art         砲兵 artillery
at-guns     対戦車砲 anti-tank
aa          対空砲 anti-aircraft
supply      補給ユニット
lnd         爆撃機 bomber bombers
ftr         戦闘機 fighter fighters
atr         輸送機
nav         海軍機
scs         水上艦
trs         輸送船
face-up     表
face-down   裏
german      ge 独 ドイツ ドイツ軍 独軍 germans
italian     it 伊 イタリア イタリア軍 italians
japanese    jp ja 日 日本 日本軍
soviet      ussr su ソ連 ソ連軍 ソ soviets russian
commonwealth cw 英 英連邦 英連邦軍 british
american    us usa 米 アメリカ アメリカ軍 米軍 americans
french      fr 仏 フランス フランス軍
chinese     ch 中 中国 中国軍
finnish     フィンランド フィンランド軍 finns
rumanian    ルーマニア ルーマニア軍 romanian rumanians romanians
hungarian   ハンガリー ハンガリー軍 hungarians
bulgarian   ブルガリア ブルガリア軍 bulgarians
polish      ポーランド ポーランド軍 poles
yugoslav    ユーゴスラビア ユーゴスラビア軍 yugoslavs
greek       ギリシア ギリシア軍 greeks
spanish     スペイン スペイン軍
turkish     トルコ トルコ軍 turks
the         の 個 を 隊 機 隻
""", {"から": "from", "へ": "to", "に": "to", "で": "at", "経由": "by", "使って": "with", "を使って": "with",
      "残して": "leaving", "を残して": "leaving"},
    spelt={**{word: word.upper() for word in ("inf", "mar", "para", "mtn", "mil", "gar", "terr", "part", "ski", "cav",
                                              "mot", "mech", "arm", "hq", "hq-a", "art", "aa", "lnd", "ftr", "atr",
                                              "nav", "scs", "trs")},
           "at-guns": "AT-guns", "hqs": "HQs", **{nation: nation.capitalize() for nation in POWERS}})

UNITS = UnitWords(
    VOCABULARY,
    types={"ground": GROUND, "aircraft": AIRCRAFT, "ship": NAVAL, "hq": HQS,
           **{WORDS.get(kind, kind.lower()): (kind,) for kind in KINDS if kind != HEADQUARTERS}},
    nations=POWERS,
    wanted="units, such as g47 or 2 ARM", full="face-up", reduced="face-down",
    plurals={"ship": "ships", "hq": "hqs"}, runs_on=True)
