"""太平洋戦史 (Taiheiyō Senshi), Command Magazine Japan, second edition of the rules."""
