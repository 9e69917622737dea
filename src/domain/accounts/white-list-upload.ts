import { addDays } from '../dates/dates'
import { exampleMark, type UploadTemplate } from '../example-row'
import { checksAmount, checksDates, type WhiteListCheckType } from './white-list'

/** The columns of a white list upload: the title in the template, followed by accepted synonyms. */
export const whiteListColumns = {
  Operation: ['異動別', '異動類別'],
  VACAccount: ['虛擬帳號', '銷帳編號', '虛擬帳號（銷帳編號）'],
  Amount: ['金額', '檢核金額'],
  StartDate: ['起日', '有效起日'],
  EndDate: ['迄日', '有效迄日'],
  MaxTimes: ['可繳次數'],
  PayerName: ['繳款人姓名', '姓名'],
  IdNo: ['身分證字號／統編', '身分證字號／統一編號', '身分證字號', '統一編號'],
  Remark: ['備註'],
} as const satisfies Record<string, readonly [string, ...string[]]>

/** A column of a white list upload. */
export type WhiteListColumn = keyof typeof whiteListColumns

/** The columns in the order of the template. */
export const whiteListColumnNames = Object.keys(whiteListColumns) as readonly WhiteListColumn[]

/** Returns the title that error messages and the template use for a column. */
export const whiteListTitle = (column: WhiteListColumn): string => whiteListColumns[column][0]

/** Returns the columns that a file of this type must have. */
export const requiredWhiteListColumns = (type: WhiteListCheckType): readonly WhiteListColumn[] => [
  'Operation',
  'VACAccount',
  ...(checksAmount(type) ? (['Amount'] as const) : []),
  ...(checksDates(type) ? (['StartDate', 'EndDate'] as const) : []),
]

/** The operations of rows, by their code in the file: a row adds, changes or disables an entry of the white list. */
export const whiteListOperations = { A: '新增', U: '修改', D: '停用' } as const

/** Code of an operation of a row. */
export type WhiteListOperation = keyof typeof whiteListOperations

/** Returns the template, which is the same for all check types. */
export const whiteListTemplate = (today: string): UploadTemplate => {
  const example = whiteListExample(today)
  return {
    name: '特殊檢核檔上傳範例',
    titles: whiteListColumnNames.map(
      (column) => whiteListTitle(column) + (requiredInTemplate.includes(column) ? '*' : ''),
    ),
    example: whiteListColumnNames.map((column) => example[column]),
  }
}

// The check type Account requires only the columns that every check type requires.
const requiredInTemplate = requiredWhiteListColumns('Account')

/** Returns the example row of the template, which imports skip. */
const whiteListExample = (today: string): Readonly<Record<WhiteListColumn, string>> => ({
  Operation: 'A',
  VACAccount: `${exampleMark}77001260001235`,
  Amount: '1,000',
  StartDate: today.replaceAll('-', '/'),
  EndDate: addDays(today, 30).replaceAll('-', '/'),
  MaxTimes: '1',
  PayerName: '王大明',
  IdNo: '',
  Remark: '這一列是範例，不會匯入；異動別填 A（新增）、U（修改）或 D（停用）。',
})
