import type { ImportMode, ImportResult } from '../../contract/imports'
import type { RecordContext } from '../records/context'
import type { UploadedSheet } from './upload'
import { wholeFile } from './whole-file'
import type { Writing } from './write-row'
import { type Done, goodRows, isGood } from './write-rows'

/** Tries every row by writing it and taking it back: what a check promises, an import keeps. */
export const checkImport = async (context: RecordContext, writing: Writing, sheet: UploadedSheet): Promise<ImportResult> =>
  resultOf(sheet, (await wholeFile(context, writing, sheet.rows, false)).rows, false)

/** Writes the rows: all of them or none, or the good ones. */
export const doImport = async (context: RecordContext, writing: Writing, sheet: UploadedSheet, mode: ImportMode): Promise<ImportResult> => {
  if (mode === 'GoodOnly') return resultOf(sheet, await goodRows(context, writing, sheet.rows), true)
  const { rows, kept } = await wholeFile(context, writing, sheet.rows, true)
  return resultOf(sheet, rows, kept)
}

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
