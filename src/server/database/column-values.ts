/** Converts the text of a value. */
export type ValueParser = (text: string) => unknown

/** The OIDs of those types of PostgreSQL that the two engines would parse differently. */
const oid = { bytea: 17, int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700 } as const

/**
 * Parsers that give the values of both engines the same types, by the type's OID: dates as text, int8 as number,
 * timestamptz as ISO text in UTC with microseconds.
 */
export const columnParsers: Readonly<Record<number, (text: string) => string | number | Uint8Array>> = {
  [oid.int8]: (text) => exactInteger(text),
  [oid.numeric]: (text) => Number(text),
  [oid.date]: (text) => text,
  [oid.timestamp]: (text) => text,
  [oid.timestamptz]: (text) => isoMicros(text),
  [oid.bytea]: (text) => parseBytes(text),
}

/**
 * Returns the parser of a type: the one that both engines share, or else the one of the engine.
 * An array is parsed by the parser of its elements.
 */
export const parserOf = (dataTypeID: number, engineParserOf: (dataTypeID: number) => ValueParser): ValueParser => {
  const elementType = elementTypes[dataTypeID]
  if (elementType === undefined) return columnParsers[dataTypeID] ?? engineParserOf(dataTypeID)
  const parse = parserOf(elementType, engineParserOf)
  return (text) => parseArray(text, parse)
}

/**
 * The OID of the type of the elements, by the OID of the array type.
 * Contains the arrays of all types that columns have, and of names, varchar and other numbers.
 */
const elementTypes: Readonly<Record<number, number>> = {
  ...{
    1000: 16,
    1001: oid.bytea,
    1003: 19,
    1005: 21,
    1007: 23,
    1009: 25,
    1015: 1043,
    1016: oid.int8,
    1021: 700,
    1022: 701,
    1028: 26,
  },
  ...{
    1115: oid.timestamp,
    1182: oid.date,
    1185: oid.timestamptz,
    1231: oid.numeric,
    199: 114,
    2951: 2950,
    3807: 3802,
  },
}

/** The OIDs of all types whose values {@link parserOf} parses in the same way for both engines. */
export const parsedTypes: readonly number[] = [...Object.keys(columnParsers), ...Object.keys(elementTypes)].map(Number)

/** Returns the elements of an array such as `{1,NULL,"a,b"}`. Arrays of arrays are not supported. */
const parseArray = (text: string, parse: ValueParser): readonly unknown[] =>
  [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs)].map(([element, quoted]) => {
    if (quoted !== undefined) return parse(quoted.replace(/\\(.)/gs, '$1'))
    return element === 'NULL' ? null : parse(element)
  })

const exactInteger = (text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number))
    throw new Error(`The database contains ${text}, which is too large for an exact integer.`)
  return number
}

/**
 * Converts `2026-11-20 01:15:30.1234+00` to `2026-11-20T01:15:30.123400Z`; the session's time zone is UTC.
 * It reads by position, because a list contains many times.
 */
const isoMicros = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -'+00'.length).padEnd(6, '0')}Z`

/** Returns the bytes of a text such as `\x0aff`. */
const parseBytes = (text: string): Uint8Array => {
  const result = new Uint8Array((text.length - 2) / 2)
  for (let i = 0; i < result.length; i++) result[i] = hexDigit(text, 2 + i * 2) * 16 + hexDigit(text, 3 + i * 2)
  return result
}

/** Returns the value of a digit, which is 0 to 9 (codes from 48) or a to f (codes from 97). */
const hexDigit = (text: string, index: number): number => {
  const code = text.charCodeAt(index)
  return code < 97 ? code - 48 : code - 87
}
