"""What people and programs write around a text in a mail: how a quotation begins, how a letter ends, what is put below.

All of it in English, German, French and Japanese, some in the other languages in which mail programs are often used.
Each expression meets one line, without blanks around it, of `LONGEST` signs at most.
"""

from __future__ import annotations

import re

LONGEST = 300

# -- a quotation begins ------------------------------------------------------------------------------------------

_WROTE = (r"wrote|writes|said|schrieb|schreibt|a écrit|écrit|escribió|ha scritto|schreef|skrev|escreveu|napisał|"
          r"napisała|napsal|napsala|napísal|napisao|kirjoitti|yazdı|írta|a scris|έγραψε|пишет|написал|написала|"
          r"のメール|のメッセージ|書きました|の書き込み|からの引用|写道|寫道|님이 작성")
# "On Sunday Ken wrote:", "Am 22.11. um 9:00 schrieb Ken:", "2026年11月22日 9:00 Ken <ken@example.org>:"
WROTE = re.compile(rf"[^#].{{0,250}}?(?:{_WROTE}).{{0,120}}[:：]$|"
                   r"(?:19|20)\d\d(?:年|[/.-]\d).{0,150}[<(＜、 ][^<>()\s]+@[^<>()\s]+[>)＞]?\s?(?:さん|様)?\s?[:：]$|"
                   r"(?:On|Am|Le|El|Il|Op|Den|Em) .{5,200}<[^<>\s]+@[^<>\s]+>.{0,30}[:：]$", re.IGNORECASE)
# Such a line may be wrapped; one that begins so is read together with what follows it.
MAY_GO_ON = re.compile(r"(?:On|Am|Le|El|Il|Op|Den|Em|In|At|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),|"
                       r"(?:19|20)\d\d(?:年|[/.-]\d)).{8,}[^:：]$")
# All that follows such a line is quoted, whether there are quotation signs or not.
REST = re.compile(
    r"[-_–—=*─━~]{2,} ?(?:original message|original appointment|original e-?mail|reply message|forwarded message|"
    r"ursprüngliche nachricht|original-?nachricht|weitergeleitete nachricht|message d'origine|message original|"
    r"message transféré|mensaje original|messaggio originale|元のメッセージ|転送されたメッセージ|転送メッセージ|"
    r"オリジナルメッセージ|元のメール|転送|引用(?:ここから|開始|文|元)?|.{1,60}(?:さん|様)?のメール|"
    r"on .{1,80} wrote)(?: .{0,120})? ?[-_–—=*─━~]*|begin forwarded message:|"
    r"anfang der weitergeleiteten nachricht:|début du message réexpédié :|"
    r"(?:開始 ?)?転送(?:された)?メッセージ[:：]", re.IGNORECASE)
# The head of a quoted mail as Outlook writes it: the first line, and one of those that follow it.
FROM = re.compile(r"\*?(?:from|von|de|da|van|från|fra|od|lähettäjä|feladó|kimden|από|от|差出人|送信者|送信元|"
                  r"发件人|寄件者|寄件人|보낸 사람)\s?[:：]\*?.{0,200}$", re.IGNORECASE)
SENT = re.compile(r"\*?(?:sent|date|to|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el)?|fecha|para|"
                  r"asunto|enviada(?: em)?|assunto|inviato|data|a|oggetto|verzonden|"
                  r"aan|onderwerp|skickat|till|ämne|sendt|til|"
                  r"emne|wysłano|do|temat|odesláno|komu|předmět|lähetetty|vastaanottaja|aihe|elküldve|címzett|tárgy|"
                  r"gönderildi|kime|konu|εστάλη|προς|θέμα|отправлено|дата|кому|тема|送信日時|日時|日付|宛先|"
                  r"件名|发送时间|日期|收件人|主题|寄件日期|傳送時間|收件者|主旨|보낸 날짜|받는 사람|제목)"
                  r"\s?[:：]\*?.{0,200}$", re.IGNORECASE)
SENT_WITHIN = 3  # lines

# -- the writer's text ends --------------------------------------------------------------------------------------

