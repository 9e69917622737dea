import { sql } from 'kysely'
import type { Db } from '../../ports'
import type { ParsedRow } from './parsed-row'

/** A payer on record, with the values that bills copy. */
export interface Payer {
  readonly PayerId: string
  readonly PayerNo: string | null
  readonly PayerUnitId: string | null
  readonly IdNo: string | null
  readonly Mobile: string | null
  readonly Email: string | null
  readonly ZipCode: string | null
  readonly Address: string | null
  readonly PayerStatus: string
  readonly debit: boolean
}

/** The payers that some rows name. */
export interface Payers {
  readonly byId: ReadonlyMap<string, Payer>
  /** Active payers by their number, which is part of the account. */
  readonly byNo: ReadonlyMap<string, Payer>
}

/** Returns the payers that some rows name; each of the two selects uses an index. */
export const payersOf = async (db: Db, applyCode: string, parsedRows: readonly ParsedRow[]): Promise<Payers> => {
  const list = (column: 'PayerId' | 'PayerNo') => JSON.stringify([...new Set(parsedRows.flatMap(({ values }) => values[column] ?? []))])
  const { rows } = await sql<Payer>`
    select
      payer_id as "PayerId", payer_no as "PayerNo", payer_unit_id as "PayerUnitId", id_no as "IdNo", mobile as "Mobile", email as "Email",
      zip_code as "ZipCode", address as "Address", payer_status as "PayerStatus",
      (payer_type <> 'Normal' and debit_auth_status is not distinct from 'Authorized') as debit
    from payer
    where serial_id in (
      select serial_id from payer where apply_code = ${applyCode} and payer_id = any(array(select jsonb_array_elements_text(${list('PayerId')}::text::jsonb)))
      union
      select serial_id from payer
      where apply_code = ${applyCode} and payer_status = 'Active' and payer_no = any(array(select jsonb_array_elements_text(${list('PayerNo')}::text::jsonb)))
    )`.execute(db)
  const active = rows.filter(({ PayerStatus }) => PayerStatus === 'Active')
  return {
    byId: new Map(rows.map((payer) => [payer.PayerId, payer])),
    byNo: new Map(active.flatMap((payer) => (payer.PayerNo ? [[payer.PayerNo, payer] as const] : []))),
  }
}
