import { enums } from '../../../domain/enums'
import { formatMoney } from '../../../domain/money'
import type { Fail } from '../row-error'
import type { Category, Fee, ImportContext, Term } from './context'
import type { Draft } from './parsed-row'

/** The lines of a bill and their sum. */
export interface BillFees {
  readonly amount: number
  readonly items: readonly { readonly SortNo: number; readonly FeeCode: string | null; readonly FeeName: string; readonly Amount: number }[]
}

type Items = BillFees['items']

/** The row's own lines; else the term's, as long as the row asks for no other amount; else one line of the whole amount. */
export const feesOf = (draft: Draft, term: Term, category: Category, context: ImportContext, fail: Fail): BillFees | null => {
  // A line that could not be read would make every sum wrong.
  if (draft.errors.some(({ ColumnName }) => /^(繳費項目|金額|應繳金額)/.test(ColumnName))) return null
  const items = draft.fees.length > 0 ? ownItems(draft, context, fail) : termItems(draft, term, category, context)
  if (items === null) return null
  if (items.length === 0) return fail('ShouldPayAmount', 'E101', noAmount(context))
  return inBounds(draft, items, context, fail)
}

const noAmount = (context: ImportContext): string =>
  proposes(context)
    ? '請填寫應繳金額或繳費項目：期別沒有預設繳費項目。'
    : `請填寫應繳金額或繳費項目：期別的預設金額是新臺幣，不適用於${enums.Currency[context.form.CurrencyType]}帳單。`

/** Terms propose amounts of TWD alone. */
const proposes = ({ form }: ImportContext): boolean => form.CurrencyType === 'TWD'

const inBounds = (draft: Draft, items: Items, { form }: ImportContext, fail: Fail): BillFees | null => {
  const sum = items.reduce((total, { Amount }) => total + Amount, 0)
  const text = (amount: number) => formatMoney(amount, form.CurrencyType)
  if (draft.shouldPay !== null && draft.shouldPay !== sum)
    return fail('ShouldPayAmount', 'E108', `應繳金額 ${text(draft.shouldPay)} 與繳費項目合計 ${text(sum)} 不符，請更正。`)
  if (sum < 1 || sum > maxAmount) return fail('ShouldPayAmount', 'E102', `應繳金額須介於 ${text(1)} 與 ${text(maxAmount)} 之間，目前為 ${text(sum)}。`)
  return { amount: sum, items }
}

const maxAmount = 99_999_999

const ownItems = (draft: Draft, { fees }: ImportContext, fail: Fail): Items | null => {
  const items = draft.fees.flatMap(({ no, name, amount }) => {
    const fee = fees.get(name) ?? fees.get(name.toUpperCase())
    if (!fee) fail(`FeeName${no}`, 'E106', `查無繳費項目「${name}」，請填寫繳費項目設定中的代碼或名稱。`)
    else if (fee.FeeStatus !== 'Active') fail(`FeeName${no}`, 'E106', `繳費項目「${name}」已停用，請改用其他項目，或先在繳費項目設定改為啟用。`)
    return fee ? [itemOf(no, fee, amount)] : []
  })
  return items.length === draft.fees.length ? items : null
}

const termItems = (draft: Draft, term: Term, category: Category, context: ImportContext): Items => {
  const proposed = proposes(context) ? (term.FeeItems ?? []) : []
  const items = proposed.map(({ FeeCode, Amount }, index) => itemOf(index + 1, context.fees.get(FeeCode) ?? { FeeCode, FeeName: FeeCode }, Amount))
  const sum = items.reduce((total, { Amount }) => total + Amount, 0)
  // The company's own amount goes before the term's proposal.
  if (draft.shouldPay === null || (items.length > 0 && draft.shouldPay === sum)) return items
  return [{ SortNo: 1, FeeCode: null, FeeName: [...category.BillCategoryName].slice(0, 20).join(''), Amount: draft.shouldPay }]
}

const itemOf = (SortNo: number, { FeeCode, FeeName }: Pick<Fee, 'FeeCode' | 'FeeName'>, Amount: number): Items[number] => ({ SortNo, FeeCode, FeeName, Amount })
