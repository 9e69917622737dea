import { foldFullWidth } from './full-width'

/**
 * Removes characters that nobody sees, such as zero-width spaces, which come with text that is copied from web pages.
 * A joiner inside an emoji stays.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(/[\u00ad\u200b\u200c\u2060\ufeff]|\u200d(?!\p{Extended_Pictographic})/gu, '')

/**
 * Returns a code or a number as people read it: half width, trimmed, without invisible characters, with one kind of
 * hyphen and one kind of blank.
 */
export const foldText = (text: string): string =>
  foldFullWidth(withoutInvisible(text))
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, '-')
    .replace(/\s/g, ' ')
    .trim()

/**
 * Removes the blanks and hyphens of a number that is written in groups, such as an account in groups of four digits.
 */
export const withoutGroups = (text: string): string => text.replace(/[\s-]/g, '')

/**
 * Replaces the radicals of dictionaries (⼤, U+2F24), which PDF files contain, with the characters that they look like
 * (大).
 */
export const foldRadicals = (text: string): string =>
  text.replace(/[\u2e80-\u2fdf]/g, (radical) => radical.normalize('NFKC'))

/**
 * Returns the spellings under which a name or another text may be stored: in half and in full width, with 台 or 臺, and
 * without the blanks between Chinese characters.
 */
export const nameSpellings = (text: string): readonly string[] => {
  const plain = foldRadicals(withoutInvisible(text)).normalize('NFC').trim()
  const half = foldFullWidth(plain)
  const joined = half.replace(/(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu, '')
  return distinct([plain, half, full(half), joined].flatMap(taiwanSpellings)).slice(0, maxSpellings)
}

/**
 * Returns a name in a form in which all spellings of it are equal: half width, small letters, 台 for 臺, without blanks.
 */
export const comparableName = (text: string): string =>
  foldRadicals(foldText(text)).normalize('NFC').replaceAll('臺', '台').replaceAll(' ', '').toLowerCase()

/**
 * Returns the spellings under which a code may be stored: in capital and in small letters.
 * A code that may contain hyphens can be written without them.
 */
export const codeSpellings = (
  text: string,
  { mayHaveHyphens }: { readonly mayHaveHyphens: boolean },
): readonly string[] => {
  const plain = foldText(text)
  const joined = plain.replaceAll(' ', '')
  const spaced = mayHaveHyphens ? [plain.replaceAll(' ', '-'), ...(joined.includes('-') ? [] : withHyphen(joined))] : []
  return distinct([joined, ...spaced].flatMap((code) => [code, code.toUpperCase(), code.toLowerCase()])).slice(
    0,
    maxSpellings,
  )
}

/**
 * Returns the spellings under which a number without letters may be stored: without groups, and without the zeros that
 * fill an account of 14 digits to 16.
 */
export const digitSpellings = (text: string): readonly string[] => {
  const digits = withoutGroups(foldText(text))
  return /^00\d{14}$/.test(digits) ? [digits, digits.slice(2)] : [digits]
}

/** The number of spellings that a search uses at most. The codes of the portal have up to 20 characters. */
const maxSpellings = 60

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

const full = (text: string): string =>
  text.replace(/[ -~]/g, (character) =>
    character === ' ' ? '\u3000' : String.fromCharCode(character.charCodeAt(0) + 0xfee0),
  )

/** Returns a text with each combination of 台 and 臺, for up to three of them. */
const taiwanSpellings = (text: string): readonly string[] => {
  const places = [...text.matchAll(/[台臺]/g)].map(({ index }) => index).slice(0, 3)
  return places.reduce<readonly string[]>(
    (spellings, place) =>
      spellings.flatMap((spelling) =>
        ['台', '臺'].map((character) => spelling.slice(0, place) + character + spelling.slice(place + 1)),
      ),
    [text],
  )
}

/** Returns a code with a hyphen at each of its places. */
const withHyphen = (code: string): readonly string[] =>
  Array.from(
    { length: Math.max(0, code.length - 1) },
    (_, index) => `${code.slice(0, index + 1)}-${code.slice(index + 1)}`,
  )
