/**
 * The words by which clerks of different trades name the same columns, and the words of the portal.
 * They are replaced one after the other, so that later ones apply to the result of earlier ones.
 * Titles have no spaces.
 */
const words: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/[（(【[].*?[）)】\]]/g, ''],
  [/^(?:本期|當期|本月|當月|本次|這期|本學期)/, ''],
  [/^(?:戶號|學號|會員號|客戶號|工號|繳費代號)$/, '繳款人代號'],
  [/^(?:戶名|抬頭|名字|名稱)$/, '繳款人姓名'],
  [/住戶|戶主|學生|學員|會員|客戶|業主|承租人|租戶|用戶|家長|被保險人|要保人|繳費人|付款人/, '繳款人'],
  [/^繳款人(?:名字|名稱|名)$/, '繳款人姓名'],
  [/^繳款人(?:代碼|號|ID)$/i, '繳款人代號'],
  [/^(?:到期日|截止日|期限|最後繳款日|最後繳費日|繳納期限|繳款到期日|繳費到期日|到期日期|截止日期)$/, '繳款截止日'],
  [/^(?:開始日|起始日|開始日期|起始日期|繳款開始日|繳費開始日)$/, '繳款起日'],
  [
    /^(?:應繳|應付|應收|應繳費用|應付金額|應收金額|應繳款|應繳款項|繳費金額|繳款金額|費用|金額|總金額|合計|總計)$/,
    '應繳金額',
  ],
  [/^(?:統編|身分證|身份證|身份證字號|身分證號碼)$/, '身分證字號'],
  [/^(?:信箱|郵件|mail)$/i, '電子郵件'],
  [/^(?:虛擬帳戶|繳款帳號|繳費帳號)$/, '虛擬帳號'],
  [/^(?:住址|聯絡地址|郵寄地址|帳單地址|戶籍地址)$/, '地址'],
  [/^(?:附註|說明|備考|摘要)$/, '備註'],
]

/** Returns a title with the words of the portal, such as 繳款人姓名 for 住戶姓名. */
export const portalTitle = (title: string): string =>
  words.reduce((text, [pattern, word]) => text.replace(pattern, word), title)

/**
 * Returns whether a title may be compared by its words.
 * Titles such as 上期應繳 and 已繳金額 name other values than the words in them.
 */
export const canBeGuessed = (title: string): boolean =>
  !/上期|上月|上次|前期|前次|已繳|實繳|未繳|欠繳|累計|折扣|優惠|退費|原|舊/.test(title)
