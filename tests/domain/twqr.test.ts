import { describe, expect, test } from 'vitest'
import { twqrTransfer } from '../../src/domain/barcodes/twqr'
import vectors from './vectors/twqr.json'

const account = '77001260001235'

describe('TWQR', () => {
  test('a slip’s code is a transfer to the virtual account, counted in cents', () => {
    expect(twqrTransfer({ bankCode: '999', account, amount: 1000 })).toBe(encodeURIComponent(vectors.transfer))
    expect(twqrTransfer({ bankCode: '999', account, amount: 1000 })).toBe(vectors.encoded)
    expect(twqrTransfer({ bankCode: '999', account, amount: null })).toBe(encodeURIComponent(vectors.withoutAmount))
  })
  test.each([
    ['D5', { bankCode: '99', account, amount: 1000 }, '99'],
    ['D6', { bankCode: '999', account: '77001260001235123', amount: 1000 }, '77001260001235123'],
    ['D1', { bankCode: '999', account, amount: -1 }, '-100'],
    ['D1', { bankCode: '999', account, amount: 10_000_000_000 }, '1000000000000'],
  ])('a wrong %s is refused by name', (tag, wrong, value) => expect(() => twqrTransfer(wrong)).toThrow(`欄位 ${tag} 的內容「${value}」不符規定。`))
  test('a value cannot smuggle in another field', () => expect(() => twqrTransfer({ bankCode: '999', account: '7&D5=998', amount: 1000 })).toThrow('欄位 D6'))
})
