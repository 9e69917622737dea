import { sql } from 'kysely'
import type { DemoAgreement } from '../../server/demo/companies'
import type { Dice } from '../../server/demo/dice'
import { somebody } from '../../server/demo/people'
import type { Db } from '../../server/ports'
import { numbered } from './bills'

/** Makes the payers from one number to another, as far as they do not exist. */
export const insertPayers = async (
  db: Db,
  agreement: DemoAgreement,
  span: { readonly from: number; readonly to: number; readonly now: string },
  dice: Dice,
): Promise<void> => {
  const rows = Array.from({ length: span.to - span.from + 1 }, (_, i) => payerRow(agreement, span.from + i, dice))
  await sql`
    insert into payer (
      apply_code, payer_unit_id, payer_id, payer_no, payer_name, id_no, payer_type, mobile, email, zip_code, address, notify_method, debit_auth_status,
      payer_status, create_user, create_time, update_user, update_time
    )
    select
      ${agreement.applyCode}, unit, id, no, name, id_no, 'Normal', mobile, email, zip_code, address, '["Email"]', 'None', 'Active',
      'seed', ${span.now}::timestamptz, 'seed', ${span.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as p(unit text, id text, no text, name text, id_no text, mobile text, email text, zip_code text, address text)
    on conflict do nothing`.execute(db)
}

const payerRow = (agreement: DemoAgreement, no: number, dice: Dice) => {
  const { name, idNo, zipCode, address } = somebody(dice, no)
  const unit = agreement.units[no % agreement.units.length]?.id ?? null
  const mobile = `0900${numbered(no)}`
  return { unit, id: agreement.payerId(no - 1, ''), no: numbered(no), name, id_no: idNo, mobile, email: `scale${no}@example.com`, zip_code: zipCode, address }
}
