import { isIsoDate } from '../../domain/dates/dates'
import { parsePercent } from '../../domain/money/money'

/** Returns the value of a key or a filter that a call contains as text, by the type of its column; null if no column of that type could hold it. */
export const parseKeyValue = (text: string, type: string | null): string | number | boolean | null => {
  switch (type) {
    case 'text':
      return text !== '' && !text.includes('\0') ? text : null
    case 'bigint':
      return parseKeyNumber(text)
    case 'numeric':
      return parsePercent(text)
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : null
    case 'date':
      return isIsoDate(text) ? text : null
    case 'timestamptz':
      return isTimestamp(text) ? text : null
    default:
      return null
  }
}

/** Returns the value of a key that is one whole number; null for any other text. */
export const parseKeyNumber = (text: string): number | null => (/^-?\d{1,15}$/.test(text) ? Number(text) : null)

// Accepts the formats of responses and of the database.
const isTimestamp = (text: string): boolean => /^.{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}(\+08:00|Z)$/.test(text) && isIsoDate(text.slice(0, 10))
