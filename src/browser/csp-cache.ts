import createCache, { type EmotionCache } from '@emotion/cache'

/** Emotion's cache with the nonce of this page, so that a strict content security policy lets its styles in. */
export const createCspCache = (): EmotionCache => {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return createCache({ key: 'css', prepend: true, ...(nonce ? { nonce } : {}) })
}
