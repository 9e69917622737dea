import { useEffect } from 'react'
import { noticeStore, removeNotice } from '../../browser/dialogs/notice'
import type { Session } from '../../browser/session/session'
import { useStore } from '../../browser/storage/store'
import { useRequestedPage } from './requested-page'

/**
 * Renders the message that the previous page has set, for example about a new password or an ended session, or why the
 * visitor must sign in.
 */
export const LoginNotice = ({ kind }: { kind: Session['kind'] }) => {
  const stored = useStore(noticeStore)
  const notice = useRequestedPage(kind) ? (stored ?? requiredNotice) : stored
  useEffect(() => removeNotice, [])
  return (
    <div role="status" className="login-notice">
      {notice && <p className={`note note-${notice.tone}`}>{notice.text}</p>}
    </div>
  )
}

const requiredNotice = { text: '請先登入，登入後會回到您要開啟的頁面。', tone: 'info' } as const
