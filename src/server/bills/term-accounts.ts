import { sql } from 'kysely'
import { Refusal } from '../../domain/refusal'
import type { RecordValues } from '../../schema/language/types'
import { uniqueViolation } from '../database/errors'
import type { RecordContext } from '../record-context'

/**
 * Releases the accounts of a closed term, so that bills of other terms can use them.
 * If the term is in any other state, its accounts are in use again.
 * Throws a refusal (2006) if a bill of another term already uses one of these accounts.
 */
export const updateTermAccounts = async (
  { db }: Pick<RecordContext, 'db'>,
  { ApplyCode, BillTermId, TermStatus }: RecordValues,
): Promise<void> => {
  const state = TermStatus === 'Closed' ? 'Released' : 'InUse'
  await sql`
    with changed as (
      select serial_id
      from bill
      where apply_code = ${String(ApplyCode)} and bill_term_id = ${String(BillTermId)} and bill_state = 'Active' and account_state is distinct from ${state}
      -- Every change of several bills locks them in this order.
      order by serial_id
      for update
    )
    update bill set account_state = ${state} where serial_id in (select serial_id from changed)`
    .execute(db)
    .catch((error: unknown) => {
      if (uniqueViolation(error) === undefined) throw error
      const message = `期別「${BillTermId}」有虛擬帳號已由其他期別的帳單使用，不能重新開放；請改為新增期別。`
      throw new Refusal('2006', message, { TermStatus: message })
    })
}
