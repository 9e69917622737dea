import { type PasswordOwner, passwordHistoryLength, passwordProblems, passwordRules } from '../domain/access/password'

/** Renders the strength of a new password, and which rules it meets, while the user types. */
export const PasswordGuide = ({ password, owner }: { password: string; owner: PasswordOwner }) => {
  const strength = passwordStrength(password, owner)
  const violatedRules = new Set<string>(passwordProblems(password, owner).map(({ code }) => code))
  const stateOf = (rule: string) => {
    if (password === '') return 'unchecked'
    return violatedRules.has(rule) ? 'violated' : 'met'
  }
  return (
    <div className="guide">
      <p className="guide-strength" data-strength={strength}>
        <span className="guide-bar" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </span>
        <span role="status">密碼強度：{strengthTexts[strength] || '尚未輸入'}</span>
      </p>
      <ul className="guide-rules" aria-label="密碼規則">
        {Object.entries(passwordRules).map(([code, text]) => (
          <PasswordRule key={code} text={text} state={stateOf(code)} />
        ))}
        <li data-state="unchecked">
          <span aria-hidden="true">•</span>
          不可與最近 {passwordHistoryLength} 次使用過的密碼相同。
        </li>
      </ul>
    </div>
  )
}

const stateMarks = { unchecked: '•', violated: '✕', met: '✓' } as const
const stateTexts = { unchecked: '', violated: '（未符合）', met: '（已符合）' } as const

const PasswordRule = ({ text, state }: { text: string; state: keyof typeof stateMarks }) => (
  <li data-state={state}>
    <span aria-hidden="true">{stateMarks[state]}</span>
    {text}
    <span className="guide-state">{stateTexts[state]}</span>
  </li>
)

/** The text of each level of strength. */
const strengthTexts = ['', '弱', '普通', '強', '非常強'] as const
type PasswordStrength = 0 | 1 | 2 | 3 | 4

/**
 * Returns the strength of a password: 0 = empty, 1 = violates a rule.
 * Otherwise every kind of character that it contains and every four characters give a point, and the number of points
 * gives a strength from 2 to 4.
 */
export const passwordStrength = (password: string, owner: PasswordOwner): PasswordStrength => {
  if (password === '') return 0
  if (passwordProblems(password, owner).length > 0) return 1
  const points = countCharacterKinds(password) + Math.floor(password.length / 4)
  if (points >= 7) return 4
  return points >= 5 ? 3 : 2
}

const countCharacterKinds = (password: string) =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
