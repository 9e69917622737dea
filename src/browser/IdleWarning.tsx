import { useLayoutEffect, useRef } from 'react'
import { useCountdown } from './use-countdown'
import { useIdleSession } from './use-idle-session'

/** Warns, with a countdown, before an idle session is closed. The button keeps it open, in every tab. */
export const IdleWarning = () => {
  const { endsAt, extend, end } = useIdleSession()
  return endsAt === null ? null : <Warning endsAt={endsAt} extend={extend} end={end} />
}

const Warning = ({ endsAt, extend, end }: { endsAt: number; extend: () => void; end: () => void }) => {
  const left = useCountdown(endsAt)
  const ref = useRef<HTMLDialogElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    element?.showModal()
    button.current?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={ref} className="dialog" role="alertdialog" aria-labelledby="idle-title" aria-describedby="idle-body" onCancel={extend}>
      <div className="dialog-card">
        <span className="dialog-sign dialog-sign-warning" aria-hidden="true">
          !
        </span>
        <h2 id="idle-title">即將自動登出</h2>
        <p id="idle-body">您已有一段時間沒有操作。為了保護資料安全，系統即將登出；要繼續使用請選擇延長連線。</p>
        <p className="idle-clock">
          剩餘{' '}
          <strong role="timer" aria-label="剩餘秒數">
            {left}
          </strong>{' '}
          秒
        </p>
        <div className="dialog-buttons">
          <button type="button" className="button button-plain" onClick={end}>
            立即登出
          </button>
          <button ref={button} type="button" className="button" onClick={extend}>
            延長連線
          </button>
        </div>
      </div>
    </dialog>
  )
}
