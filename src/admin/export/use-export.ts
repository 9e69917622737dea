import { useState } from 'react'
import { useDataProvider, useListContext } from 'react-admin'
import { saveFile } from '../../browser/save-file'
import { csvText } from '../../domain/csv'
import type { Field, Resource } from '../../schema/types'
import { needsAll } from '../list/use-columns'
import { useNotifyFailure } from '../parts/use-notify-failure'
import { type Sheet, sheetOf } from './sheet'

export type FileKind = 'csv' | 'xlsx'

/** What somebody wants to take along. */
export interface ExportWish {
  readonly kind: FileKind
  readonly columns: readonly Field[]
}

/** Saves everything that the query finds as a file; answers whether it was saved. */
export const useExport = (resource: Resource) => {
  const [busy, setBusy] = useState(false)
  const provider = useDataProvider()
  const { filterValues, sort, total = 0 } = useListContext()
  const notifyFailure = useNotifyFailure()
  const save = async ({ kind, columns }: ExportWish): Promise<boolean> => {
    setBusy(true)
    try {
      const pagination = { page: 1, perPage: Math.max(total, 1) }
      const { data } = await provider.getList(resource.name, { pagination, sort, filter: filterValues, meta: { allFields: needsAll(columns) } })
      saveFile({ name: `${resource.label}.${kind}`, blob: await writers[kind](sheetOf(resource.label, columns, data)) })
      return true
    } catch (error) {
      notifyFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}

const writers: Readonly<Record<FileKind, (sheet: Sheet) => Promise<Blob>>> = {
  csv: async (sheet) => new Blob([csvText([sheet.header, ...sheet.rows])], { type: 'text/csv;charset=utf-8' }),
  // The Excel writer is loaded by those who want Excel.
  xlsx: async (sheet) => (await import('./xlsx')).toXlsx(sheet),
}
