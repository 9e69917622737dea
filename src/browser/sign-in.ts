import type { CompanyLoginAnswer, PayerLoginAnswer } from '../contract/session'
import { call } from './http'
import { openAccountSession, openCompanySession, openPayerSession } from './session'

/** What a sign-in form sends, by the names of the contract. */
type SignInFields = Readonly<Record<string, string | undefined>>

/** Signs a company's user in. */
export const signInCompany = async (fields: SignInFields): Promise<CompanyLoginAnswer> => {
  const answer = await call<CompanyLoginAnswer>('EnterpriseArea.Login', { body: fields })
  openCompanySession(answer)
  return answer
}

/** Signs a payer in with what her company asks for. */
export const signInPayer = async (fields: SignInFields): Promise<PayerLoginAnswer> => {
  const answer = await call<PayerLoginAnswer>('PayerArea.Login', { body: fields })
  openPayerSession(answer)
  return answer
}

/** Signs a payer in by person and mobile number. */
export const signInAccount = async (fields: SignInFields): Promise<PayerLoginAnswer> => {
  const answer = await call<PayerLoginAnswer>('PayerArea.AccountLogin', { body: fields })
  openAccountSession(answer)
  return answer
}

/** Where a payer goes after signing in: to what is unpaid, or else to what was paid. */
export const payerHome = ({ ModelType }: PayerLoginAnswer): string => (ModelType === 1 ? '/payment-information' : '/payment-history')
