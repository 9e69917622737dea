import { isIsoDate } from '../../domain/dates/dates'
import { parsePercent } from '../../domain/money/money'

/**
 * Parses the text of a key or a filter value by the type of its column.
 * Returns null if a column of this type cannot contain the value.
 */
export const parseKeyValue = (text: string, type: string | null): string | number | boolean | null => {
  switch (type) {
    case 'text':
      return text !== '' && !text.includes('\0') ? text : null
    case 'bigint':
      return parseKeyNumber(text)
    case 'numeric':
      // All numeric columns contain percentages.
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

/**
 * Parses the text of a key that is an integer.
 * Returns null for any other text, and for more than 15 digits, which JavaScript numbers cannot represent exactly.
 */
export const parseKeyNumber = (text: string): number | null => (/^-?\d{1,15}$/.test(text) ? Number(text) : null)

// Accepts the format of responses (+08:00) and of the database (Z).
const isTimestamp = (text: string): boolean =>
  /^.{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}(\+08:00|Z)$/.test(text) && isIsoDate(text.slice(0, 10))
