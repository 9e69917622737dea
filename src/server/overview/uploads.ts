import { sql } from 'kysely'
import type { Overview } from '../../contract/call-responses'
import { addDays } from '../../domain/dates/dates'
import { hasRight } from '../access/operations'
import { agreementCondition } from '../access/tenant'
import type { Call } from '../call'
import { contextOf, todayOf } from '../context'
import { dayStart } from './amounts'

/** Number of days, today included, for which failed uploads are shown. */
const shownDays = 14

/** The tables of uploads, by the page that lists them. */
const uploadTables = { billImportList: 'bill_import', whiteListImportList: 'white_list_import' } as const

/** Returns how many uploads of the last days failed, wholly or in part, by the page that lists them. */
export const readUploads = async (call: Call): Promise<NonNullable<Overview['Uploads']>> => {
  const { ports, schemas, scope } = call
  const Since = addDays(todayOf(contextOf(call)), 1 - shownDays)
  const pages = Object.entries(uploadTables).filter(
    ([page]) => schemas.has(page) && hasRight(call, schemas.get(page), 'Query'),
  )
  const counts = pages.map(
    ([page, table]) => sql`
      select ${page}::text as "Page", count(*)::bigint as "Count"
      from ${sql.table(table)} u
      where ${agreementCondition(scope, 'u')} and u.import_status in ('Failed', 'PartialFailed') and u.upload_time >= ${dayStart(Since)}`,
  )
  const { rows } = await sql<{ Page: string; Count: number }>`${sql.join(counts, sql` union all `)}`.execute(ports.db)
  return { Since, Pages: rows.filter(({ Count }) => Count > 0) }
}
