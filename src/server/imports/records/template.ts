import { exampleMark } from '../../../domain/example-row'
import { mediaTypeOf } from '../../../domain/file-kinds'
import { isMultiValued, isReference } from '../../../schema/field-types'
import { type SampleContext, sampleCells } from '../../../schema/imports/cells'
import { importField } from '../../../schema/imports/columns'
import type { ImportColumn, ImportSpec } from '../../../schema/language/import'
import type { Resource } from '../../../schema/language/resource'
import type { Field, RecordValues, ReferenceField } from '../../../schema/language/types'
import { emptyRows, type NewSheet } from '../../../schema/sheets/sheet'
import { fieldNotes, optionTextsOf } from '../../../schema/text/field-notes'
import { FileDownload } from '../../call'
import type { Sheets } from '../../ports'
import type { RecordContext } from '../../record-context'
import { listRecords } from '../../records/list/list'
import { agreesWith } from '../../records/projection'

/** An import that a schema file declares, with its resource. */
export interface DeclaredImport {
  readonly resource: Resource
  readonly spec: ImportSpec
}

/**
 * Returns the file that users fill in: titles with notes, and one example row, whose first cell begins with the mark by
 * which the import skips the row.
 * The titles of required columns end with an asterisk.
 * All cells, including those of the empty rows below, are formatted as text (`@`), so that leading zeros are not lost.
 */
export const templateFile = async (
  sheets: Sheets,
  { resource, spec }: DeclaredImport,
  example: SampleContext,
): Promise<FileDownload> => {
  const bytes = await sheets.write(importTemplate({ resource, spec }, example))
  const name = `${resource.noun}匯入範本.xlsx`
  return new FileDownload(name, mediaTypeOf(name), bytes)
}

/** Returns the sheet of the template of a declared import. */
export const importTemplate = ({ resource, spec }: DeclaredImport, example: SampleContext): NewSheet => {
  const columns = spec.columns.flatMap((column) => {
    const field = importField(resource, column)
    return field ? [{ column, field }] : []
  })
  const [firstCell = '', ...otherCells] = sampleCells(spec.columns, resource.fields, example)
  return {
    name: resource.label,
    columns: columns.map(({ column, field }) => ({
      title: `${column.title}${column.required ? '*' : ''}`,
      note: noteOf(column, field),
      format: '@',
      ...(optionTextsOf(field) ? { options: optionTextsOf(field) } : {}),
    })),
    rows: [{ cells: [`${exampleMark}${firstCell}`, ...otherCells] }, ...emptyRows(columns.length, spec.maxRows)],
  }
}

/** Returns the instructions for filling in a column. */
const noteOf = ({ required, aliases, calendar }: ImportColumn, field: Field): string =>
  [
    required ? '必填。' : '選填。',
    ...fieldNotes(field),
    ...(calendar === 'roc'
      ? ['以民國年填寫，例如 115/11/30。']
      : calendar === 'gregorian'
        ? ['以西元年填寫，例如 2026/11/30。']
        : []),
    ...(aliases.length > 0 ? [`標題也可寫成：${aliases.join('、')}。`] : []),
  ].join('\n')

/**
 * Returns an existing value for each reference of the template, so that the example row can be imported.
 * A reference has no sample if the session has access to no record.
 */
export const sampleReferences = async (
  context: RecordContext,
  { resource, spec }: DeclaredImport,
): Promise<RecordValues> => {
  const samples: Record<string, unknown> = {}
  const namesWithoutSample = spec.columns.filter(({ sample }) => sample === undefined).map(({ field }) => field)
  for (const field of resource.fields.filter(isReference).filter(({ name }) => namesWithoutSample.includes(name))) {
    const value = await sampleReference(context, field, samples)
    if (value !== undefined) samples[field.name] = isMultiValued(field) ? [value] : value
  }
  return samples
}

const sampleReference = async (
  context: RecordContext,
  { to, by, same }: ReferenceField,
  samples: RecordValues,
): Promise<unknown> => {
  const condition = agreesWith({ same: same.filter((name) => samples[name] !== undefined) }, samples)
  const { Items } = await listRecords(context, context.schemas.get(to), { PageSize: ['1'] }, { condition })
  return Items[0]?.[by] ?? undefined
}
