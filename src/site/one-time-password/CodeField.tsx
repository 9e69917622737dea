import { otpLimits } from '../../contract/one-time-password'
import { foldFullWidth } from '../../domain/full-width'
import type { Form } from '../form/use-form'

/** One input drawn as a box for each digit: pasting, filling in from a message and screen readers find a single field. */
export const CodeField = ({ form }: { form: Form<'OTP'> }) => {
  const digits = form.values.OTP
  const error = form.errors.OTP
  return (
    <div className="field">
      <label htmlFor="OTP">一次性密碼</label>
      <div className="code">
        <input
          id="OTP"
          name="OTP"
          value={digits}
          onChange={(event) => form.change('OTP', digitsOf(event.target.value))}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && 'OTP-error'}
        />
        {Array.from({ length: otpLimits.digits }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes are told apart by their place alone
          <span key={index} className="code-box" aria-hidden="true" data-next={index === Math.min(digits.length, otpLimits.digits - 1) || undefined}>
            {digits[index]}
          </span>
        ))}
      </div>
      {error && (
        <p id="OTP-error" className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

// Mails and messages write codes with blanks and in full-width digits.
const digitsOf = (typed: string) => foldFullWidth(typed).replace(/\D/g, '').slice(0, otpLimits.digits)
