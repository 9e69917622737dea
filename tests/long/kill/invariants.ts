import { sql } from 'kysely'
import { anyTables } from '../../../src/server/database/transaction'
import type { Db } from '../../../src/server/ports'
import type { Acknowledged } from './load'

/** The invariants of a stopped portal: each query returns the rows that violate one. */
const invariants: Readonly<Record<string, string>> = {
  'a bill whose payments do not add up': `
    select b.serial_id from bill b left join payment p on p.bill_serial_id = b.serial_id
    group by b.serial_id having coalesce(sum(p.amount), 0) <> max(b.paid_amount)`,
  'two live bills on one account': `select vac_account from bill where bill_state = 'Active' group by 1 having count(*) > 1`,
  'two bills of one number': 'select apply_code, bill_no from bill group by 1, 2 having count(*) > 1',
  'an import that ended with other bills than it says': `
    select i.serial_id from bill_import i left join bill b on b.apply_code = i.apply_code and b.import_batch_no = i.import_batch_no
    where i.import_status in ('Succeeded', 'PartialFailed', 'Failed') and i.create_user <> 'demo'
    group by i.serial_id having count(b.serial_id) <> max(i.success_count) or max(i.success_count) + max(i.fail_count) <> max(i.total_count)`,
  'a bill of an import that is under way': `
    select b.serial_id from bill b join bill_import i on b.apply_code = i.apply_code and b.import_batch_no = i.import_batch_no
    where i.import_status in ('Pending', 'Processing')`,
  'an upload without its job': `
    select i.serial_id from bill_import i where i.import_status in ('Pending', 'Processing')
    and not exists (select 1 from job j where (j.data ->> 'SerialId')::bigint = i.serial_id and j.state in ('waiting', 'running'))`,
  'a file that is not whole': `
    select f.id from file f left join file_chunk c on c.file_id = f.id where f.kept group by f.id having coalesce(sum(length(c.bytes)), 0) <> max(f.size)`,
  'an upload whose file does not count': `
    select i.serial_id from bill_import i where i.create_user <> 'demo' and not exists (select 1 from file f where f.id = i.file and f.kept)`,
  'a record without its line in the audit trail': `
    select f.serial_id from fee f where f.fee_name like '斷電測試%' and not exists (
      select 1 from audit_log a where a.resource = 'fee' and a.record_key = f.serial_id::text and a.action = 'Create')`,
  'a payer without her line in the audit trail': `
    select p.payer_id from payer p where p.payer_id like 'K%-%' and not exists (
      select 1 from audit_log a where a.resource = 'payer' and a.record_key = p.serial_id::text and a.action = 'Create')`,
  'a change without its line in the audit trail': `
    select f.serial_id from fee f where f.fee_name like '斷電測試_%' and not exists (
      select 1 from audit_log a where a.resource = 'fee' and a.record_key = f.serial_id::text and a.action = 'Update' and a.after ->> 'FeeName' = f.fee_name)`,
  'an upload without its lines in the audit trail': `
    select i.serial_id from bill_import i where i.create_user <> 'demo' and (
      select count(*) from audit_log a where a.resource = 'billImportList' and a.record_key = i.serial_id::text and a.action in ('Create', 'Import')
    ) < case when i.import_status in ('Succeeded', 'PartialFailed') then 2 else 1 end`,
  'a line in the audit trail without its record': `
    select a.record_key from audit_log a where a.action = 'Create' and (
      (a.resource = 'fee' and not exists (select 1 from fee f where f.serial_id::text = a.record_key))
      or (a.resource = 'payer' and not exists (select 1 from payer p where p.serial_id::text = a.record_key))
      or (a.resource = 'billImportList' and not exists (select 1 from bill_import i where i.serial_id::text = a.record_key)))`,
  'a message that went out twice': `select recipient, body from outbox where subject like '%一次性密碼%' group by 1, 2 having count(*) > 1`,
  'a one-time password that is open in two states': `
    select code_hash from one_time_password where stage = 'reset' and code_hash <> ''`,
}

/** Returns everything that is wrong with the database, as text; empty if nothing is. */
export const findViolations = async (db: Db, said: Acknowledged): Promise<readonly string[]> => [
  ...(await broken(db)),
  ...(await missing(db, said)),
]

const broken = async (db: Db): Promise<string[]> => {
  const problems: string[] = []
  for (const [what, question] of Object.entries(invariants)) {
    const { rows } = await sql.raw(question).execute(db)
    if (rows.length > 0) problems.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return problems
}

const missing = async (db: Db, { fees, renamed, payers, uploads, codes }: Acknowledged): Promise<string[]> => {
  const fee = new Map(
    (await anyTables(db).selectFrom('fee').select(['fee_code', 'fee_name']).execute()).map((row) => [
      row.fee_code,
      row.fee_name,
    ]),
  )
  const payer = new Set((await db.selectFrom('payer').select('payer_id').execute()).map((row) => row.payer_id))
  const upload = new Set(
    (await anyTables(db).selectFrom('bill_import').select('serial_id').execute()).map((row) => row.serial_id),
  )
  const letters = (await db.selectFrom('outbox').select('body').execute()).map(({ body }) => String(body))
  const taken = await db
    .selectFrom('security_log')
    .select('log_id')
    .where('event', '=', 'one-time password right')
    .execute()
  return [
    ...fees.filter((code) => !fee.has(code)).map((code) => `fee ${code} is lost`),
    ...[...renamed]
      .filter(([code, name]) => fee.get(code) !== name)
      .map(([code, name]) => `fee ${code} is not called ${name} any more`),
    ...payers.filter((id) => !payer.has(id)).map((id) => `payer ${id} is lost`),
    ...uploads.filter((id) => !upload.has(id)).map((id) => `upload ${id} is lost`),
    ...codes
      .filter(({ OTP }) => !letters.some((letter) => letter.includes(OTP)))
      .map(() => 'the message of a one-time password is lost'),
    ...(taken.length < codes.length
      ? [`${codes.length} one-time passwords were taken, and the log knows ${taken.length}`]
      : []),
  ]
}
