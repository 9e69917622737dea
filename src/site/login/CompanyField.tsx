import type { UniformNoField } from '../../contract/session'
import { Field } from '../form/Field'
import type { FieldRule, Form } from '../form/use-form'
import { companyText, findCompany } from './companies'

/** Chooses a company by name or number from the list that opens below the input. */
export const CompanyField = <Name extends string>({ form, companies }: { form: Form<Name | 'UniformNo'>; companies: readonly UniformNoField[] }) => (
  <>
    <Field form={form} name="UniformNo" list="companies" help="輸入名稱或統一編號，再從清單選擇" autoComplete="off" spellCheck={false} maxLength={60} />
    <datalist id="companies">
      {companies.map((company) => (
        <option key={company.UniformNo} value={companyText(company)} />
      ))}
    </datalist>
  </>
)

/** The typed company must be one of the list. */
export const companyRule = (companies: readonly UniformNoField[]): FieldRule => ({
  label: '委託單位',
  required: true,
  check: (value) => (findCompany(companies, value) ? undefined : '找不到這個委託單位，請從清單選擇。'),
})
