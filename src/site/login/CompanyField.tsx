import { call } from '../../browser/http/client'
import type { UniformNoField } from '../../contract/call-responses'
import { comparableName } from '../../domain/text-folding'
import { SiteField } from '../form/Field'
import type { FieldRule, SiteFormState } from '../form/use-form'
import { useFetched } from '../layout/use-fetched'

/** Renders an input that selects a company by name or number from a list. */
export const CompanyField = <Name extends string>({
  form,
  companies,
}: {
  form: SiteFormState<Name | 'UniformNo'>
  companies: readonly UniformNoField[]
}) => (
  <>
    <SiteField
      form={form}
      name="UniformNo"
      list="companies"
      help="輸入名稱或統一編號，再從清單選擇"
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
    />
    <datalist id="companies">
      {companies.map((company) => (
        <option key={company.UniformNo} value={companyText(company)} />
      ))}
    </datalist>
  </>
)

/** Returns the rule of the company field: the list must contain the typed company. */
export const companyRule = (companies: readonly UniformNoField[]): FieldRule => ({
  label: '委託單位',
  required: true,
  check: (value) => (findCompany(companies, value) ? undefined : '找不到這個委託單位，請從清單選擇。'),
})

/** Fetches the companies whose payers may sign in. Returns an empty list during the call and if the call fails. */
export const useCompanies = (): readonly UniformNoField[] => {
  const { data } = useFetched(fetchCompanies)
  return typeof data === 'string' ? [] : data
}

const fetchCompanies = (signal: AbortSignal) =>
  call<readonly UniformNoField[]>('PayerArea.GetAllUniformNoField', { signal, overlay: true })

/** Returns the text of a company's option in the list. */
export const companyText = ({ UniformNo, CustomerName }: UniformNoField): string => `${UniformNo} ${CustomerName}`

/**
 * Returns the company whose number, name or option text was typed.
 * A part of the option text is enough if the option of no other company contains it.
 */
export const findCompany = (companies: readonly UniformNoField[], typed: string): UniformNoField | undefined => {
  const text = comparableName(typed)
  if (text === '') return undefined
  const exactMatch = companies.find((company) =>
    [company.UniformNo, company.CustomerName, companyText(company)].some((name) => comparableName(name) === text),
  )
  const partialMatches = companies.filter((company) => comparableName(companyText(company)).includes(text))
  return exactMatch ?? (partialMatches.length === 1 ? partialMatches[0] : undefined)
}
