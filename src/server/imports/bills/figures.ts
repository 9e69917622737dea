import type { Column } from '../../../domain/bill-upload'
import { Refusal } from '../../../domain/refusal'
import { type AccountFigures, composeAccount, isAccount } from '../../../domain/virtual-account'
import type { Fail } from '../row-error'
import type { ImportContext, Term } from './context'
import type { Draft } from './parsed-row'

/** What a bill's account is made from. */
export interface AccountSource extends AccountFigures {
  readonly draft: Draft
  readonly term: Term
  readonly payerNo: string
}

/** The bill's virtual account: computed, or the company's own where its agreement allows that. */
export const accountOf = (source: AccountSource, context: ImportContext, fail: Fail): string | null => {
  const own = source.draft.values.VACAccount
  if (own === null) return computed(source, context, fail)
  return context.agreement.AllowOwnVAC ? checked(own, source, context, fail) : same(own, source, context, fail)
}

const computed = ({ term, payerNo, amount, dueDate }: AccountSource, { agreement }: ImportContext, fail: Fail): string | null => {
  const termNo = agreement.TermNoLen === 0 ? '' : (term.BillTermNo ?? '')
  if (termNo.length !== agreement.TermNoLen)
    return fail('BillTermId', 'E104', `期別「${term.BillTermId}」的期別編號應為 ${agreement.TermNoLen} 碼，請先在代收期別維護更正。`)
  try {
    return composeAccount({ ...agreement.rule, termNo, payerNo, amount, dueDate })
  } catch (error) {
    if (error instanceof Refusal) return fail(columnBehind(error), error.code === '2001' ? 'E101' : 'E102', error.message)
    throw error
  }
}

const checked = (own: string, { amount, dueDate }: AccountSource, { agreement }: ImportContext, fail: Fail): string | null => {
  const { length, applyCode } = agreement.rule
  if (own.length !== length) return fail('VACAccount', 'E104', `銷帳編號應為 ${length} 碼，目前 ${own.length} 碼。`)
  if (!own.startsWith(applyCode)) return fail('VACAccount', 'E102', `銷帳編號須以委託單位代號 ${applyCode} 開頭。`)
  return isAccount(own, { ...agreement.rule, amount, dueDate }) ? own : fail('VACAccount', 'E103', '銷帳編號的檢查碼不符，請核對後更正。')
}

const same = (own: string, source: AccountSource, context: ImportContext, fail: Fail): string | null => {
  const account = computed(source, context, fail)
  return account === null || account === own ? account : fail('VACAccount', 'E102', '代收約定未開放自編銷帳編號，請留空由系統計算。')
}

const columnBehind = (refusal: Refusal): Column => {
  const [field = ''] = Object.keys(refusal.fields)
  return fieldColumns[field] ?? 'VACAccount'
}

const fieldColumns: Readonly<Record<string, Column>> = {
  BillTermNo: 'BillTermId',
  PayerNo: 'PayerNo',
  PaymentEndDate: 'PaymentEndDate',
  ShouldPayAmount: 'ShouldPayAmount',
}
