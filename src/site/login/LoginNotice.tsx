import { useEffect } from 'react'
import { dropNotice, notice } from '../../browser/notice'
import { useStore } from '../../browser/store'

/** What the page before left to be said: a new password, a session that ended. */
export const LoginNotice = () => {
  const left = useStore(notice)
  useEffect(() => dropNotice, [])
  return (
    <div role="status" className="login-notice">
      {left && <p className={`note note-${left.tone}`}>{left.text}</p>}
    </div>
  )
}
