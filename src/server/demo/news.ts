import { addDays } from '../../domain/dates'

const notices = [
  {
    daysAgo: 2,
    Title: '示範網站說明',
    Category: 'System',
    Audience: 'All',
    Pinned: true,
    Content:
      '這是示範網站，所有公司、人員與帳單皆為虛構，請勿實際繳款。登入頁列有示範帳號，可直接試用各項功能。\n一次性密碼與各項通知不會寄出，請至示範寄件匣（/demo/outbox）查看。',
  },
  {
    daysAgo: 5,
    Title: '年終決算期間系統維護公告',
    Category: 'System',
    Audience: 'All',
    Pinned: false,
    Content: '本行將於每月最後一個週日 00:00 至 06:00 進行系統維護，期間暫停查詢與下載服務，造成不便，敬請見諒。',
  },
  {
    daysAgo: 12,
    Title: '超商代收單筆上限調整為新臺幣 6 萬元',
    Category: 'Service',
    Audience: 'All',
    Pinned: false,
    Content: '自即日起，超商代收單筆上限依金額級距採用不同代收項目：2 萬元以下、2 萬至 4 萬元、4 萬至 6 萬元。請委託單位於代收類別設定中確認超商代收項目。',
  },
  {
    daysAgo: 20,
    Title: '代收資料上傳支援 Big5 與 UTF-8 編碼',
    Category: 'Service',
    Audience: 'Company',
    Pinned: false,
    Content: '上傳 CSV 或 TXT 檔時，系統自動辨識 Big5 與 UTF-8 編碼；如含罕用字，建議使用 Excel（xlsx）格式上傳。',
  },
  {
    daysAgo: 26,
    Title: '慎防假冒繳費通知簡訊',
    Category: 'Rule',
    Audience: 'Payer',
    Pinned: false,
    Content: '本行不會以簡訊要求提供密碼、驗證碼或信用卡號。收到可疑訊息請勿點選連結，並撥打 165 反詐騙專線查證，或至 https://165.npa.gov.tw/ 查詢。',
  },
  {
    daysAgo: 40,
    Title: '個人資料保護告知事項',
    Category: 'Rule',
    Audience: 'All',
    Pinned: false,
    Content: '為辦理代收業務，本行於特定目的範圍內蒐集、處理及利用繳款人之個人資料，當事人得依個人資料保護法行使查詢、更正、刪除等權利。',
  },
] as const

/** The bank's notices, dated back from today. */
export const demoNotices = (today: string) =>
  notices.map(({ daysAgo, ...notice }) => ({ ...notice, PublishDate: addDays(today, -daysAgo), ExpireDate: addDays(today, 365) }))

/** The bank's activities that run today. */
export const demoActivities = (today: string) => [
  {
    Title: '行動銀行繳費抽好禮',
    Summary: '活動期間以行動銀行繳納管理費、學雜費或保險費，每筆可獲得一次抽獎機會。',
    LinkUrl: 'https://www.example.com/activity/mobile',
    StartDate: addDays(today, -15),
    EndDate: addDays(today, 60),
    Sort: 1,
  },
  {
    Title: '電子帳單愛地球',
    Summary: '申請電子郵件通知，取代紙本繳款單。',
    LinkUrl: 'https://www.example.com/activity/ebill',
    StartDate: addDays(today, -30),
    EndDate: null,
    Sort: 2,
  },
]
