import { mediaTypeOf } from '../../../../domain/file-kinds'
import type { ImportAction } from '../../../../schema/language/import'
import type { Resource } from '../../../../schema/language/resource'
import { type Field, fieldNamed, type RecordValues } from '../../../../schema/language/types'
import { type FieldColumn, fieldColumns, sheetColumn } from '../../../../schema/sheets/field-columns'
import type { NewSheet, SheetCell, SheetColumn } from '../../../../schema/sheets/sheet'
import { fieldNotes, optionTextsOf } from '../../../../schema/text/field-notes'
import { currencyField, valueText } from '../../../../schema/text/value-text'
import { requireReason } from '../../../access/reason'
import { type Call, FileDownload } from '../../../call'
import { auditList, contextOf } from '../../../context'
import { listedRecords } from '../../../records/list/list-file'
import type { DeclaredImport } from '../template'

/**
 * Returns the records of a list query as a workbook that users fill in and import: the columns that the schema file
 * names, masked as in the list, then the inputs, then the key and the UpdateTime by which the import finds the record.
 */
export const workingFile = async (
  call: Call,
  { resource, spec }: DeclaredImport,
  action: ImportAction,
): Promise<FileDownload> => {
  requireReason(call, resource)
  const context = { ...contextOf(call), db: call.ports.backgroundDb }
  const records = await listedRecords(context, resource, { query: call.query, max: spec.maxRows })
  const bytes = await call.ports.sheets.write(workingSheet(resource, action, records))
  await auditList(context, resource, { action: 'Export', count: records.length })
  const name = `${resource.noun}處理檔.xlsx`
  return new FileDownload(name, mediaTypeOf(name), bytes)
}

/** Returns the sheet of a working file with these records. */
export const workingSheet = (resource: Resource, action: ImportAction, records: readonly RecordValues[]): NewSheet => {
  const shown = fieldColumns(
    action.shown.flatMap((name) => fieldNamed(resource.fields, name) ?? []),
    valueText,
  )
  return {
    name: resource.label,
    columns: [
      ...shown.map((column) => sheetColumn(column, column.format ? [] : cellsOf(column, records), records)),
      ...action.fields.map((field) => inputColumn(field, action)),
    ],
    rows: records.map((record) => ({
      cells: [
        ...shown.map(({ cell }) => cell(record)),
        ...action.fields.map((field) => (action.inputs.includes(field.name) ? null : identityText(field, record))),
      ],
    })),
  }
}

const cellsOf = ({ cell }: FieldColumn, records: readonly RecordValues[]): readonly SheetCell[] => records.map(cell)

/** Returns a column that the import reads. Its cells are texts, so that no zero or digit of a code is lost. */
const inputColumn = (field: Field, { inputs }: ImportAction): SheetColumn => {
  const isInput = inputs.includes(field.name)
  return {
    title: field.label,
    format: '@',
    note: isInput ? ['不處理的列請留空。', ...fieldNotes(field)].join('\n') : '匯入時用來辨識這一列，請勿修改。',
    ...(isInput ? { options: optionTextsOf(field) } : {}),
  }
}

const identityText = (field: Field, record: RecordValues): string =>
  field.name === currencyField ? valueText(field, record) : String(record[field.name] ?? '')
