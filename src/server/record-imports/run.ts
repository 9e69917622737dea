import type { ImportMode, ImportResult } from '../../contract/imports'
import type { SheetRow } from '../ports'
import type { RecordContext } from '../records/context'
import { type Pace, paceOf } from '../store/pace'
import type { UploadedSheet } from './upload'
import { type Writing, type Written, writeRow } from './write-row'

/** Tries every row by writing it and taking it back: what a check promises, an import keeps. A few rows at a time, so that nobody else waits long for the database. */
export const checkImport = async (context: RecordContext, writing: Writing, sheet: UploadedSheet): Promise<ImportResult> =>
  resultOf(sheet, await inBatches(context, writing, sheet.rows, false), false)

/** Writes the rows: all of them or none, or the good ones. */
export const doImport = async (context: RecordContext, writing: Writing, sheet: UploadedSheet, mode: ImportMode): Promise<ImportResult> => {
  if (mode === 'GoodOnly') return resultOf(sheet, await inBatches(context, writing, sheet.rows, true), true)
  const { rows, kept } = await batch({ ...context, pace: rowPace() }, writing, sheet.rows, isGood)
  return resultOf(sheet, rows, kept)
}

/** A row of the file with what became of it. */
type Done = SheetRow & { readonly written: Written }

const rowPace = (): Pace => paceOf({ first: 5, least: 1, most: 100 })

const inBatches = async (context: RecordContext, writing: Writing, rows: readonly SheetRow[], keep: boolean): Promise<readonly Done[]> => {
  const done: Done[] = []
  const pace = rowPace()
  while (done.length < rows.length) {
    const some = rows.slice(done.length, done.length + pace.rows)
    done.push(...(await batch({ ...context, pace }, writing, some, () => keep)).rows)
  }
  return done
}

/** Writes some rows in one transaction; it is undone unless every outcome is one to be kept. */
const batch = async (
  { pace, ...context }: RecordContext & { readonly pace: Pace },
  writing: Writing,
  rows: readonly SheetRow[],
  keeps: (written: Written) => boolean,
): Promise<{ readonly rows: readonly Done[]; readonly kept: boolean }> => {
  const done: Done[] = []
  try {
    await context.db.transaction().execute(async (db) => {
      await pace.step(async () => {
        for (const row of rows) done.push({ ...row, written: await writeRow({ ...context, db }, writing, row) })
      })
      if (!done.every(({ written }) => keeps(written))) throw new Undone()
    })
    return { rows: done, kept: true }
  } catch (error) {
    if (error instanceof Undone) return { rows: done, kept: false }
    throw error
  }
}

/** Ends a transaction without a trace. */
class Undone extends Error {}

const isGood = (written: Written): written is Extract<Written, { did: unknown }> => 'did' in written

const resultOf = ({ titles, rows }: UploadedSheet, done: readonly Done[], written: boolean): ImportResult => {
  const good = done.map((row) => row.written).filter(isGood)
  return {
    Written: written && good.length > 0,
    TotalCount: rows.length,
    GoodCount: good.length,
    BadCount: rows.length - good.length,
    CreateCount: good.filter(({ did }) => did === 'created').length,
    UpdateCount: good.filter(({ did }) => did === 'updated').length,
    Titles: titles,
    BadRows: done.flatMap((row) => (isGood(row.written) ? [] : [{ RowNo: row.rowNo, Cells: row.cells, Problems: row.written.problems }])),
  }
}
