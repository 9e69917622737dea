import { sql } from 'kysely'
import { addDays, taipeiToday } from '../../../domain/dates/dates'
import { deleteHiddenFile, hideFile } from '../../files'
import type { Db } from '../../ports'

/**
 * Days after the debit for which the contents of files, and the accounts and ids that were sent, are kept.
 * The records stay, so that a very late reply is still recognized, and whether it is about an application or a
 * cancellation.
 */
export const debitContentDays = 90

/** Number of records that one statement changes. */
const recordsPerStatement = 5000

/**
 * Deletes the contents of files, and the accounts and ids of their records, after the last day on which they are kept.
 * Returns the number of files.
 */
export const expireDebitContents = async (
  backgroundDb: Db,
  { now, isStopping }: { readonly now: Date; readonly isStopping: () => boolean },
): Promise<number> => {
  const { rows } = await sql<{ id: number; content: string }>`
    select f.debit_file_id as id, f.file_id as content
    from internal_debit_file f
    join internal_debit_batch b using (batch_id)
    where f.expire_time is null and b.debit_date < ${addDays(taipeiToday(now), -debitContentDays)}::date
    order by f.debit_file_id`.execute(backgroundDb)
  let expired = 0
  for (const file of rows) {
    if (isStopping()) break
    await expireContent(backgroundDb, file, now)
    expired += 1
  }
  return expired
}

const expireContent = async (
  backgroundDb: Db,
  { id, content }: { readonly id: number; readonly content: string },
  now: Date,
): Promise<void> => {
  // A step that changes fewer records than its limit was the last.
  for (let changed = recordsPerStatement; changed === recordsPerStatement; ) {
    const { numAffectedRows = 0n } = await sql`
      update internal_debit_record
      set sent = case when sent ? 'AdMark' then jsonb_build_object('AdMark', sent -> 'AdMark') else '{}'::jsonb end
      where debit_record_id in (
        select debit_record_id from internal_debit_record
        where debit_file_id = ${id} and sent - 'AdMark' <> '{}'::jsonb
        limit ${recordsPerStatement}
      )`.execute(backgroundDb)
    changed = Number(numAffectedRows)
  }
  await backgroundDb.transaction().execute(async (trx) => {
    await hideFile(trx, content)
    await sql`
      update internal_debit_file set expire_time = ${now.toISOString()}::timestamptz where debit_file_id = ${id}`.execute(
      trx,
    )
  })
  await deleteHiddenFile(backgroundDb, content)
}
