import { sql } from 'kysely'
import type { BillPayer, BillPayers } from '../../domain/bills/entered-bill'
import type { Db } from '../ports'

/** The code and the number of a payer, as entered for a bill. */
interface PayerKeys {
  readonly PayerId: string | null | undefined
  readonly PayerNo: string | null | undefined
}

/** Returns the payers to whom the entered bills refer: by PayerId in any state, by PayerNo only active ones. The query is a union, because each of its parts can use an index. */
export const payersOf = async (db: Db, applyCode: string, entered: readonly PayerKeys[]): Promise<BillPayers> => {
  const valuesAsJson = (column: keyof PayerKeys) => JSON.stringify([...new Set(entered.flatMap((bill) => bill[column] ?? []))])
  const { rows } = await sql<BillPayer>`
    select
      payer_id as "PayerId", payer_no as "PayerNo", payer_unit_id as "PayerUnitId", id_no as "IdNo", mobile as "Mobile", email as "Email",
      zip_code as "ZipCode", address as "Address", payer_status as "PayerStatus",
      (payer_type <> 'Normal' and debit_auth_status is not distinct from 'Authorized') as "isDebitAuthorized"
    from payer
    where serial_id in (
      select serial_id from payer where apply_code = ${applyCode} and payer_id = any(array(select jsonb_array_elements_text(${valuesAsJson('PayerId')}::text::jsonb)))
      union
      select serial_id from payer
      where apply_code = ${applyCode} and payer_status = 'Active' and payer_no = any(array(select jsonb_array_elements_text(${valuesAsJson('PayerNo')}::text::jsonb)))
    )`.execute(db)
  const active = rows.filter(({ PayerStatus }) => PayerStatus === 'Active')
  return {
    byId: new Map(rows.map((payer) => [payer.PayerId, payer])),
    byNo: new Map(active.flatMap((payer) => (payer.PayerNo ? [[payer.PayerNo, payer] as const] : []))),
  }
}
