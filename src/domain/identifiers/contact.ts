/** Returns a mobile number without spaces, hyphens and parentheses, its country code +886 turned into 0. */
export const normalizeMobile = (value: string): string => value.replace(/[ ()-]/g, '').replace(/^(\+|00)886/, '0')

/** Whether a text is a Taiwanese mobile number in any of its written forms. */
export const isMobile = (value: string): boolean => /^09\d{8}$/.test(normalizeMobile(value))

/** Whether a text is a Taiwanese land line: area code, number and perhaps an extension after #. */
export const isLandline = (value: string): boolean => /^0[2-8]\d{0,3}-?\d{5,8}(#\d{1,6})?$/.test(value)

/** Whether a text is a full address that a browser opens as a page: only http and https, so that a link can run nothing, and nobody's name before an @, which would show one host and open another. */
export const isWebAddress = (value: string): boolean => form.test(value)

const form = /^https?:\/\/(localhost|([a-z0-9-]+\.)+[a-z0-9-]*[a-z0-9])(:\d{1,5})?([/?#][^\s<>"'`\\]*)?$/i
