/** The part of `Storage` that the site uses. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns localStorage; if the browser blocks it, a storage in memory, so that pages without a session work. */
export const deviceStorage = (): TextStorage => allowedStorage('localStorage') ?? memory.localStorage

/** Returns sessionStorage; if the browser blocks it, a storage in memory. */
export const tabStorage = (): TextStorage => allowedStorage('sessionStorage') ?? memory.sessionStorage

/** Returns whether the browser allows localStorage, without which a session has no data. */
export const isStorageAllowed = (): boolean => allowedStorage('localStorage') !== null

// Browsers throw if the user blocks the data of sites; embedded ones return null.
const allowedStorage = (name: 'localStorage' | 'sessionStorage'): Storage | null => {
  try {
    return window[name]
  } catch {
    return null
  }
}

const memoryStorage = (): TextStorage => {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

const memory = { localStorage: memoryStorage(), sessionStorage: memoryStorage() }
