import { addDays } from '../../domain/dates/dates'
import notices from './notices.json'

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
