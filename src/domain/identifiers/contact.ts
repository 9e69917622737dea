/** Returns a mobile number without spaces, hyphens and parentheses, and with 0 instead of the country code +886. */
export const normalizeMobile = (value: string): string => value.replace(/[\s().-]/g, '').replace(/^(\+|00)886/, '0')

/**
 * Checks whether a text is a Taiwanese mobile number, written with or without the country code and with or without
 * separators.
 */
export const isMobile = (value: string): boolean => /^09\d{8}$/.test(normalizeMobile(value))

/** Checks whether a text is a Taiwanese land line: area code, number and an optional extension after #. */
export const isLandline = (value: string): boolean => /^0[2-8]\d{0,3}-?\d{5,8}(#\d{1,6})?$/.test(value)

/**
 * Returns a landline number with one hyphen after its area code and # before its extension: (02) 2700-1234 分機 5 is
 * 02-27001234#5.
 */
export const normalizeLandline = (value: string): string => {
  const number = value
    .replace(/\s/g, '')
    .replace(/^\((0\d{1,3})\)-?/, '$1-')
    .replace(/(?:分機|轉|ext\.?)/i, '#')
  const [area = '', ...rest] = number.split('-')
  return rest.length === 0 ? area : `${area}-${rest.join('')}`
}

/**
 * Checks whether a text is a complete web address.
 * Only http and https are accepted, so that a link runs no script.
 * User information before an @ is not accepted, because it could disguise the host.
 */
export const isWebAddress = (value: string): boolean => webAddress.test(value)

const webAddress = /^https?:\/\/(localhost|([a-z0-9-]+\.)+[a-z0-9-]*[a-z0-9])(:\d{1,5})?([/?#][^\s<>"'`\\]*)?$/i
