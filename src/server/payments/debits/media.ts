import { debitMedia } from '../../../domain/debits/media'
import type { Layout, LayoutLine, LayoutRequirements } from '../../../schema/layouts/layout'
import type { LineValue, LineValues } from '../files/bank-file'

/** Name of the layout of the files that apply for authorizations of direct debits. */
export const authorizationLayout = 'achP02'

/** The values of a file as a whole, which each of its lines may have. */
const fileFields = [
  'ApplyCode',
  'UniformNo',
  'RealAccount',
  'PresentingBank',
  'TxId',
  'DebitDate',
  'CreateDate',
  'CreateTime',
] as const

const accountFields = ['Seq', 'DebitBankCode', 'DebitAccount', 'DebitIdNo', 'DebitUserNo', 'PayerId'] as const
const debitFields = [...accountFields, 'VACAccount', 'Amount'] as const
const authorizationFields = [...accountFields, 'AdMark'] as const

const writtenLayout = (fields: readonly string[], required: readonly string[]): LayoutRequirements => ({
  fields: required,
  headerFields: [],
  written: { header: fileFields, details: [...fileFields, ...fields] },
})

/** What the layouts of the files need that the portal writes, by their names in `schemas/layouts`. */
export const writtenLayouts: Readonly<Record<string, LayoutRequirements>> = {
  ...Object.fromEntries(
    Object.values(debitMedia).map(({ layout }) => [
      layout,
      writtenLayout(debitFields, ['Seq', 'VACAccount', 'Amount']),
    ]),
  ),
  [authorizationLayout]: writtenLayout(authorizationFields, ['Seq', 'DebitUserNo', 'AdMark']),
}

/** The values of a file as a whole. */
export type FileValues = Readonly<Partial<Record<(typeof fileFields)[number], string | null>>>

/** The values of a requested debit or authorization. */
export type RequestValues = Readonly<
  Partial<Record<(typeof debitFields)[number] | (typeof authorizationFields)[number], LineValue | null>>
>

/** Fields whose codes of banks are followed by zeros, because they have a place for the branch. */
const bankCodeFields: readonly string[] = ['PresentingBank', 'DebitBankCode']

/**
 * Returns the values of a line as its layout stores them: codes of banks with the zeros of no branch, other digits after
 * zeros.
 * A fixed value of the layout takes precedence, so that a bank can set its own codes there.
 */
export const filledValues = ({ fields }: LayoutLine, values: FileValues & RequestValues): LineValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type, length, value: fixed }]): (readonly [string, LineValue])[] => {
      const value = (values as Readonly<Record<string, LineValue | null | undefined>>)[name]
      if (fixed !== undefined || value === undefined || value === null) return []
      if (bankCodeFields.includes(name)) return [[name, String(value).padEnd(length, '0')]]
      return [[name, type === 'digits' ? String(value).padStart(length, '0') : value]]
    }),
  )

/** Returns the only kind of detail line of a layout that the portal writes, with its name. */
export const writtenLine = ({ details, label }: Layout): readonly [kind: string, line: LayoutLine] => {
  const [line] = Object.entries(details)
  if (line) return line
  throw new Error(`The layout '${label}' has no detail line.`)
}
