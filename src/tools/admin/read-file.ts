import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import Papa from 'papaparse'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { type Field, fieldNamed } from '../../schema/language/types'
import { messageOf, OperatorError } from '../../server/node/operator-error'

/** A record of a file with its position, such as `users.csv line 3`. */
export interface FileRecord {
  readonly position: string
  readonly record: RecordValues
}

/**
 * Reads the records of a file: a JSON list of objects, or CSV with the field names in the first line.
 * Throws on other formats and on unknown fields.
 */
export const readRecords = (path: string, resource: Resource): readonly FileRecord[] => {
  const fileRecords = extname(path) === '.json' ? readJson(path) : readCsv(path, resource)
  const fieldNames = resource.fields.map(({ name }) => name)
  const unknownNames = [...new Set(fileRecords.flatMap(({ record }) => Object.keys(record)))].filter(
    (name) => !fieldNames.includes(name),
  )
  if (unknownNames.length > 0)
    throw new OperatorError(`${path} names ${unknownNames.join(', ')}, but the fields are: ${fieldNames.join(', ')}.`)
  return fileRecords
}

const readJson = (path: string): readonly FileRecord[] => {
  const records: unknown = parseJson(path)
  if (!Array.isArray(records) || !records.every(isRecord))
    throw new OperatorError(`${path} must be a list of objects: [{ "Field": "value" }, …].`)
  return records.map((record, index) => ({ position: `${path} record ${index + 1}`, record }))
}

const parseJson = (path: string): unknown => {
  try {
    return JSON.parse(readText(path))
  } catch (error) {
    throw new OperatorError(`${path} is not JSON: ${messageOf(error)}`)
  }
}

const isRecord = (value: unknown): value is RecordValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readCsv = (path: string, resource: Resource): readonly FileRecord[] => {
  const text = readText(path)
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim(),
  })
  const [headerLine, ...lines] = lineNumbers(text, meta.delimiter)
  // Papa Parse also reports a file with only one column, in which it cannot detect the delimiter.
  const [error] = errors.filter(({ type }) => type !== 'Delimiter')
  if (error)
    throw new OperatorError(`${path} line ${lines[error.row ?? 0] ?? headerLine} cannot be read: ${error.message}.`)
  return data.map((cells, index) => ({
    position: `${path} line ${lines[index]}`,
    record: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cellValue(cell, resource, name)])),
  }))
}

/** Returns the number of the first line of each row that is not blank. A cell may have several lines. */
const lineNumbers = (text: string, delimiter: string): readonly number[] => {
  let nextLine = 1
  return Papa.parse<readonly string[]>(text, { delimiter }).data.flatMap((cells) => {
    const line = nextLine
    nextLine += cells.join('').split(/\r\n|\r|\n/).length
    return cells.join('').trim() === '' ? [] : [line]
  })
}

/**
 * Converts a cell to a value of its field: splits lists, converts yes and no to booleans, and returns any other value
 * as text for the validator.
 */
const cellValue = (cell: string, resource: Resource, name: string): unknown => {
  const value = cell.trim()
  const type = fieldNamed(resource.fields, name)?.type
  if (isMultiValued(type)) return value === '' ? [] : value.split(';').map((part) => part.trim())
  if (type === 'boolean') return value === '' ? null : /^(true|yes|y|1)$/i.test(value)
  return value === '' ? null : value
}

const isMultiValued = (type: Field['type'] | undefined): boolean => type === 'enumList' || type === 'referenceList'

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${messageOf(error)}`)
  }
}
