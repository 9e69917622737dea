import type { SheetRow } from '../ports'
import type { RecordContext } from '../records/context'
import { type Pace, paceOf } from '../store/pace'
import { type Writing, type Written, type WrittenRecord, writeRow } from './write-row'

/** A row of the file with what became of it. */
export type Done = SheetRow & { readonly written: Written }

/** Whether a row is a record. */
export const isGood = (written: Written): written is WrittenRecord => 'did' in written

/** Rows take some milliseconds each. */
export const rowPace = (): Pace => paceOf({ first: 5, least: 1, most: 100 })

/** Where rows are written, and how many of them in one step. */
export interface PacedContext extends RecordContext {
  readonly pace: Pace
}

/** Writes some rows in the transaction that the database is. */
export const writeRows = async (context: RecordContext, writing: Writing, rows: readonly SheetRow[]): Promise<readonly Done[]> => {
  const done: Done[] = []
  for (const row of rows) done.push({ ...row, written: await writeRow(context, writing, row) })
  return done
}

/** Writes the good rows, a few at a time, so that nobody else waits long for the database. */
export const goodRows = async (context: RecordContext, writing: Writing, rows: readonly SheetRow[]): Promise<readonly Done[]> => {
  const done: Done[] = []
  const pace = rowPace()
  while (done.length < rows.length) {
    const some = rows.slice(done.length, done.length + pace.rows)
    done.push(...(await context.db.transaction().execute((db) => pace.step(() => writeRows({ ...context, db }, writing, some)))))
  }
  return done
}
