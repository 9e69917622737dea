import { isStorageAllowed } from './browser-storage'
import { areCookiesAllowed } from './cookie'

/** Returns the names of what the browser blocks although a session is stored in it; empty text if it blocks nothing. */
export const blockedSiteData = (): string =>
  [...(areCookiesAllowed() ? [] : ['「Cookie」']), ...(isStorageAllowed() ? [] : ['「網站資料」'])].join('與')
