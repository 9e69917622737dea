import { expect, test } from 'vitest'
import { type CertifiedEntry, certifiedStates, counteredPart } from '../../../src/domain/bills/certified-payments'

const payment = (
  id: number,
  amount: number,
  day: number,
  counterState: CertifiedEntry['counterState'] = 'Reversed',
): CertifiedEntry => ({
  id,
  amount,
  paidTime: `2026-11-${day}T01:15:30`,
  counters: null,
  counterState,
})

const counter = (id: number, { id: counters, amount, counterState }: CertifiedEntry, day: number): CertifiedEntry => ({
  ...payment(id, -amount, day, counterState),
  counters,
})

const first = payment(1, 400, 12)
const second = payment(2, 600, 11)

test('payments are certified one after the other, in the order of time', () => {
  expect(certifiedStates([first, second])).toEqual([
    { payments: [first], paidAmount: 400, counterCount: 0 },
    { payments: [second, first], paidAmount: 1000, counterCount: 0 },
  ])
})

test('the same amount is another state after a reversal and a new payment', () => {
  const again = payment(4, 400, 15)
  const states = certifiedStates([first, counter(3, first, 14), again])
  expect(states).toEqual([
    { payments: [first], paidAmount: 400, counterCount: 0 },
    { payments: [], paidAmount: 0, counterCount: 1 },
    { payments: [again], paidAmount: 400, counterCount: 1 },
  ])
})

test('what was taken back of the payments on a certificate has its amount, kind and time', () => {
  const collected = payment(5, 50, 13, 'Cancelled')
  const entries = [first, second, counter(3, first, 14), collected, counter(6, collected, 16)]
  expect(counteredPart(entries, [second])).toBeNull()
  expect(counteredPart(entries, [second, first])).toEqual({
    amount: 400,
    state: 'Reversed',
    time: '2026-11-14T01:15:30',
  })
  expect(counteredPart(entries, [first, collected])).toEqual({
    amount: 450,
    state: 'Cancelled',
    time: '2026-11-16T01:15:30',
  })
})
