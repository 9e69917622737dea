import { foldFullWidth } from '../full-width'

/** Maximum number of fee items in a row of an upload. */
export const maxFees = 10

/** Maximum amount of a bill in the smallest unit of its currency: post office barcodes have 8 digits. */
export const maxAmount = 99_999_999

/** The columns of a bill upload: the title in the template, followed by accepted synonyms. */
export const columns = {
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

export type ColumnName = keyof typeof columns

/** A column of a file: a field of the bill, or the name or amount of one of its fee items, which count from 1. */
export type Column = ColumnName | `FeeName${number}` | `Amount${number}`

/** Returns the title that errors and the template show. */
export const titleOf = (column: Column): string => {
  const fee = /^(FeeName|Amount)(\d+)$/.exec(column)
  return fee ? `${fee[1] === 'FeeName' ? '繳費項目' : '金額'}${fee[2]}` : columns[column as ColumnName][0]
}

/** Returns the column for a typed title; width, blanks, case and the asterisk of a required column are ignored. */
export const columnOf = (title: string): Column | undefined => byTitle.get(plain(title))

/** Returns every column in the order of the template. */
export const templateColumns = (fees: number): readonly Column[] => {
  const { Remark: _, ...before } = columns
  return [...(Object.keys(before) as ColumnName[]), ...feeColumns(fees), 'Remark']
}

const feeColumns = (fees: number): readonly Column[] =>
  Array.from({ length: fees }, (_, index): [Column, Column] => [`FeeName${index + 1}`, `Amount${index + 1}`]).flat()

const plain = (title: string): string => foldFullWidth(title).replace(/[\s*]/g, '').toLowerCase()

const byTitle: ReadonlyMap<string, Column> = new Map([
  ...Object.entries(columns).flatMap(([column, titles]) => titles.map((title) => [plain(title), column as ColumnName] as const)),
  ...feeColumns(maxFees).map((column) => [plain(titleOf(column)), column] as const),
])
