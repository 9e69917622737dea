/** A setting that is switched on. */
export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

/** A setting that is switched off; one that is absent is neither. */
export const isOff = (value: string | undefined): boolean => value === '0' || value === 'false'
