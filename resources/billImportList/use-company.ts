import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from '../../src/admin'
import { call } from '../../src/browser/http'

/** What Common/GetApplyCode tells of an agreement's company; it is printed on the slips. */
interface Company {
  readonly ApplyCode: string
  readonly CustomerName: string
  readonly CustomerPhone: string | null
  readonly CustomerFax: string | null
  readonly ZipCode: string | null
  readonly Address: string | null
}

const printed = ['CustomerName', 'CustomerPhone', 'CustomerFax', 'ZipCode', 'Address'] as const

/** Fills in the company behind the chosen agreement, as long as nobody has typed anything else. */
export const useCompany = (): void => {
  const companies = useCompanies()
  const { getFieldState, setValue } = useFormContext()
  const code: unknown = useWatch({ name: 'ApplyCode' })
  const company = companies.find(({ ApplyCode }) => ApplyCode === code)
  useEffect(() => {
    if (!company) return
    for (const name of printed) if (!getFieldState(name).isDirty) setValue(name, company[name])
  }, [company, getFieldState, setValue])
}

const useCompanies = (): readonly Company[] => {
  const [companies, setCompanies] = useState<readonly Company[]>([])
  useEffect(() => {
    const given = new AbortController()
    // Without it the user types the company herself.
    call<readonly Company[]>('Common.GetApplyCode', { signal: given.signal }).then(setCompanies, () => {})
    return () => given.abort()
  }, [])
  return companies
}
