/** Returns a mobile number without spaces, hyphens and parentheses, and with 0 instead of the country code +886. */
export const normalizeMobile = (value: string): string => value.replace(/[ ()-]/g, '').replace(/^(\+|00)886/, '0')

/** Checks whether a text is a Taiwanese mobile number, written with or without the country code and with or without separators. */
export const isMobile = (value: string): boolean => /^09\d{8}$/.test(normalizeMobile(value))

/** Checks whether a text is a Taiwanese land line: area code, number and an optional extension after #. */
export const isLandline = (value: string): boolean => /^0[2-8]\d{0,3}-?\d{5,8}(#\d{1,6})?$/.test(value)

/** Checks whether a text is a complete web address. Only http and https are accepted, so that a link runs no script. User information before an @ is not accepted, because it could disguise the host. */
export const isWebAddress = (value: string): boolean => webAddress.test(value)

const webAddress = /^https?:\/\/(localhost|([a-z0-9-]+\.)+[a-z0-9-]*[a-z0-9])(:\d{1,5})?([/?#][^\s<>"'`\\]*)?$/i
