import { otpLimits } from '../../../contract/one-time-password'

const codes = 10 ** otpLimits.digits
// The largest multiple of the number of codes below 2^32: beyond it some codes would come more often.
const fair = Math.floor(2 ** 32 / codes) * codes

/** A one-time password: six random digits, leading zeros kept. */
export const newCode = (): string => {
  for (;;) {
    const [number = fair] = crypto.getRandomValues(new Uint32Array(1))
    if (number < fair) return String(number % codes).padStart(otpLimits.digits, '0')
  }
}
