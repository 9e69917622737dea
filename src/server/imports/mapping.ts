import type { ImportMapping } from '../../contract/imports'
import { Refusal } from '../../domain/refusal'
import { guessTitles, matchTitles, normalizedTitle } from '../../schema/imports/columns'
import type { ImportSpec } from '../../schema/language/import'
import { isObject } from '../../schema/language/shapes/shape'
import { isErrorTitle } from '../../schema/sheets/failed-rows'
import { companyOf } from '../access/caller'
import { type Call, HttpRefusal } from '../call'
import { parseJson } from '../json'
import { contentHash } from '../security/keys'

/**
 * The data that determine the mapping of a file: the resource, the columns of its import, and the titles of the file.
 */
export interface MappingInput {
  readonly resource: string
  readonly spec: Pick<ImportSpec, 'columns'>
  readonly titles: readonly string[]
}

/**
 * Returns the proposed mapping of a file: the mapping that a user of the company has corrected for a file with the same
 * titles, otherwise the automatic mapping.
 * By default it contains guesses, which a user must confirm.
 */
export const proposedMapping = async (
  call: Call,
  file: MappingInput,
  automatic = automaticMapping,
): Promise<ImportMapping> => {
  const stored = await call.ports.db
    .selectFrom('import_mapping')
    .select('mapping')
    .where('uniform_no', '=', companyOf(call.scope))
    .where('resource', '=', file.resource)
    .where('titles', '=', await titlesHash(file))
    .$narrowType<{ mapping: ImportMapping }>()
    .executeTakeFirst()
  if (!stored) return automatic(file)
  const columnIndexes = dataColumns(file)
  const entries = Object.entries(stored.mapping).flatMap(([field, position]): [string, number][] => {
    const columnIndex = columnIndexes[position]
    return columnIndex === undefined ? [] : [[field, columnIndex]]
  })
  // A column may have been removed from the schema since the mapping was stored.
  return Object.fromEntries(entries.filter(([field]) => file.spec.columns.some((column) => column.field === field)))
}

/**
 * Stores a mapping for the company's next file with the same titles.
 * If it equals the automatic mapping, deletes the stored mapping instead.
 */
export const storeMapping = async (
  { ports, scope }: Call,
  file: MappingInput,
  mapping: ImportMapping,
): Promise<void> => {
  const key = { uniform_no: companyOf(scope), resource: file.resource, titles: await titlesHash(file) }
  if (isSameMapping(mapping, automaticMapping(file))) {
    await ports.db
      .deleteFrom('import_mapping')
      .where((eb) => eb.and(key))
      .execute()
    return
  }
  const columnIndexes = dataColumns(file)
  const storedMapping = Object.fromEntries(
    Object.entries(mapping).map(([field, columnIndex]) => [field, columnIndexes.indexOf(columnIndex)]),
  )
  const values = { mapping: JSON.stringify(storedMapping), update_time: ports.clock().toISOString() }
  await ports.db
    .insertInto('import_mapping')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['uniform_no', 'resource', 'titles']).doUpdateSet(values))
    .execute()
}

/**
 * Returns the mapping of the columns whose titles are those of the import, for a call without a user who could confirm
 * a guess.
 */
export const mappingByTitles = ({ spec, titles }: Pick<MappingInput, 'spec' | 'titles'>): ImportMapping =>
  mappingOf(matchTitles(spec, titles))

// Columns that describe errors are never guessed.
const automaticMapping = ({ spec, titles }: MappingInput): ImportMapping =>
  mappingOf(
    guessTitles(
      spec,
      titles.map((title) => (isErrorTitle(title) ? '' : title)),
    ),
  )

const mappingOf = (fields: readonly (string | null)[]): ImportMapping =>
  Object.fromEntries(fields.flatMap((field, columnIndex) => (field === null ? [] : [[field, columnIndex]])))

const isSameMapping = (a: ImportMapping, b: ImportMapping): boolean => {
  const fields = Object.keys(a)
  return fields.length === Object.keys(b).length && fields.every((field) => a[field] === b[field])
}

/**
 * Returns the indexes of the columns that do not describe errors.
 * A stored mapping contains positions among these columns, so that it also fits the workbook of failed rows, which has
 * additional columns.
 */
const dataColumns = ({ titles }: MappingInput): readonly number[] =>
  titles.flatMap((title, columnIndex) => (isErrorTitle(title) ? [] : [columnIndex]))

const titlesHash = (file: MappingInput): Promise<string> =>
  contentHash(
    new TextEncoder().encode(
      JSON.stringify(dataColumns(file).map((columnIndex) => normalizedTitle(file.titles[columnIndex] ?? ''))),
    ),
  )

/** Returns the mapping of columns that a user has chosen in the form. Throws a refusal if it does not fit the file. */
export const readMapping = (form: FormData | undefined, file: Pick<MappingInput, 'spec' | 'titles'>): ImportMapping =>
  requireMapping(parseMapping(form?.get('Mapping')), file)

/**
 * Returns the mapping.
 * Throws a refusal for unknown fields, columns that the file does not have, columns that are mapped to two fields, and
 * required fields without a column.
 */
export const requireMapping = (
  mapping: ImportMapping,
  { spec, titles }: Pick<MappingInput, 'spec' | 'titles'>,
): ImportMapping => {
  const fields = new Set(spec.columns.map(({ field }) => field))
  for (const [field, columnIndex] of Object.entries(mapping)) {
    if (!fields.has(field))
      throw new HttpRefusal(400, `匯入設定沒有「${field.slice(0, 40)}」這個欄位，請重新整理網頁後再試。`)
    if (!Number.isInteger(columnIndex) || columnIndex < 0 || columnIndex >= titles.length)
      throw new HttpRefusal(400, '選擇的欄位不在檔案裡，請重新選擇檔案。')
  }
  for (const [columnIndex, title] of titles.entries()) {
    const mappedColumns = spec.columns
      .filter(({ field }) => mapping[field] === columnIndex)
      .map((column) => `「${column.title}」`)
    if (mappedColumns.length > 1)
      throw new Refusal(
        '3004',
        `檔案的「${title || `第 ${columnIndex + 1} 欄`}」同時對應${mappedColumns.join('、')}，請只保留一個。`,
      )
  }
  const missing = spec.columns
    .filter(({ field, required }) => required && !(field in mapping))
    .map(({ title }) => `「${title}」`)
  if (missing.length > 0)
    throw new Refusal(
      '3004',
      `必填的欄位還沒有對應：${missing.join('、')}。請選擇檔案中的欄位，或下載範本填寫後再匯入。`,
    )
  return mapping
}

/** Maximum length of the JSON of a mapping. No valid mapping is this long. */
const maxMappingCharacters = 20_000

const parseMapping = (text: unknown): ImportMapping => {
  try {
    const value = parseJson(String(text ?? '{}').slice(0, maxMappingCharacters))
    // `requireMapping` validates the entries.
    if (isObject(value)) return value as ImportMapping
  } catch {}
  throw new HttpRefusal(400, '欄位對應的內容不正確，請重新整理網頁後再試。')
}
