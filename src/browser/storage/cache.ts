import { deviceStorage } from './browser-storage'

/** The names under which session data are stored in localStorage; section 3 of the specification fixes them. */
export const cacheKeys = ['COMPANY_MENU', 'COMPANY_DATA', 'PAYMENT_DATA', 'PAYMENT_HISTORY_DATA'] as const
export type CacheKey = (typeof cacheKeys)[number]

/** Seven days in milliseconds: the lifetime of tokens, company data and payer data. */
export const sevenDays = 604_800_000

interface CachedItem {
  readonly value: unknown
  /** Milliseconds since 1970; an empty string means that the item never expires. */
  readonly expired_at: number | ''
}

/** Stores a value in localStorage for a lifetime in milliseconds; without one the value never expires. */
export const writeCache = (key: CacheKey, value: unknown, lifetime?: number): void => {
  const item: CachedItem = { value, expired_at: lifetime === undefined ? '' : Date.now() + lifetime }
  deviceStorage().setItem(key, JSON.stringify(item))
}

/** Replaces a stored value without changing its expiry; does nothing if no value is stored. */
export const replaceCache = (key: CacheKey, value: unknown): void => {
  const item = readItem(key)
  if (item && !hasExpired(item)) deviceStorage().setItem(key, JSON.stringify({ ...item, value }))
}

/**
 * Returns a stored value, or null.
 * Removes a value that has expired or is invalid.
 * `T` is the type that was stored under the key; it is not checked.
 */
export const readCache = <T>(key: CacheKey): T | null => {
  const item = readItem(key)
  if (item && !hasExpired(item)) return item.value as T
  removeCache(key)
  return null
}

/** Returns a stored item. Its text is parsed once, because each component of a list reads the session. */
const readItem = (key: CacheKey): CachedItem | null => {
  const text = deviceStorage().getItem(key)
  const known = parsedItems.get(key)
  if (known?.text === text) return known.item
  const item = parseAs(text, isCachedItem)
  parsedItems.set(key, { text, item })
  return item
}

const parsedItems = new Map<CacheKey, { readonly text: string | null; readonly item: CachedItem | null }>()

/** Removes a cached item. */
export const removeCache = (key: CacheKey): void => deviceStorage().removeItem(key)

const hasExpired = ({ expired_at }: CachedItem) => expired_at !== '' && Date.now() > expired_at

/** Returns the value of a JSON text if `isValid` accepts it; null for any other value or text. */
export const parseAs = <T>(text: string | null, isValid: (data: unknown) => data is T): T | null => {
  try {
    const data: unknown = JSON.parse(text ?? 'null')
    return isValid(data) ? data : null
  } catch {
    return null
  }
}

const isCachedItem = (item: unknown): item is CachedItem =>
  typeof item === 'object' &&
  item !== null &&
  'value' in item &&
  'expired_at' in item &&
  (item.expired_at === '' || typeof item.expired_at === 'number')
