import { foldFullWidth } from '../../domain/full-width'
import type { ImportColumn, ImportSpec } from '../language/import'
import type { Resource } from '../language/resource'
import type { Field } from '../language/types'

/** Returns a title as it is compared: width, blanks, capitals and the asterisk of a required column count for nothing. */
export const plainTitle = (title: string): string => foldFullWidth(title).replace(/[\s*]/g, '').toLowerCase()

/** Returns every title of a column: its own, the aliases and the name of the field. */
export const titlesOf = ({ title, aliases, field }: ImportColumn): readonly string[] => [title, ...aliases, field]

/** Returns the column behind a title as somebody typed it. */
export const columnOfTitle = ({ columns }: ImportSpec, title: string): ImportColumn | undefined => {
  const wanted = plainTitle(title)
  return wanted === '' ? undefined : columns.find((column) => titlesOf(column).some((one) => plainTitle(one) === wanted))
}

/** Returns the field that each column of a file fills, by its place; an unknown or repeated column fills none. */
export const matchTitles = (spec: ImportSpec, titles: readonly string[]): readonly (string | null)[] =>
  titles.map((title, place) => {
    const field = columnOfTitle(spec, title)?.field ?? null
    const earlier = titles.slice(0, place).some((other) => field !== null && columnOfTitle(spec, other)?.field === field)
    return earlier ? null : field
  })

/** Returns the field that a column fills, which of a line is a column of its list. */
export const importField = ({ fields }: Pick<Resource, 'fields'>, { field, line }: Pick<ImportColumn, 'field' | 'line'>): Field | undefined => {
  if (!line) return fields.find(({ name }) => name === field)
  const list = fields.find(({ name }) => name === line.list)
  return list?.type === 'rows' ? list.fields.find(({ name }) => name === line.column) : undefined
}
