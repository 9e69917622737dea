import { calendarDateText } from '../../browser/format'
import type { NoticeInfo } from '../../contract/call-responses'

/** Renders the date and the labels of a notice. */
export const NoticeHead = ({ notice }: { notice: NoticeInfo }) => (
  <p className="notice-head">
    <time dateTime={notice.PublishDate}>{calendarDateText(notice.PublishDate)}</time>
    {notice.Pinned && <span className="badge badge-pinned">置頂</span>}
    {labelsOf(notice).map((text) => (
      <span key={text} className="badge">
        {text}
      </span>
    ))}
  </p>
)

/** Texts of the categories of notices. */
export const noticeCategories: Readonly<Record<string, string>> = { System: '系統', Service: '服務', Rule: '規章' }

const noticeAudiences: Readonly<Record<string, string>> = { Company: '企業戶', Payer: '繳款人' }

/** Returns the text of the category and, unless the notice is for everybody, the text of the audience. */
const labelsOf = ({ Category, Audience }: NoticeInfo): readonly string[] =>
  [noticeCategories[Category] ?? Category, noticeAudiences[Audience] ?? ''].filter((text) => text !== '')

/** Returns the notices in their order on the page: pinned ones first, each group from newest to oldest. */
export const sortedNotices = (notices: readonly NoticeInfo[]): readonly NoticeInfo[] =>
  [...notices].sort((a, b) => Number(b.Pinned) - Number(a.Pinned) || b.PublishDate.localeCompare(a.PublishDate))
