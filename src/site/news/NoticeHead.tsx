import { dayText } from '../../browser/format'
import type { NoticeInfo } from '../../contract/session'
import { labelsOf } from './notice-words'

/** Date and labels of a notice. */
export const NoticeHead = ({ notice }: { notice: NoticeInfo }) => (
  <p className="notice-head">
    <time dateTime={notice.PublishDate}>{dayText(notice.PublishDate)}</time>
    {notice.Pinned && <span className="badge badge-pinned">置頂</span>}
    {labelsOf(notice).map((text) => (
      <span key={text} className="badge">
        {text}
      </span>
    ))}
  </p>
)
