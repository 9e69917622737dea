/** Names of the cached items (specification, section 3). */
export const cacheKeys = ['COMPANY_MENU', 'COMPANY_DATA', 'PAYMENT_DATA', 'PAYMENT_HISTORY_DATA'] as const
export type CacheKey = (typeof cacheKeys)[number]

/** Seven days in milliseconds: how long tokens, company data and payer data live. */
export const sevenDays = 604_800_000

interface CachedItem {
  readonly value: unknown
  /** Milliseconds since 1970; an empty string = for ever. */
  readonly expired_at: number | ''
}

/** Keeps a value in localStorage; without a lifetime (milliseconds) it never expires. */
export const writeCache = (key: CacheKey, value: unknown, lifetime?: number): void => {
  const item: CachedItem = { value, expired_at: lifetime === undefined ? '' : Date.now() + lifetime }
  localStorage.setItem(key, JSON.stringify(item))
}

/** Puts a value in place of one that is kept; it lives as long as that would have lived. Where none is kept, none is written. */
export const replaceCache = (key: CacheKey, value: unknown): void => {
  const item = parseAs(localStorage.getItem(key), isCachedItem)
  if (item && !hasExpired(item)) localStorage.setItem(key, JSON.stringify({ ...item, value }))
}

/** Reads a value; one that has expired, or that is not ours, is dropped and reads as null. The caller says what it stored. */
export const readCache = <T>(key: CacheKey): T | null => {
  const item = parseAs(localStorage.getItem(key), isCachedItem)
  if (item && !hasExpired(item)) return item.value as T
  removeCache(key)
  return null
}

/** Removes a cached item. */
export const removeCache = (key: CacheKey): void => localStorage.removeItem(key)

const hasExpired = ({ expired_at }: CachedItem) => expired_at !== '' && Date.now() > expired_at

/** Returns what a JSON text holds where it passes the check, else null. */
export const parseAs = <T>(text: string | null, isValid: (data: unknown) => data is T): T | null => {
  try {
    const data: unknown = JSON.parse(text ?? 'null')
    return isValid(data) ? data : null
  } catch {
    return null
  }
}

const isCachedItem = (item: unknown): item is CachedItem =>
  typeof item === 'object' && item !== null && 'value' in item && 'expired_at' in item && (item.expired_at === '' || typeof item.expired_at === 'number')
