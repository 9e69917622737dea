import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mask, type PersonalData } from '../../../src/domain/access/mask'
import { vectors } from '../vectors/mask.json'

describe('masks', () => {
  test.each(vectors)('$kind $input is shown as $masked', ({ kind, input, masked }) =>
    expect(mask(kind as PersonalData, input)).toBe(masked),
  )
  test.each([
    ['name', '王', '○'],
    ['name', '', ''],
    ['name', '𠮷田花子', '𠮷○○子'],
    ['name', '臺灣示範電力股份有限公司', '臺○○○司'],
    ['name', 'Christopher Robinson', 'C○○○n'],
    ['idNo', '12345678', '1234****'],
    ['idNo', 'A12', '***'],
    ['mobile', '0912-345-678', '0912-***-678'],
    ['mobile', '+886912345678', '0912***678'],
    ['mobile', '0912', '****'],
    ['landline', '0227001234#56', '022700****#56'],
    ['landline', '037-321234', '037-32****'],
    ['email', 'a@example.com', 'a***@example.com'],
    ['email', 'nobody', '******'],
    ['account', '12345', '*****'],
    ['address', '100006臺北市中正區重慶南路', '100006臺北市中正區****'],
    ['address', '台南市新市區中山路', '台南市新市區***'],
    ['address', '桃園市平鎮區中豐路', '桃園市平鎮區***'],
    ['address', '新竹市東區光復路', '新竹市東區***'],
    ['address', '宜蘭縣頭城鎮青雲路', '宜蘭縣頭城鎮***'],
    ['address', '臺北市某處', '臺北市**'],
    ['address', '1 Main St', '*********'],
  ] as const)('%s %s is shown as %s', (kind, input, masked) => expect(mask(kind, input)).toBe(masked))

  test.each([
    ['12345675', '示範公司'],
    ['12345678', '示○○司'],
    ['00000000', '示○○司'],
    ['A123456789', '示○○司'],
    ['', '示○○司'],
    [null, '示○○司'],
  ])('a name with the id number %s is shown as %s', (idNo, shown) => expect(mask('name', '示範公司', idNo)).toBe(shown))

  test('of a mobile number, the fifth to the seventh digit are hidden, and no other character', () => {
    const number = fc.stringMatching(/^0[0-9 ()-]{7,14}$/).filter((text) => text.replace(/\D/g, '').length >= 8)
    fc.assert(
      fc.property(number, (text) => {
        const masked = mask('mobile', text)
        expect(masked.replace(/[^0-9*]/g, '')).toBe(text.replace(/\D/g, '').replace(/(?<=^.{4})...(?=.)/, '***'))
        expect(masked.replace(/[0-9*]/g, 'n')).toBe(text.replace(/[0-9]/g, 'n'))
      }),
    )
  })

  test('invisible characters have no effect: bills of two payers that differ only there look the same', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
    fc.assert(
      fc.property(digits(4), digits(4), digits(9), digits(9), (one, other, start, rest) => {
        expect(mask('idNo', `A123${one}89`)).toBe(mask('idNo', `A123${other}89`))
        expect(mask('mobile', `0912${one.slice(1)}678`)).toBe(mask('mobile', `0912${other.slice(1)}678`))
        expect(mask('landline', `02-2700${one}`)).toBe(mask('landline', `02-2700${other}`))
        expect(mask('account', `${start}12345`)).toBe(mask('account', `${rest}12345`))
        expect(mask('address', `臺北市中正區${one}`)).toBe(mask('address', `臺北市中正區${other}`))
        expect(mask('email', `abc${one}@example.com`)).toBe(mask('email', `abc${other}9@example.com`))
        expect(mask('name', `王${one}明`)).toBe(mask('name', `王${other}明`))
      }),
    )
  })
})
