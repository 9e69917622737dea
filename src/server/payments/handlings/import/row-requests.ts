import { enumText } from '../../../../domain/enums'
import type { DividePart, HandlingAction } from '../../../../domain/payments/handling-request'
import type { Line } from '../../../../domain/payments/line'
import type { Refusal } from '../../../../domain/refusal'
import { currencyField, currencyOf } from '../../../../schema/text/value-text'
import type { ActionRow } from '../../../imports/records/actions/row-action'
import { RowRefusal } from '../../../imports/row-error'
import type { HandlingName } from '../handling-input'

/** The rows of a file for one line, and what they say. */
export interface RowsOfLine {
  readonly serialId: number
  /** One row, or a row for each part of a division. */
  readonly rows: readonly ActionRow[]
}

/** Returns the serial id of the bill with a number in the agreement of a line; undefined if there is none. */
export type BillOfLine = (serialId: number, billNo: string) => number | undefined

/** Returns the rows of each line, in the order of the file. */
export const rowsByLine = (rows: readonly ActionRow[]): readonly RowsOfLine[] => {
  const groups = new Map<number, ActionRow[]>()
  for (const row of rows) {
    const serialId = Number(row.key.SerialId)
    const group = groups.get(serialId)
    if (group) group.push(row)
    else groups.set(serialId, [row])
  }
  return [...groups].map(([serialId, group]) => ({ serialId, rows: group }))
}

/** Returns why the rows of a line contradict each other; undefined if they do not. */
export const contradiction = ({ rows }: RowsOfLine): Refusal | undefined => {
  const [first, ...others] = rows
  if (!first || others.length === 0) return undefined
  const isSame = (read: (row: ActionRow) => unknown) => others.every((row) => read(row) === read(first))
  if (rows.some(({ inputs }) => inputs.Action !== 'Divide'))
    return new RowRefusal(
      'Action',
      'E105',
      `第 ${rows.map(({ rowNo }) => rowNo).join('、')} 列是同一筆交易，一筆交易只能填一列；要分拆時，每一列都填「分拆」。`,
    )
  if (!isSame(({ updateTime }) => updateTime))
    return new RowRefusal('Action', 'E102', '分拆的各列必須來自同一次下載的檔案，請重新下載後再填寫。')
  if (!isSame(({ inputs }) => inputs.Reason))
    return new RowRefusal('Reason', 'E102', '分拆的每一列請填相同的處理說明。')
  return rows.some(({ inputs }) => (inputs.BillNo === null) === (inputs.VACAccount === null))
    ? new RowRefusal('BillNo', 'E101', '分拆的每一列請填要銷的帳單編號或更正後虛擬帳號，兩者擇一。')
    : undefined
}

/**
 * Throws a refusal if a row has another currency than its line: the currency of the row determines how its amount was
 * read.
 */
export const requireCurrencyOf = ({ CurrencyType }: Pick<Line, 'CurrencyType'>, { rows }: RowsOfLine): void => {
  if (rows.every(({ key }) => currencyOf(key) === CurrencyType)) return
  const message = `這筆交易的幣別是「${enumText('Currency', CurrencyType)}」，請改回這個幣別，金額也以它填寫。`
  throw new RowRefusal(currencyField, 'E102', message)
}

/** Returns the action that the rows of a line request. Bill 0 exists for no line, so that the domain refuses it. */
export const actionOfRows = ({ serialId, rows }: RowsOfLine, billOf: BillOfLine): HandlingAction => {
  const [first] = rows
  // The schema validates the name.
  const action = first?.inputs.Action as HandlingName
  const billIdOf = ({ inputs }: ActionRow): number => billOf(serialId, String(inputs.BillNo)) ?? 0
  switch (action) {
    case 'Divide':
      return { action, parts: rows.map((row) => partOf(row, billIdOf)) }
    case 'ChangeBill':
      return { action, BillSerialId: first ? billIdOf(first) : 0, isOverpaymentConfirmed: false }
    case 'ChangeVACAccount':
      return { action, VACAccount: String(first?.inputs.VACAccount) }
    case 'Invalid':
      return { action }
  }
}

const partOf = (row: ActionRow, billIdOf: (row: ActionRow) => number): DividePart => {
  const { VACAccount, Amount } = row.inputs
  return VACAccount === null
    ? { BillSerialId: billIdOf(row), Amount: Number(Amount) }
    : { VACAccount: String(VACAccount), Amount: Number(Amount) }
}
