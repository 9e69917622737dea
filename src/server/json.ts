import { HttpRefusal } from './call'

/**
 * Parses JSON that a client sent.
 * Throws a refusal (400) if it contains characters that cannot be stored, or an object with the same key twice:
 * `JSON.parse` would use the last value, and a program between client and portal may use the first.
 * Throws a SyntaxError if it is not JSON.
 */
export const parseJson = (text: string): unknown => {
  // Only an escape sequence can stand for such a character. Checking every text takes three times as long as parsing.
  const value: unknown = unstorableEscape.test(text) ? JSON.parse(text, requireStorableEntry) : JSON.parse(text)
  if (memberCountIn(text) !== keyCountOf(value))
    throw new HttpRefusal(400, '送出的資料裡，同一個欄位出現了兩次以上，請只保留一個後再送。')
  return value
}

const unstorableEscape = /\\u(0000|d[89a-f])/i

const requireStorableEntry = (key: string, value: unknown): unknown => {
  requireStorable(key)
  return typeof value === 'string' ? requireStorable(value) : value
}

/**
 * Returns the text.
 * Throws a refusal (400) if it contains the character NUL or half a surrogate pair, which PostgreSQL cannot store.
 */
export const requireStorable = (text: string): string => {
  if (unstorable.test(text)) throw new HttpRefusal(400, '送出的資料含有無法儲存的字元，請移除後再試。')
  return text
}

const unstorable = /[\0\p{Cs}]/u

/** Returns the number of members of all objects in a JSON text, which is the number of colons outside its strings. */
const memberCountIn = (text: string): number => {
  let count = 0
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') isInString = !isInString
    else if (character === '\\') index++
    else if (character === ':' && !isInString) count++
  }
  return count
}

/**
 * Returns the number of keys of all objects in a value.
 * It has no recursion, because a body may be nested a hundred thousand times.
 */
const keyCountOf = (value: unknown): number => {
  let count = 0
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    const values: readonly unknown[] = Object.values(next)
    if (!Array.isArray(next)) count += values.length
    for (const inner of values) if (typeof inner === 'object') waiting.push(inner)
  }
  return count
}
