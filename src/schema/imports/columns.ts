import { foldFullWidth } from '../../domain/full-width'
import { canBeGuessed, portalTitle } from '../../domain/title-words'
import type { ImportColumn, ImportSpec } from '../language/import'
import type { Resource } from '../language/resource'
import { type Field, fieldNamed } from '../language/types'

/**
 * Normalizes a title for comparison: half width, lower case, without white space, and without the asterisk that marks
 * required columns.
 */
export const normalizedTitle = (title: string): string => foldFullWidth(title).replace(/[\s*]/g, '').toLowerCase()

/** Returns every title of a column: the title, the aliases and the name of the field. */
export const titlesOf = ({ title, aliases, field }: ImportColumn): readonly string[] => [title, ...aliases, field]

/** Returns the column of an import that has the given title; undefined if there is none or the title is empty. */
export const columnOfTitle = ({ columns }: Pick<ImportSpec, 'columns'>, title: string): ImportColumn | undefined => {
  const normalized = normalizedTitle(title)
  return normalized === ''
    ? undefined
    : columns.find((column) => titlesOf(column).some((columnTitle) => normalizedTitle(columnTitle) === normalized))
}

/**
 * Returns, for each title of a spreadsheet, the name of the field that its column fills; null if the title is unknown,
 * or if an earlier column fills the field.
 */
export const matchTitles = (spec: Pick<ImportSpec, 'columns'>, titles: readonly string[]): readonly (string | null)[] =>
  titles.map((title, index) => {
    const field = columnOfTitle(spec, title)?.field ?? null
    const isRepeated = titles
      .slice(0, index)
      .some((other) => field !== null && columnOfTitle(spec, other)?.field === field)
    return isRepeated ? null : field
  })

/**
 * Returns the field for each title like {@link matchTitles}, and for the other titles the field that their words
 * suggest: 繳款人姓名 for 住戶姓名.
 * Users confirm the result, so a title may be guessed; it is not if its words fit several fields equally well.
 */
export const guessTitles = (
  spec: Pick<ImportSpec, 'columns'>,
  titles: readonly string[],
): readonly (string | null)[] => {
  const fields = [...matchTitles(spec, titles)]
  for (const guess of [equalWords, containedWords])
    for (const [index, title] of titles.entries()) {
      if (fields[index] !== null || columnOfTitle(spec, title) || !canBeGuessed(title)) continue
      fields[index] = guess(
        spec.columns.filter(({ field }) => !fields.includes(field)),
        normalizedTitle(portalTitle(normalizedTitle(title))),
      )
    }
  return fields
}

type FreeColumns = ImportSpec['columns']

const equalWords = (columns: FreeColumns, title: string): string | null =>
  columns.find((column) =>
    titlesOf(column).some((columnTitle) => normalizedTitle(portalTitle(normalizedTitle(columnTitle))) === title),
  )?.field ?? null

/**
 * Returns the field with the longest title that this title contains; null if there is none, or if two fields have one
 * of this length.
 */
const containedWords = (columns: FreeColumns, title: string): string | null => {
  const lengths = columns.map((column) => ({
    field: column.field,
    length: Math.max(
      ...titlesOf(column).map((columnTitle) =>
        title.includes(normalizedTitle(columnTitle)) ? normalizedTitle(columnTitle).length : 0,
      ),
    ),
  }))
  const longest = Math.max(0, ...lengths.map(({ length }) => length))
  const [only, ...others] = lengths.filter(({ length }) => length === longest && length >= minContainedLength)
  return only && others.length === 0 ? only.field : null
}

const minContainedLength = 2

/** Returns the field that a column fills. It may be a field of list items. */
export const importField = (
  { fields }: Pick<Resource, 'fields'>,
  { field, item }: Pick<ImportColumn, 'field' | 'item'>,
): Field | undefined => {
  if (!item) return fieldNamed(fields, field)
  const list = fieldNamed(fields, item.list)
  return list?.type === 'rows' ? fieldNamed(list.fields, item.field) : undefined
}
