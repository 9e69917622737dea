import { Refusal } from '../domain/refusal'
import { type Call, HttpRefusal } from './call'

/**
 * Returns the value of a query parameter; undefined if it was not sent.
 * Throws a refusal (400) if it was sent several times.
 */
export const singleValue = (query: Call['query'], name: string): string | undefined => {
  const values = query[name] ?? []
  if (values.length > 1) throw new HttpRefusal(400, `「${name.slice(0, 40)}」只能有一個值。`)
  return values[0]
}

/** Returns the page number of a query; 1 if it has none. Throws a refusal (2002) if it is invalid. */
export const readPageNo = (query: Call['query']): number => {
  const text = singleValue(query, 'PageNo') ?? '1'
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new Refusal('2002', '頁次應為 1 以上的整數。', { PageNo: '頁次應為 1 以上的整數。' })
  return Number(text)
}

/**
 * Returns the number of items that a query asks for; `standard` if it names none.
 * Throws a refusal (2002) if it is invalid.
 */
export const readPageSize = (
  query: Call['query'],
  { standard, max }: { readonly standard: number; readonly max: number },
): number => {
  const text = singleValue(query, 'PageSize') ?? String(standard)
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= max) return Number(text)
  const message = `筆數應為 1 到 ${max} 的整數。`
  throw new Refusal('2002', message, { PageSize: message })
}
