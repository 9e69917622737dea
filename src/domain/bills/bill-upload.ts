import { addDays } from '../dates/dates'
import { exampleMark, type UploadTemplate } from '../example-row'
import { foldFullWidth } from '../full-width'

/** Maximum number of fee items in a row of an upload. */
export const maxFees = 10

/**
 * Maximum amount of a bill in the smallest unit of its currency.
 * Post office barcodes have eight digits for the amount.
 */
export const maxAmount = 99_999_999

/**
 * The columns of a bill upload, except those of fee items: the title in the template, followed by accepted synonyms.
 */
export const uploadColumns = {
  BillTermId: ['期別代號', '代收期別', '期別'],
  PayerUnitId: ['代收單位代號', '代收單位'],
  PayerId: ['繳款人代號'],
  PayerNo: ['繳款人編號'],
  PayerName: ['繳款人姓名', '姓名'],
  IdNo: ['身分證字號／統編', '身分證字號／統一編號', '身分證字號', '統一編號'],
  Mobile: ['行動電話', '手機', '手機號碼'],
  Email: ['電子郵件', '電子信箱', 'Email', 'E-mail'],
  ZipCode: ['郵遞區號'],
  Address: ['地址', '通訊地址'],
  VACAccount: ['銷帳編號', '虛擬帳號', '虛擬帳號（銷帳編號）'],
  PaymentStartDate: ['繳款起日', '繳費起日'],
  PaymentEndDate: ['繳款截止日', '繳款期限', '繳費截止日', '繳費期限'],
  ShouldPayAmount: ['應繳金額', '應繳總額'],
  Remark: ['備註'],
} as const satisfies Record<string, readonly [string, ...string[]]>

/** A column of a file that contains a field of the bill, not a fee item. */
export type BillFieldColumn = keyof typeof uploadColumns

/**
 * A column of a file: a field of the bill, or the name or amount of one of its fee items, which are numbered from 1.
 */
export type UploadColumn = BillFieldColumn | `FeeName${number}` | `Amount${number}`

/** Returns the title of a column in error messages and in the template. */
export const titleOf = (column: UploadColumn): string => columnTitles(column)[0]

/** Returns the title of a column in the template, followed by accepted synonyms. */
export const columnTitles = (column: UploadColumn): readonly [string, ...string[]] => {
  const itemColumn = /^(FeeName|Amount)(\d+)$/.exec(column)
  return itemColumn
    ? [`${itemColumn[1] === 'FeeName' ? '繳費項目' : '金額'}${itemColumn[2]}`]
    : uploadColumns[column as BillFieldColumn]
}

/** Returns the columns that every file must have. `hasTerm`: whether the upload form sets the term of all bills. */
export const requiredColumns = (hasTerm: boolean): readonly UploadColumn[] =>
  hasTerm ? ['PayerId', 'PayerName'] : ['BillTermId', 'PayerId', 'PayerName']

/**
 * Returns the column with this title in a file.
 * Ignores full width, spaces, case and the asterisk that marks a required column.
 */
export const columnOf = (title: string): UploadColumn | undefined => columnsByTitle.get(normalizeTitle(title))

/** Returns every column in the order of the template, with this number of fee items. */
export const templateColumns = (feeCount: number): readonly UploadColumn[] => {
  const { Remark: _, ...beforeFees } = uploadColumns
  return [...(Object.keys(beforeFees) as BillFieldColumn[]), ...feeColumns(feeCount), 'Remark']
}

const feeColumns = (feeCount: number): readonly UploadColumn[] =>
  Array.from({ length: feeCount }, (_, index): [UploadColumn, UploadColumn] => [
    `FeeName${index + 1}`,
    `Amount${index + 1}`,
  ]).flat()

/** The values from which the example row is generated. */
export interface ExampleSource {
  readonly today: string
  /** Number of digits of a payer number; 0 = the accounts of the agreement contain no payer number. */
  readonly payerNoLength: number
  /** The term that is selected in the form. */
  readonly termId?: string | undefined
}

/** Returns the template: the titles of all columns, and the example row. */
export const billTemplate = (source: ExampleSource): UploadTemplate => {
  const columns = templateColumns(templateFeeCount)
  const example = exampleRow(source)
  return {
    name: '代收資料上傳範例',
    titles: columns.map((column) => titleOf(column) + (requiredInTemplate.includes(column) ? '*' : '')),
    example: columns.map((column) => example[column] ?? ''),
  }
}

// A file may have more fee items than the template.
const templateFeeCount = 3

// Whether the column of the term is required depends on the form.
const requiredInTemplate: readonly UploadColumn[] = ['PayerId', 'PayerName']

/**
 * Returns the example row of the template.
 * Its payer id begins with the mark of the example; all other values have valid formats.
 */
export const exampleRow = ({ today, payerNoLength, termId }: ExampleSource): Partial<Record<UploadColumn, string>> => ({
  BillTermId: termId ?? today.slice(0, 7),
  PayerId: `${exampleMark}A1-0501`,
  PayerNo: payerNoLength > 0 ? '1'.padStart(payerNoLength, '0') : '',
  PayerName: '王大明',
  Mobile: '0912345678',
  Email: 'wangdm@example.com',
  PaymentEndDate: addDays(today, 30).replaceAll('-', '/'),
  ShouldPayAmount: '1,000',
  Remark: '這一列是範例，不會匯入；請從下一列開始填寫。',
})

const normalizeTitle = (title: string): string => foldFullWidth(title).replace(/[\s*]/g, '').toLowerCase()

const columnsByTitle: ReadonlyMap<string, UploadColumn> = new Map([
  ...Object.entries(uploadColumns).flatMap(([column, titles]) =>
    titles.map((title) => [normalizeTitle(title), column as BillFieldColumn] as const),
  ),
  ...feeColumns(maxFees).map((column) => [normalizeTitle(titleOf(column)), column] as const),
])
