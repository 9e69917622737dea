/** Returns whether a setting is an https address. */
export const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'
