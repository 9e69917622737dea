import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldFullWidth } from '../../../src/domain/full-width'
import { isLandline, isMobile, normalizeLandline, normalizeMobile } from '../../../src/domain/identifiers/contact'
import { isZipCode } from '../../../src/domain/identifiers/districts'
import { idNoKind, isIdNo, isUniformNo, normalizeIdNo } from '../../../src/domain/identifiers/id-no'
import { codeSpellings, nameSpellings, withoutInvisible } from '../../../src/domain/text-folding'
import idNos from '../vectors/id-no.json'
import phones from '../vectors/phone.json'
import uniformNos from '../vectors/uniform-no.json'
import zipCodes from '../vectors/zip-code.json'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))

describe('統一編號', () => {
  test.each(uniformNos.vectors)('$value is valid: $valid', ({ value, valid }) => expect(isUniformNo(value)).toBe(valid))
  test.each(uniformNos.malformed)('"%s" is malformed', (value) => expect(isUniformNo(value)).toBe(false))

  test('the check sum is that of the ministry: a multiple of 5, or one less if the 7th digit is 7', () => {
    const sum = (value: string) =>
      [1, 2, 1, 2, 1, 2, 4, 1].reduce((all, weight, at) => all + tensAndUnits(Number(value[at]) * weight), 0)
    const tensAndUnits = (product: number) => Math.floor(product / 10) + (product % 10)
    fc.assert(
      fc.property(digits(8), (value) => {
        const rest = sum(value) % 5
        expect(isUniformNo(value)).toBe(value !== '00000000' && (rest === 0 || (value[6] === '7' && rest === 4)))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('身分證字號', () => {
  test.each(idNos.valid)('$value is a $kind', ({ value, kind }) => {
    expect(idNoKind(value)).toBe(kind)
    expect(isIdNo(value)).toBe(true)
  })
  test.each(idNos.invalid)('$value is refused: $why', ({ value }) => expect(isIdNo(value)).toBe(false))

  test('a 統一編號 in the same field is recognized', () => {
    expect(idNoKind('90000017')).toBe('UniformNo')
    expect(isIdNo('90000017')).toBe(false)
  })
  test('input is trimmed and converted to upper case before it is validated', () =>
    expect(isIdNo(normalizeIdNo(' a123456789 '))).toBe(true))
  test('an old UI number is accepted until the end of 2030', () => {
    expect(isIdNo('AB23456789', '2030-12-31')).toBe(true)
    expect(isIdNo('AB23456789', '2031-01-01')).toBe(false)
    expect(isIdNo('A123456789', '2031-01-01')).toBe(true)
  })
  test('exactly one of the ten check digits is valid', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][1289A-D][0-9]{7}$/), (start) => {
        expect(Array.from('0123456789').filter((digit) => isIdNo(start + digit))).toHaveLength(1)
      }),
    )
  })
})

describe('phones', () => {
  test.each(phones.mobile.valid)('$input is the mobile $normalized', ({ input, normalized }) => {
    expect(isMobile(input)).toBe(true)
    expect(normalizeMobile(input)).toBe(normalized)
  })
  test.each(phones.mobile.invalid)('%s is not a mobile number', (value) => expect(isMobile(value)).toBe(false))
  test.each(phones.landline.valid)('%s is a landline number', (value) => expect(isLandline(value)).toBe(true))
  test.each(phones.landline.invalid)('%s is not a landline number', (value) => expect(isLandline(value)).toBe(false))
})

describe('postal codes', () => {
  test.each(zipCodes.valid)('%s', (value) => expect(isZipCode(value)).toBe(true))
  test.each([...zipCodes.invalid, '1000000'])('%s is refused', (value) => expect(isZipCode(value)).toBe(false))
  test('exactly the 368 districts exist', () => {
    const all = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0'))
    expect(all.filter(isZipCode)).toEqual(zipCodes.districtCodes.map(String))
  })
})

test('full-width input is folded, Chinese characters are unchanged', () => {
  expect(foldFullWidth('Ａ１２３　－（王）１２２號、。')).toBe('A123 -(王)122號、。')
  // The same characters as the unit 'binary', which takes a second to list them all.
  const unit = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
  fc.assert(fc.property(fc.string({ unit }), (text) => foldFullWidth(foldFullWidth(text)) === foldFullWidth(text)))
})

describe('spellings', () => {
  test.each([
    ['(02) 2700-1234', '02-27001234'],
    ['02 2700 1234', '0227001234'],
    ['02-2700-1234', '02-27001234'],
    ['02-27001234 分機 5', '02-27001234#5'],
    ['0227001234 ext. 5', '0227001234#5'],
    ['049-2330000', '049-2330000'],
  ])('the landline %s is stored as %s', (typed, stored) => {
    expect(normalizeLandline(typed)).toBe(stored)
    expect(isLandline(stored)).toBe(true)
  })

  test.each([
    ['王大明', ['王大明']],
    ['王 大明', ['王 大明', '王　大明', '王大明']],
    ['台北', ['台北', '臺北']],
    ['臺台', ['臺台', '台台', '台臺', '臺臺']],
    ['a公司', ['a公司', 'ａ公司']],
    ['⼤\u200b山', ['大山']],
  ])('the name %j may be stored as %j', (typed, stored) => {
    expect([...nameSpellings(typed)].sort()).toEqual([...stored].sort())
  })

  test('a code has a bounded number of spellings', () => {
    expect(codeSpellings('P-1', { mayHaveHyphens: true })).toEqual(['P-1', 'p-1'])
    expect(codeSpellings('P1', { mayHaveHyphens: true })).toEqual(['P1', 'p1', 'P-1', 'p-1'])
    expect(codeSpellings('P1', { mayHaveHyphens: false })).toEqual(['P1', 'p1'])
    expect(codeSpellings('x'.repeat(200), { mayHaveHyphens: true })).toHaveLength(60)
  })

  test('a joiner stays inside an emoji, and other invisible characters are removed', () => {
    expect(withoutInvisible('👨\u200d👩王\u200d大\ufeff明\u00ad')).toBe('👨\u200d👩王大明')
  })
})
