import './flow.css'
import { Link, Outlet, useLocation, useRevalidator } from 'react-router-dom'
import { removeOtpData } from '../../browser/session/verification'
import { clockText } from '../../browser/use-countdown'
import type { FlowInfo } from './flow'

const flowSteps = { 'send-opt': '驗證身分', verification: '輸入一次性密碼', 'password-reset': '設定密碼' } as const

/** Renders the layout around every step of a flow: title, list of steps and a link back to the sign-in page. */
export const FlowArea = ({ flow }: { flow: FlowInfo }) => (
  <section className="card flow" aria-labelledby="flow-title">
    <h1 id="flow-title">{flow.title}</h1>
    <FlowSteps />
    <Outlet context={flow} />
    <p className="flow-back">
      <Link to="/company">返回企業戶登入</Link>
    </p>
  </section>
)

const FlowSteps = () => {
  const { pathname } = useLocation()
  const steps = Object.entries(flowSteps)
  const currentIndex = steps.findIndex(([step]) => pathname.toLowerCase().includes(`/${step}`))
  return (
    <ol className="steps" aria-label="步驟">
      {steps.map(([step, text], index) => (
        <li
          key={step}
          aria-current={index === currentIndex ? 'step' : undefined}
          data-done={index < currentIndex || undefined}
        >
          <span aria-hidden="true">{index < currentIndex ? '✓' : index + 1}</span>
          {text}
        </li>
      ))}
    </ol>
  )
}

/**
 * Renders a message in place of a step that has expired.
 * The button removes the data of the flow; the loader of the route then redirects to the first step.
 * A redirect by a loader does not trigger the leave guard (`LeaveGuard.tsx`), which would ask whether to leave the
 * page.
 */
export const StepExpired = () => {
  const { revalidate } = useRevalidator()
  const restart = () => {
    removeOtpData()
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

/** Renders the remaining time of a step. */
export const StepTimeLeft = ({ secondsLeft }: { secondsLeft: number }) => (
  <p className="flow-clock">
    此步驟剩餘時間{' '}
    <strong role="timer" aria-label="此步驟剩餘時間">
      {clockText(secondsLeft)}
    </strong>
  </p>
)
