import { districts } from './districts'

const codes: ReadonlySet<string> = new Set(Object.values(districts).flatMap((line) => line.match(/\d{3}/g) ?? []))

/** A postal code of 3, 5 (3+2) or 6 (3+3) digits whose district exists. */
export const isZipCode = (value: string): boolean => /^\d{3}(\d{2,3})?$/.test(value) && codes.has(value.slice(0, 3))