DELIMITER = re.compile(r"--|—|–-|-–|--\u3000")
FOOTER = re.compile(
    r"(?:\W{0,3}(?:sent|get|envoy[ée]|gesendet|von meinem|diese nachricht wurde von|cet e-mail a été envoyé) .{0,8}"
    r"(?:from|with|via|using|outlook|depuis|de mon|à partir de|von|mit|über|iphone|ipad|handy|mobil).{0,80}|"
    r"get outlook for .{0,60}|outlook for (?:ios|android).{0,60}|télécharger outlook .{0,60}|"
    r"holen sie sich outlook .{0,60}|yahoo mail[:：] .{0,80}|"
    r"(?:iphone|ipad|スマートフォン|携帯|android|gmail|outlook|yahoo!?メール).{0,20}から送信.{0,20}|"
    r".{0,30}から送信(?:しました|されました)?。?|.{0,20}(?:outlook|gmail) を入手.{0,40}|"
    r"\W{0,3}(?:enviado (?:desde|do|a partir|pel[oa])|enviat des|inviato da(?:l|lla)?|(?:verzonden|"
    r"verstuurd) (?:vanaf|met|via)|"
    r"sendt fra|skickat från|lähetetty|wys[łl]an[eo] z|odesl[aá]n[oé] z|odoslané z|poslano s|trimis (?:de pe|din)|"
    r"отправлено (?:с|из)|надіслано (?:з|із)|изпратено от|στάλθηκε από|εστάλη από|được gửi từ|đã gửi từ|dikirim dari|"
    r"发自|發自|從我的|从我的|送信元|나의|내|أُ?رسل[تة]? من|مُ?رسل[ةه]? من|נשלח מ|ส่งจาก)\W?.{0,80}|"
    r".{0,20}\b(?:iphone|ipad|android|samsung|galaxy|outlook|gmail)\b.{0,40}(?:gönderildi|küldve|küldöm|에서 보냄|보냄|"
    r"전송|से भेजा गया|傳送|发送|lähetetty|elküldve)\W{0,3}|.{0,40}에서 보냄\W{0,3}|.{0,40}(?:telefonumdan|"
    r"cihazımdan) gönderildi\W{0,3}|"
    r"virus-free\..{0,80}|this e?-?mail has been checked for viruses.{0,80}|"
    r"diese e-?mail wurde von avast.{0,80}|[※【(]{0,2}この ?(?:e-?)?メール[はに].{0,60}"
    r"(?:送信(?:し|され)て?い?ます|検査|チェック|スキャン|ウイルス|機密|秘密).{0,60}|送信元[:：].{1,60}|送信には.{1,30}を使用.{0,10}|"
    r"ウイルス ?フリー.{0,60}|"
    r"you received this message because you are subscribed.{0,120}|to unsubscribe from this (?:group|list).{0,120}|"
    r".{0,60}mailing list$|(?:un)?subscribe: .{0,120}|yahoo! groups links|"
    r"\*{0,2}(?:legal |confidentiality |e-?mail |wichtiger |rechtlicher )?(?:disclaimer|notice|hinweis|avertissement|"
    r"aviso(?: legal| de confidencialidad(?:e)?)?|avviso|privacy)\*{0,2} ?[:：.-]?.{0,200}|"
    r"(?:caution|warning|\[?external(?: e?-?mail)?\]?) ?[:：].{0,200}|"
    r"(?:this|the information (?:contained )?in this) (?:e-?mail|message|communication|transmission)(?:,? (?:and|is|"
    r"may|"
    r"contains?|has|together|including|was)|\W).{0,250}|"
    r"if you (?:are not the intended|have received this).{0,250}|please consider the environment.{0,120}|"
    r"diese (?:e-?mail|nachricht) (?:enthält|kann|ist|und|wurde).{0,250}|der inhalt dieser e-?mail.{0,250}|"
    r"(?:ce (?:message|courriel|mail)|cet? e-?mail) (?:et|est|peut|contient).{0,250}|"
    r"est[ea] (?:mensaje|correo|mensagem|e-?mail|comunicaci[oó]n).{0,250}|"
    r"(?:questo messaggio|le informazioni contenute).{0,250}|(?:dit bericht|deze e-?mail) .{0,250}|"
    r"(?:ta wiadomość|niniejsza wiadomość).{0,250}|(?:это сообщение|настоящее сообщение).{0,250})", re.IGNORECASE)
