import { debitMedia, type MediaFormat } from '../../../domain/debits/media'
import type { Layout, LayoutField, LayoutLine, LayoutRequirements, Layouts } from '../../../schema/layouts/layout'
import type { LineValue, LineValues } from '../files/bank-file'

/** Name of the layout of the files that apply for authorizations of direct debits. */
export const authorizationLayout = 'achP02'

/** The format of the files that apply for authorizations. */
export const authorizationFormat = 'AchP02' as const

/** Returns the name of the layout of a format. */
export const layoutNameOf = (format: DebitFormat): string =>
  format === authorizationFormat ? authorizationLayout : debitMedia[format].layout

/** The names of the layouts of the replies, by the format of the files that they answer. */
export const replyLayouts = {
  AchP01: 'achR01',
  Fisc200: 'fisc200Reply',
  BankOwn: 'bankOwnReply',
  [authorizationFormat]: 'achP02Reply',
} as const satisfies Readonly<Record<MediaFormat | typeof authorizationFormat, string>>

/** The format of a file that can be answered. */
export type DebitFormat = keyof typeof replyLayouts

/** Returns the text of a code in a reply, in zh-TW; null for a code that its layout does not list. */
export const replyText = (layouts: Layouts, format: DebitFormat, code: string): string | null => {
  const lines = Object.values(layouts[replyLayouts[format]]?.details ?? {})
  return lines.flatMap(({ fields }) => fields.ResultCode?.codes?.[code] ?? [])[0] ?? null
}

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
 * Returns the function that returns the values of a line as its layout stores them: codes of banks with the zeros of no
 * branch, other digits after zeros.
 * All lines have the values of the file, which are converted once.
 * A fixed value of the layout takes precedence, so that a bank can set its own codes there.
 */
export const lineFiller = (
  { fields }: LayoutLine,
  file: FileValues = {},
): ((values: RequestValues) => Readonly<Record<string, LineValue>>) => {
  const entries = Object.entries(fields)
    .filter(([, { type, value }]) => type !== 'filler' && value === undefined)
    .map(([name, field]) => ({ name, field, ofFile: storedValue(name, field, valueNamed(file, name)) }))
  return (values) => {
    const filled: Record<string, LineValue> = {}
    for (const { name, field, ofFile } of entries) {
      const value = ofFile ?? storedValue(name, field, valueNamed(values, name))
      if (value !== undefined) filled[name] = value
    }
    return filled
  }
}

const valueNamed = (values: FileValues | RequestValues, name: string): LineValue | null | undefined =>
  (values as Readonly<Record<string, LineValue | null | undefined>>)[name]

const storedValue = (
  name: string,
  { type, length }: LayoutField,
  value: LineValue | null | undefined,
): LineValue | undefined => {
  if (value === undefined || value === null) return undefined
  if (bankCodeFields.includes(name)) return String(value).padEnd(length, '0')
  return type === 'digits' ? String(value).padStart(length, '0') : value
}

/** Returns the values of the line of a file as a whole as its layout stores them. */
export const filledValues = (line: LayoutLine, file: FileValues): LineValues => lineFiller(line, file)({})

/** Returns the only kind of detail line of a layout that the portal writes, with its name. */
export const writtenLine = ({ details, label }: Layout): readonly [kind: string, line: LayoutLine] => {
  const [line] = Object.entries(details)
  if (line) return line
  throw new Error(`The layout '${label}' has no detail line.`)
}
