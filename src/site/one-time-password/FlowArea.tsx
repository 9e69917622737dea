import './flow.css'
import { Link, Outlet, useLocation } from 'react-router-dom'
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
