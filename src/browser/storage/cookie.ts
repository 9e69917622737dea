import { sevenDays } from './cache'

/** Name of the cookie that holds the authentication token. */
export const tokenCookie = 'JWT_TOKEN'

/** Sets a cookie for the whole site; lifetime in milliseconds. */
export const writeCookie = (name: string, value: string, lifetime = sevenDays): void =>
  setCookie(name, encodeURIComponent(value), Math.floor(lifetime / 1000))

/** Returns the value of a cookie, or null. */
export const readCookie = (name: string): string | null => {
  const entry = allCookies()
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
  return entry === undefined ? null : decode(entry.slice(name.length + 1))
}

/**
 * Returns the text of all cookies.
 * It is read once in each task, because many components read the session while a page is rendered, and the browser asks
 * another process for each text.
 */
const allCookies = (): string => {
  if (knownCookies === null) {
    knownCookies = document.cookie
    queueMicrotask(forgetCookies)
  }
  return knownCookies
}

const forgetCookies = () => {
  knownCookies = null
}

let knownCookies: string | null = null

/** Returns the decoded text; null if it is invalid, because other programs on this host can write cookies too. */
const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Removes a cookie. */
export const removeCookie = (name: string): void => setCookie(name, '', 0)

const setCookie = (name: string, value: string, seconds: number) => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // The Cookie Store API is missing in about half of the browsers in use.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`
  forgetCookies()
}

/** Returns whether the browser keeps the cookies of this site, without which a session has no token. */
export const areCookiesAllowed = (): boolean => {
  writeCookie(probeCookie, '1')
  const isAllowed = readCookie(probeCookie) !== null
  removeCookie(probeCookie)
  return isAllowed
}

// `navigator.cookieEnabled` is true in browsers that block the cookies of single sites.
const probeCookie = 'COOKIE_PROBE'
