import { isMobile, normalizeMobile } from '../identifiers/contact'
import { districts } from '../identifiers/districts'
import { isUniformNo } from '../identifiers/id-no'

/**
 * Kinds of personal data.
 * They are masked in lists, and also on detail pages and in documents unless the reader may view them unmasked.
 */
export type PersonalData = 'name' | 'idNo' | 'mobile' | 'landline' | 'email' | 'account' | 'address'

/**
 * Returns a value with its identifying part hidden: 王○明, A123****89, 0912***678.
 * `idNo` is the id number of the person who has the name.
 * If it is a 統一編號, the name belongs to a legal person, so it is not personal data and is returned unchanged.
 */
export const mask = (kind: PersonalData, value: string, idNo?: string | null): string =>
  kind === 'name' && isUniformNo(idNo ?? '') ? value : masks[kind](value)

const masks = {
  // The first character remains visible, and so does the last one if there are at least three.
  // At most three ○ replace the others.
  name: (value) => {
    const all = characters(value)
    if (all.length < 2) return hide(value, '○')
    const last = all.length === 2 ? '' : (all.at(-1) ?? '')
    return all[0] + '○'.repeat(Math.min(all.length - (last ? 2 : 1), 3)) + last
  },
  idNo: (value) => {
    // The field may contain a 統一編號, which is public.
    if (isUniformNo(value)) return value
    return value.length < 5 ? hide(value) : value.slice(0, 4) + hide(value.slice(4, 8)) + value.slice(8)
  },
  mobile: (value) => {
    const number = !value.startsWith('0') && isMobile(value) ? normalizeMobile(value) : value
    // Fewer than eight digits are not a complete number, so all of them are hidden.
    return hideDigits(number, (position, count) => count < 8 || (position >= 5 && position <= 7))
  },
  landline: (value) => {
    const [number = '', ...extension] = value.split('#')
    return [hideDigits(number, (position, count) => position > count - 4), ...extension].join('#')
  },
  email: (value) => {
    const at = value.lastIndexOf('@')
    if (at < 1) return hide(value)
    return `${value.slice(0, at < 3 ? 1 : 3)}***${value.slice(at)}`
  },
  account: (value) => (value.length <= 5 ? hide(value) : hide(value.slice(0, -5)) + value.slice(-5)),
  address: (value) => {
    const visible = publicPart(value)
    return visible + hide(value.slice(visible.length))
  },
} satisfies Record<PersonalData, (value: string) => string>

// The segmenter is needed only for texts with combining characters, or with characters that JavaScript stores as two.
// All other texts are already a sequence of their characters.
const characters = (value: string): string | readonly string[] =>
  /^[ -~\u3400-\u9fff]*$/.test(value) ? value : Array.from(graphemeSegmenter().segment(value), ({ segment }) => segment)

let segmenter: Intl.Segmenter | undefined

// It is created on demand, because loading its data would delay the first page of the admin area.
const graphemeSegmenter = (): Intl.Segmenter => {
  segmenter ??= new Intl.Segmenter('zh-TW', { granularity: 'grapheme' })
  return segmenter
}

const hide = (value: string, sign = '*'): string => sign.repeat(characters(value).length)

/** Hides digits by their position, counted from 1. Other characters remain. */
const hideDigits = (value: string, isHidden: (position: number, count: number) => boolean): string => {
  const count = value.replace(/\D/g, '').length
  let position = 0
  let visible = ''
  for (const character of value) {
    if (isDigit(character)) position += 1
    visible += isDigit(character) && isHidden(position, count) ? '*' : character
  }
  return visible
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9'

// The lists of districts contain a postal code before each name.
const regions = Object.entries(districts).map(([county, line]) => ({
  county,
  names: line.replace(/\d/g, '').split(' '),
}))

/** Returns the postal code, county and district of an address, which thousands of people share. */
const publicPart = (address: string): string => {
  const zip = /^\d{0,6}\s*/.exec(address)?.[0] ?? ''
  // Many people write 台 for 臺.
  const withoutZip = address.slice(zip.length).replaceAll('台', '臺')
  const region = regions.find(({ county }) => withoutZip.startsWith(county))
  if (!region) return ''
  const afterCounty = withoutZip.slice(region.county.length)
  const district = region.names.find((name) => afterCounty.startsWith(name)) ?? ''
  return address.slice(0, zip.length + region.county.length + district.length)
}
