/** The key in localStorage of the colour scheme that the user has chosen on this device; absent = that of the device. */
export const schemeKey = 'SCHEME'
