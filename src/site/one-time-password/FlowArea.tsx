import './flow.css'
import { Link, Outlet, useLocation, useRevalidator } from 'react-router-dom'
import { removeOtpData } from '../../browser/session/verification'
import { clockText } from '../../browser/use-countdown'
import type { FlowWords } from './flow'

const steps = { 'send-opt': '驗證身分', verification: '輸入一次性密碼', 'password-reset': '設定密碼' } as const

/** What every step of a flow stands in: its name, the steps, and the way back. */
export const FlowArea = ({ words }: { words: FlowWords }) => (
  <section className="card flow" aria-labelledby="flow-title">
    <h1 id="flow-title">{words.title}</h1>
    <Steps />
    <Outlet context={words} />
    <p className="flow-back">
      <Link to="/company">返回企業戶登入</Link>
    </p>
  </section>
)

const Steps = () => {
  const { pathname } = useLocation()
  const names = Object.entries(steps)
  const current = names.findIndex(([step]) => pathname.toLowerCase().includes(`/${step}`))
  return (
    <ol className="steps" aria-label="步驟">
      {names.map(([step, text], index) => (
        <li key={step} aria-current={index === current ? 'step' : undefined} data-done={index < current || undefined}>
          <span aria-hidden="true">{index < current ? '✓' : index + 1}</span>
          {text}
        </li>
      ))}
    </ol>
  )
}

/** Stands in place of a step whose ten minutes are over; nothing is left to be asked about, so the way back to the start is free. */
export const StepLapsed = () => {
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

/** How long a step is still open. */
export const StepClock = ({ left }: { left: number }) => (
  <p className="flow-clock">
    此步驟剩餘時間{' '}
    <strong role="timer" aria-label="此步驟剩餘時間">
      {clockText(left)}
    </strong>
  </p>
)
