import { useCallback, useEffect, useState } from 'react'
import { useExtensionCalls } from '../../browser/http/capabilities'
import { type CallOptions, call } from '../../browser/http/client'
import type { UniformNoField } from '../../contract/call-responses'
import { foldText, withoutGroups } from '../../domain/text-folding'

/**
 * Returns whether the account number determines the company.
 * Until the capabilities are fetched, the form assumes so.
 */
export const useAccountFirst = (): boolean => useExtensionCalls()?.includes('PayerArea.GetLoginFields') ?? true

/**
 * Fetches the company of an account number while it is typed.
 * Returns the company, or undefined until it is known, and the function that waits for it.
 */
export const useAccountCompany = () => {
  const [account, setAccount] = useState('')
  const [company, setCompany] = useState<UniformNoField>()

  useEffect(() => {
    setCompany(undefined)
    if (account === '') return
    const controller = new AbortController()
    // A failure is shown when the form is sent, which fetches the company again.
    fetchCompany(account, { signal: controller.signal, quiet: true, overlay: false }).then(
      (fetched) => controller.signal.aborted || setCompany(fetched),
      () => {},
    )
    return () => controller.abort()
  }, [account])

  return {
    company,
    lookUp: useCallback((typed: string) => setAccount(beginningOf(typed)), []),
    companyOf: async (typed: string): Promise<UniformNoField> => {
      const fetched = company ?? (await fetchCompany(beginningOf(typed)))
      setCompany(fetched)
      return fetched
    },
  }
}

const fetchCompany = (VACAccount: string, options?: CallOptions) =>
  call<UniformNoField>('PayerArea.GetLoginFields', { ...options, body: { VACAccount } })

// The first 14 digits contain the code of the agreement, and are complete before the last digits are typed.
const beginningOf = (typed: string): string => /^\d{14}/.exec(withoutGroups(foldText(typed)))?.[0] ?? ''
