import { useNavigate } from 'react-router-dom'
import { payerHome } from '../../browser/sign-in'
import type { PayerLoginAnswer } from '../../contract/session'

/** Goes to what a payer wants to see after signing in: what is unpaid, or else what was paid. */
export const usePayerEntry = (): ((answer: PayerLoginAnswer) => Promise<void>) => {
  const navigate = useNavigate()
  return async (answer) => navigate(payerHome(answer))
}