RULE = re.compile(r"(?:-----BEGIN PGP SIGNATURE-----|"
                  r"_{10,}|-{20,}|={20,}|\*{20,}|～{5,}|─{5,}|━{5,}|＿{5,}|＝{5,}|(?:-=){5,}-?|(?:\*-){5,}\*?)")
_GREETING = (
    r"(?:(?:best|kind|warm|with (?:best|kind)|my best|many)? ?(?:regards|wishes|greetings)|best|all the best|cheers|"
    r"thanks|thank you|many thanks|thanks (?:again|a lot|in advance|and (?:best )?regards)|thx|ta|"
    r"sincerely|yours(?: sincerely| truly| faithfully)?|see you|so long|good luck|have fun|"
    r"have a (?:nice|good|great) \w+|take care|bye|later|br|rgds|kr|"
    r"(?:(?:ganz |sehr )?(?:viele|beste|liebe|schöne|herzliche|freundliche|sonnige|bester|lieber|schöner|herzlicher|"
    r"freundlicher|mit (?:besten|lieben|freundlichem|freundlichen|herzlichen|vielen)) )?gr(?:ü|ue|u)(?:ß|ss)(?:en|e|"
    r"le|li)?|"
    r"mfg|vg|lg|bg|hg|glg|danke|vielen dank|bis bald|bis dann|tschüss|tschö|servus|ciao|schönen (?:abend|tag|sonntag)|"
    r"(?:bien )?(?:cordialement|amicalement|sincèrement)|bien à (?:vous|toi)|(?:meilleures )?salutations|merci|"
    r"à bientôt|"
    r"à plus|a\+|amitiés|bises|bonne (?:soirée|journée|nuit|chance|fin de \w+|continuation)|bon (?:week-end|"
    r"dimanche|jeu)|"
    r"(?:un |muchos )?saludos?|(?:un )?(?:fuerte )?abrazo|atentamente|(?:muchas )?gracias|suerte|hasta (?:luego|"
    r"pronto)|"
    r"buen(?:as|os)? (?:noches|días?|tardes)|(?:cordiali |distinti |tanti )?saluti|grazie(?: mille)?|a presto|"
    r"buon[ao]? (?:serata|giornata|notte|fortuna)|atenciosamente|(?:muito )?obrigad[oa]|cumprimentos|(?:um )?abraços?|"
    r"até (?:logo|breve)|(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?|groet(?:en|jes)?|mvg|bedankt|tot ziens|"
    r"(?:med )?(?:vänliga?|venlig|bedste|beste|vennlig) (?:hälsning(?:ar)?|hilsen(?:er)?)|hälsning(?:ar)?|hilsen|"
    r"mvh|vh|"
    r"tack|tak|takk|(?:ystävällisin |parhain )?terveisin|terveiset|kiitos|t\.|pozdrawiam|pozdrowienia|z poważaniem|"
    r"dzięki|dziękuję|s (?:pozdravem|přáním \w+ \w+)|díky|děkuji|zdravím|üdv(?:özlettel|özlet)?|köszönöm|köszi|"
    r"cu (?:stimă|respect)|mulțumesc|(?:lijep )?pozdrav|hvala|(?:с )?(?:уважением|приветом)|спасибо|всего доброго|"
    r"удачи|"
    r"з повагою|дякую|поздрави|saygılarım(?:la|ızla)|iyi (?:günler|akşamlar|çalışmalar|oyunlar)|teşekkürler|selamlar|"
    r"sevgiler|με εκτίμηση|χαιρετισμούς|ευχαριστώ|(?:مع )?(?:خالص )?تحياتي|شكرا|תודה|בברכה|"
    r"谢谢|謝謝|此致|敬礼|敬禮|祝好|"
    r"감사합니다|고맙습니다|안녕히 계세요|trân trọng|cảm ơn|terima kasih|salam)")
