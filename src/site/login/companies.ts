import { useEffect, useState } from 'react'
import { call } from '../../browser/http'
import type { UniformNoField } from '../../contract/session'
import { foldFullWidth } from '../../domain/full-width'

/** The companies whose payers may sign in; empty until they are known. */
export const useCompanies = (): readonly UniformNoField[] => {
  const [companies, setCompanies] = useState<readonly UniformNoField[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    call<readonly UniformNoField[]>('PayerArea.GetAllUniformNoField', { signal: leaving.signal, overlay: true })
      .then(setCompanies)
      .catch(() => {})
    return () => leaving.abort()
  }, [])
  return companies
}

/** How a company stands in the list of choices. */
export const companyText = ({ UniformNo, CustomerName }: UniformNoField): string => `${UniformNo} ${CustomerName}`

/** The company that was typed: its number, its name, both, or a part that only one of them has. */
export const findCompany = (companies: readonly UniformNoField[], typed: string): UniformNoField | undefined => {
  const text = foldFullWidth(typed).trim()
  if (text === '') return undefined
  const exact = companies.find((one) => one.UniformNo === text || one.CustomerName === text || companyText(one) === text)
  const alike = companies.filter((one) => companyText(one).includes(text))
  return exact ?? (alike.length === 1 ? alike[0] : undefined)
}
