import { describe, expect, test } from 'vitest'
import { composeTwqr, twqrProblems, twqrTransfer } from '../../../src/domain/barcodes/twqr'
import vectors from '../vectors/twqr.json'

const bill = '?D1=100000&D3=AAAAAAAAAAAA&D7=77001260001235&D11=00,9999997700100000011000000110000001'
const of = (type: string, query: string, name = '社區管理費') => `TWQRP://${name}/158/${type}/V1${query}`

describe('TWQR', () => {
  test.each(vectors.valid)('$payload', ({ payload, encoded }) => {
    expect(twqrProblems(payload)).toEqual([])
    expect(encodeURIComponent(payload)).toBe(encoded)
  })
  test.each(vectors.invalid)('refuses $payload: $why', ({ payload }) => expect(twqrProblems(payload)).toHaveLength(1))

  test('the code of a slip is a transfer to the virtual account, with the amount in cents', () => {
    expect(twqrTransfer({ bankCode: '999', account: '77001260001235', amount: 1000 })).toBe(vectors.valid[0]?.encoded)
    expect(twqrTransfer({ bankCode: '999', account: '77001260001235', amount: null })).toBe(vectors.valid[1]?.encoded)
  })
  test('a wrong field is refused with its name', () =>
    expect(() => twqrTransfer({ bankCode: '99', account: '77001260001235', amount: 1000 })).toThrow(
      '欄位 D5 的內容「99」不符規定。',
    ))
  test('a value cannot add another field', () =>
    expect(() =>
      composeTwqr({ name: '轉帳', type: '02', tags: { D5: '999', D6: '0'.repeat(16), D9: 'x&D6=1234567890123456' } }),
    ).toThrow('重複'))

  test.each([
    ['a tag twice', of('02', '?D5=999&D6=0077001260001235&D5=999')],
    ['an unknown tag', of('02', '?D5=999&D6=0077001260001235&D17=1')],
    ['a changeable amount of a transfer', of('02', '?M1=100000&D5=999&D6=0077001260001235')],
    ['a name of 21 characters', of('03', bill, '費'.repeat(21))],
    ['no name', of('03', bill, '')],
    ['an amount of two digits', of('03', bill.replace('D1=100000', 'D1=10'))],
    ['a foreign currency', of('03', `${bill}&D10=840`)],
    ['barcodes of another account', of('03', `${bill}&D14=4,1511307A1,0077001260001235,113023000001000`)],
    ['another country', of('03', bill).replace('158', '840')],
  ])('refuses %s', (_, payload) => expect(twqrProblems(payload)).toHaveLength(1))

  test.each([
    ['a bill whose amount the payer may change', of('03', bill.replace('D1=', 'M1='))],
    [
      'barcodes of the same account',
      of(
        '03',
        `${bill.replace('77001260001235', '7700126000123452')}&D14=4,1511307A1,7700126000123452,113023000001000`,
      ),
    ],
    ['two acquirers', of('03', `${bill};9999997700100000011000000110000001`)],
  ])('accepts %s', (_, payload) => expect(twqrProblems(payload)).toEqual([]))
})