_NO_ANSWER = "(?!はい|ハイ|いいえ|そう|ok|yes|no)"
CLOSING = re.compile(
    rf"(?:{_GREETING}|"
    rf"{_NO_ANSWER}(?:[^:#。]{{1,30}}。){{0,2}}[^:#。]{{0,30}}(?:よろ|宜)しく(?:(?:どうぞ)?|です|頼みます|(?:お(?:願|ねが)い(?:(?:(?:いた|"
    rf"致)?し|申し上げ|申しあげ)ます)?))|"
    rf"{_NO_ANSWER}(?:[^:#。]{{1,30}}。){{0,2}}[^:#。]{{0,20}}お(?:願|ねが)い(?:いた|致)?します|"
    r"ご査収(?:ください|下さい|のほど.{0,20})|取り急ぎ.{0,25}|"
    r"以上(?:です|になります|となります|、[^:#]{0,20})?|敬具|草々|かしこ|[^:#]{0,10}拝|(?:それ)?では(?:、?また.{0,10}|では)?|"
    r"(?:(?:それ)?では、?)?失礼(?:いた|致)?し(?:ます|ました)|[^:#]{0,10}ありがとうございま(?:す|した)|"
    r"お疲れ(?:様|さま)(?:です|でした)|おやすみなさい|ご?(?:武運|健闘)を.{0,10}|楽しみにして(?:い|お)?ります|"
    # A line of nothing but marks, as people draw them around their names.
    r"[^\w\s#>]{5,}|[^\w\s#>]{2,} ?署名 ?[^\w\s#>]{2,})"
    r"[ ,.!;。、！．，]{0,3}", re.IGNORECASE)
# A closing with a name behind it: the name.
_NAME = r"[^\W\d_][\w.'\u2019-]{0,20}"
CLOSING_OF = re.compile(rf"{_GREETING}[ ,.!\u2013-]{{1,3}}({_NAME}(?: {_NAME}){{0,2}})[.!]?", re.IGNORECASE)
MOST_BELOW = 4      # lines that stand below a closing: a name and what belongs to it
LONGEST_NAME = 40   # signs of each

# -- what forums put around a post -------------------------------------------------------------------------------

POSTED = re.compile(
    r"(?:edited (?:by|on) .{0,200}|\(?(?:edited|bearbeitet|modifié|editado|modificato)\)?|"
    r"this post was edited .{0,100}|"
    r"(?:last edited|zuletzt (?:bearbeitet|geändert|editiert)|dernière (?:édition|modification)|"
    r"última edición)\b.{0,200}|"
    r"\(?this post was last modified ?[:：].{0,200}|(?:reactions|reaktionen|réactions|likes|reacciones|"
    r"リアクション) ?[:：].{0,200}|"
    r"\{(?:attachments|embed|reactions|stickers)\}|"
    # Who posts next, as Discord shows and exports it.
    r"\[\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4},? \d{1,2}[:.]\d\d(?::\d\d)?(?: ?[AP]M)?\] .{1,80}|"
    r"\[\d{1,2}[:.]\d\d(?: ?[AP]M)?\] ?.{1,40}[:：]|"
    r".{1,40} [\u2014\u2013-] [^\n:]{0,30}\d{1,2}[:.]\d\d(?: ?[AP]M)?|"
    r".{0,60} reacted to (?:this|your).{0,60}|quick ?reply|report(?: post)?|share|permalink|"
    r"最終編集.{0,100}|.{0,60}(?:により|が)編集.{0,60}|\(?編集済み?\)?)", re.IGNORECASE)
ABOVE = re.compile(
    r"(?:#\d{1,6}|post(?:ed)?(?: #?\d+| by .{0,80}|:? .{0,100})|re: .{0,150}|top|quote|reply|(?:by|»|›) .{0,100}|"
    r"(?:guild|channel|topic): .{0,200}|(?:after|before): \d{1,4}[/.-]\d{1,2}[/.-]\d.{0,40}|"
    r"\d+ (?:posts?|likes?|points?).{0,60}|(?:today|yesterday) at .{0,40}|投稿.{0,100}|返信|引用|"
    r"spoiler(?:: ?(?:show|hide))?|show hidden text|code: ?select all|select all|(?:quote )?report this post|"
    r"(?:reply with )?quote|expand view|click to (?:expand|collapse|reveal).{0,5})", re.IGNORECASE)
SAID = re.compile(r"originally posted by .{1,80}|"
                  r".{1,60}(?: wrote| said| writes| schrieb| a écrit|さんは?書きました|さんの投稿)\s?"
                  r"(?:\(.{0,60}\)|↑.{0,60})?[:：](?: ?↑.{0,60})?$", re.IGNORECASE)
