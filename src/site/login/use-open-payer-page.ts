import { useNavigate } from 'react-router-dom'
import { payerHome } from '../../browser/session/sign-in'
import type { PayerLoginResponse } from '../../contract/call-responses'
import { useRequestedPage } from './requested-page'

/** Returns the function that opens the page of a payer who has signed in: the requested one or the payer's first. */
export const useOpenPayerPage = () => {
  const navigate = useNavigate()
  const requestedPage = useRequestedPage('payer')
  return (response: PayerLoginResponse) => navigate(requestedPage ?? payerHome(response))
}
