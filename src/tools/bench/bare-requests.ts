import { sql } from 'kysely'
import type { Db } from '../../server/ports'
import type { Send } from './load'
import type { RequestKind } from './portal-requests'

/** Bare SQL by the kind of request that does the same. A sign-in has none. */
export type BareRequests = Readonly<Partial<Record<RequestKind, Send>>>

/**
 * Returns functions that do the work of the requests in portal-requests.ts in the conventional form of hand-written SQL: one statement after the other, and a
 * transaction for a change and its audit line. A list or a detail takes two round trips, a creation three (insertion, audit line, commit) and an update four. The
 * portal takes one, and two for an update. Lists and details contain the labels of references, audit lines all values of a changed record.
 */
export const bareRequests = (db: Db, ids: readonly number[]): BareRequests => ({
  'list of payers': async () => {
    await sql`select count(*) from payer where apply_code = '88001' and payer_unit_id = 'U07'`.execute(db)
    await sql`
      select ${payerColumnsAndJoins}
      where p.apply_code = '88001' and p.payer_unit_id = 'U07'
      order by p.payer_id, p.serial_id
      limit 20`.execute(db)
  },
  'detail of a payer': async (requestNo) => {
    await readPayer(db, ids[requestNo % ids.length])
    await sql`insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key) values (${now()}, 'bare', '', '', 'View', 'payer', '1')`.execute(
      db,
    )
  },
  'creating a payer': () =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number; record: object }>`
        insert into payer (apply_code, payer_unit_id, payer_id, payer_no, payer_name, payer_type, payer_status, create_user, create_time, update_user, update_time)
        values ('88001', 'U09', ${`BARE${++lastPayerNo}`}, ${String(lastPayerNo)}, '王小明', 'Normal', 'Active', 'bare', ${now()}, 'bare', ${now()})
        returning serial_id as id, to_jsonb(payer) as record`.execute(trx)
      const [payer] = rows
      await writeAuditLine(trx, { action: 'Create', id: payer?.id, before: null, after: payer?.record })
    }),
  'updating a payer': (requestNo) =>
    db.transaction().execute(async (trx) => {
      // The portal updates the first 200 payers. It would reject its next update if another change had set their update_time.
      const id = ids[200 + (requestNo % 200)]
      const { rows: before } = await sql<{ record: object }>`select to_jsonb(payer) as record from payer where serial_id = ${id} for update`.execute(trx)
      const { rows: after } = await sql<{ record: object }>`
        update payer
        set remark = ${`壓力測試 ${requestNo}`}, update_user = 'bare', update_time = ${now()}
        where serial_id = ${id}
        returning to_jsonb(payer) as record`.execute(trx)
      await writeAuditLine(trx, { action: 'Update', id, before: before[0]?.record, after: after[0]?.record })
    }),
})

// The numbers differ from those of the payers that the portal creates.
let lastPayerNo = 800_000
const now = (): string => new Date().toISOString()

const payerColumnsAndJoins = sql`
  p.*, a.agreement_name, u.payer_unit_name, b.bank_name
  from payer p
  left join agreement a on a.apply_code = p.apply_code
  left join payer_unit u on u.apply_code = p.apply_code and u.payer_unit_id = p.payer_unit_id
  left join bank b on b.bank_code = p.debit_bank_code`

const readPayer = (db: Db, id: number | undefined) => sql`select ${payerColumnsAndJoins} where p.serial_id = ${id} and p.apply_code = '88001'`.execute(db)

interface BareAuditLine {
  readonly action: string
  readonly id: number | undefined
  readonly before: unknown
  readonly after: unknown
}

const writeAuditLine = (db: Db, { action, id, before, after }: BareAuditLine) =>
  sql`
    insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key, before, after)
    values (${now()}, 'bare', '', '', ${action}, 'payer', ${String(id)}, ${JSON.stringify(before)}::text::jsonb, ${JSON.stringify(after)}::text::jsonb)`.execute(
    db,
  )
