/** OIDs of PostgreSQL's types that the two engines would parse differently. */
const oid = { bytea: 17, int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700 } as const

/** Parsers that give the values of both engines the same types, by the type's OID: dates as text, int8 as number, timestamptz as ISO text in UTC with microseconds. */
export const columnParsers: Readonly<Record<number, (text: string) => string | number | Uint8Array>> = {
  [oid.int8]: (text) => exactInteger(text),
  [oid.numeric]: (text) => Number(text),
  [oid.date]: (text) => text,
  [oid.timestamp]: (text) => text,
  [oid.timestamptz]: (text) => isoMicros(text),
  [oid.bytea]: (text) => parseBytes(text),
}

const exactInteger = (text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`The database contains ${text}, which is too large for an exact integer.`)
  return number
}

/** Converts `2026-11-20 01:15:30.1234+00` to `2026-11-20T01:15:30.123400Z`; the session's time zone is UTC. */
const isoMicros = (text: string): string => {
  const [day, time = ''] = text.split(' ')
  const [seconds, micros = ''] = time.replace(/[+-]\d+(:\d+)*$/, '').split('.')
  return `${day}T${seconds}.${micros.padEnd(6, '0')}Z`
}

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
