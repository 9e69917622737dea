import { useRevalidator } from 'react-router-dom'
import { clockText } from '../../browser/use-countdown'
import { dropOtpData } from '../../browser/verification'

/** Stands in place of a step whose ten minutes are over; nothing is left to be asked about, so the way back to the start is free. */
export const StepLapsed = () => {
  const { revalidate } = useRevalidator()
  const restart = () => {
    dropOtpData()
    void revalidate()
  }
  return (
    <div className="flow-lapsed" role="alert">
      <p className="note note-danger">此步驟已逾時（10 分鐘）。為了保護您的帳號，請重新申請一次性密碼。</p>
      <button type="button" className="button form-submit" onClick={restart}>
        重新申請
      </button>
    </div>
  )
}

/** How long a step is still open. */
export const StepClock = ({ left }: { left: number }) => (
  <p className="flow-clock">
    此步驟剩餘時間{' '}
    <strong role="timer" aria-label="此步驟剩餘時間">
      {clockText(left)}
    </strong>
  </p>
)
