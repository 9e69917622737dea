import { foldFullWidth } from '../../domain/full-width'
import type { ImportColumn, ImportSpec } from '../language/import'
import type { Resource } from '../language/resource'
import { type Field, fieldNamed } from '../language/types'

/** Normalizes a title for comparison: half width, lower case, without white space, and without the asterisk that marks required columns. */
export const normalizedTitle = (title: string): string => foldFullWidth(title).replace(/[\s*]/g, '').toLowerCase()

/** Returns every title of a column: the title, the aliases and the name of the field. */
export const titlesOf = ({ title, aliases, field }: ImportColumn): readonly string[] => [title, ...aliases, field]

/** Returns the column of an import that has the given title; undefined if there is none or the title is empty. */
export const columnOfTitle = ({ columns }: Pick<ImportSpec, 'columns'>, title: string): ImportColumn | undefined => {
  const normalized = normalizedTitle(title)
  return normalized === '' ? undefined : columns.find((column) => titlesOf(column).some((columnTitle) => normalizedTitle(columnTitle) === normalized))
}

/** Returns, for each title of a spreadsheet, the name of the field that its column fills; null if the title is unknown, or if an earlier column fills the field. */
export const matchTitles = (spec: Pick<ImportSpec, 'columns'>, titles: readonly string[]): readonly (string | null)[] =>
  titles.map((title, index) => {
    const field = columnOfTitle(spec, title)?.field ?? null
    const isRepeated = titles.slice(0, index).some((other) => field !== null && columnOfTitle(spec, other)?.field === field)
    return isRepeated ? null : field
  })

/** Returns the field that a column fills. It may be a field of list items. */
export const importField = ({ fields }: Pick<Resource, 'fields'>, { field, item }: Pick<ImportColumn, 'field' | 'item'>): Field | undefined => {
  if (!item) return fieldNamed(fields, field)
  const list = fieldNamed(fields, item.list)
  return list?.type === 'rows' ? fieldNamed(list.fields, item.field) : undefined
}
