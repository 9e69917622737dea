/** A mobile number without spaces, hyphens and parentheses, its country code +886 turned into 0. */
export const normalizeMobile = (value: string): string => value.replace(/[ ()-]/g, '').replace(/^(\+|00)886/, '0')

/** A Taiwanese mobile number in any of its written forms. */
export const isMobile = (value: string): boolean => /^09\d{8}$/.test(normalizeMobile(value))

/** A Taiwanese land line: area code, number and perhaps an extension after #. */
export const isLandline = (value: string): boolean => /^0[2-8]\d{0,3}-?\d{5,8}(#\d{1,6})?$/.test(value)
