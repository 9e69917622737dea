import { sql } from 'kysely'
import type { BillPayer, BillPayers } from '../../domain/bills/entered-bill'
import type { Db } from '../ports'

/** The code and the number of a payer, as entered for a bill. */
interface PayerKeys {
  readonly PayerId: string | null | undefined
  readonly PayerNo: string | null | undefined
}

/**
 * Returns the payers to whom the entered bills refer: by PayerId in any state, by PayerNo only active ones.
 * With `inAnyLetters`, codes may be entered in other capital or small letters than those of the record.
 * The query is a union, because each of its parts can use an index.
 */
export const payersOf = async (
  db: Db,
  applyCode: string,
  entered: readonly PayerKeys[],
  { inAnyLetters = false }: { readonly inAnyLetters?: boolean } = {},
): Promise<BillPayers> => {
  const valuesOf = (column: keyof PayerKeys) => [...new Set(entered.flatMap((bill) => bill[column] ?? []))]
  const codes = valuesOf('PayerId')
  const spellings = inAnyLetters
    ? [...new Set(codes.flatMap((code) => [code, code.toUpperCase(), code.toLowerCase()]))]
    : codes
  const { rows } = await sql<BillPayer>`
    select
      payer_id as "PayerId", payer_no as "PayerNo", payer_unit_id as "PayerUnitId", id_no as "IdNo", mobile as "Mobile", email as "Email",
      zip_code as "ZipCode", address as "Address", payer_status as "PayerStatus",
      (payer_type <> 'Normal' and debit_auth_status is not distinct from 'Authorized') as "isDebitAuthorized"
    from payer
    where serial_id in (
      select serial_id from payer where apply_code = ${applyCode} and payer_id = any(array(select jsonb_array_elements_text(${JSON.stringify(spellings)}::text::jsonb)))
      union
      select serial_id from payer
      where apply_code = ${applyCode} and payer_status = 'Active' and payer_no = any(array(select jsonb_array_elements_text(${JSON.stringify(valuesOf('PayerNo'))}::text::jsonb)))
    )`.execute(db)
  const active = rows.filter(({ PayerStatus }) => PayerStatus === 'Active')
  return {
    // The code as it is stored comes last, so that it takes precedence.
    byId: new Map([
      ...(inAnyLetters ? inOtherLetters(codes, rows) : []),
      ...rows.map((payer) => [payer.PayerId, payer] as const),
    ]),
    byNo: new Map(active.flatMap((payer) => (payer.PayerNo ? [[payer.PayerNo, payer] as const] : []))),
  }
}

/**
 * Returns the payers of codes that were entered in other capital or small letters.
 * A code that may mean several payers means none of them.
 */
const inOtherLetters = (
  codes: readonly string[],
  payers: readonly BillPayer[],
): readonly (readonly [string, BillPayer])[] => {
  const byLetters = new Map<string, BillPayer | null>()
  for (const payer of payers) {
    const letters = payer.PayerId.toLowerCase()
    byLetters.set(letters, byLetters.has(letters) ? null : payer)
  }
  return codes.flatMap((code) => {
    const payer = byLetters.get(code.toLowerCase())
    return payer ? [[code, payer] as const] : []
  })
}
