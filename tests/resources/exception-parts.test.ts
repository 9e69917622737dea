import { expect, test } from 'vitest'
import {
  dividedItems,
  emptyPart,
  type Part,
  partErrors,
  partMessage,
  proposedAmount,
  suggestedParts,
  undividedAmount,
} from '../../resources/TLDetailExceptionHandling/inputs/parts'

const bill = (SerialId: number, RemainAmount: number) => ({ SerialId, BillNo: `B${SerialId}`, RemainAmount })
const part = (key: number, values: Partial<Part>): Part => ({ ...emptyPart(key), ...values })

test('parts are complete when each has a target and an amount and they add up', () => {
  const parts = [
    part(0, { bill: bill(7001, 600), amount: '600' }),
    part(1, { account: '77001260001242', amount: '4,200' }),
  ]
  expect(dividedItems(parts, 4800, 'TWD')).toEqual([
    { BillSerialId: 7001, Amount: 600 },
    { VACAccount: '77001260001242', Amount: 4200 },
  ])
  expect(dividedItems(parts, 4801, 'TWD')).toBeNull()
  expect(dividedItems([part(0, { bill: bill(7001, 600), amount: '600' })], 600, 'TWD')).toBeNull()
  expect(dividedItems([part(0, { amount: '600' }), part(1, { bill: bill(1, 1), amount: '1' })], 601, 'TWD')).toBeNull()
})

test('amounts in other currencies are read with their decimals', () => {
  expect(undividedAmount([part(0, { amount: '10.50' }), part(1, { amount: 'abc' })], 2000, 'USD')).toBe(950)
})

test('a part is offered what its bill needs, at most what the others leave', () => {
  const parts = [part(0, { bill: bill(7001, 3000) }), part(1, { amount: '2000' }), part(2, {})]
  const offered = parts.map((one) => proposedAmount(one, parts, 4800, 'TWD'))
  expect(offered).toEqual([2800, 4800, 2800])
})

test('a part names what is wrong with it: target, amount, a bill that another part has', () => {
  const parts = [part(0, { bill: bill(7001, 600), amount: '600' }), part(1, { bill: bill(7001, 600), amount: '0' })]
  expect(partErrors(emptyPart(2), parts, 'TWD')).toEqual({
    target: '請選擇帳單，或輸入虛擬帳號。',
    amount: '請填寫大於 0 的金額。',
  })
  expect(parts.map((one) => partErrors(one, parts, 'TWD'))).toEqual([
    {},
    { target: '與第 1 筆是同一張帳單，請合併為一筆。', amount: '請填寫大於 0 的金額。' },
  ])
})

test('a message of the server about a part is shown at the part', () => {
  expect(partMessage('第 2 筆：帳單已繳清，請改選其他帳單。')).toEqual({
    index: 1,
    text: '帳單已繳清，請改選其他帳單。',
  })
  expect(partMessage('分拆金額合計 5 元，須等於 6 元，請調整後再試。')).toBeNull()
})

test('a suggestion fills in its parts', () => {
  const parts = suggestedParts(
    { SerialId: 1, Text: '', Action: 'Divide', Parts: [{ BillSerialId: 7001, BillNo: 'B7001', Amount: 1600 }] },
    'TWD',
  )
  expect(parts).toEqual([{ key: 0, bill: bill(7001, 1600), account: '', amount: '1,600' }])
})
