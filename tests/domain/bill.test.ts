import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type BillFacts, billStatus, isProvable, payStatus, whyClosed } from '../../src/domain/bills/bill'
import { holds } from '../../src/schema/rules/condition'

const today = '2026-11-21'
const open = {
  BillState: 'Active',
  ShouldPayAmount: 1000,
  PaidAmount: 0,
  PaymentEndDate: '2026-11-30',
} as const

describe('bill states', () => {
  test.each([
    [0, 'Unpaid'],
    [1, 'PartialPaid'],
    [999, 'PartialPaid'],
    [1000, 'Paid'],
    [1001, 'OverPaid'],
  ])('%i of 1000 paid is %s', (paid, status) => expect(payStatus(paid, 1000)).toBe(status))

  test.each([
    [{ PaymentEndDate: '2026-11-21' }, 'Unpaid'],
    [{ PaymentEndDate: '2026-11-20' }, 'Overdue'],
    [{ PaymentEndDate: '2026-11-20', PaidAmount: 1 }, 'Overdue'],
    [{ PaymentEndDate: '2026-11-20', PaidAmount: 1000 }, 'Paid'],
    [{ PaymentEndDate: '2026-11-20', PaidAmount: 2000 }, 'OverPaid'],
    [{ BillState: 'Void', PaidAmount: 1000 }, 'Void'],
  ] as const)('%o is %s', (change, status) => expect(billStatus({ ...open, ...change }, today)).toBe(status))
})

describe('what may be done to a bill', () => {
  test.each([
    ['unpaid', {}, null, false],
    ['paid in part', { PaidAmount: 400 }, null, true],
    ['paid', { PaidAmount: 1000 }, 'paid', true],
    ['paid in excess', { PaidAmount: 1001 }, 'paid', true],
    ['void', { BillState: 'Void' }, 'void', false],
    ['void but paid before', { BillState: 'Void', PaidAmount: 400 }, 'void', true],
  ] as const)('%s', (_, change, why, provable) => {
    expect(whyClosed({ ...open, ...change })).toBe(why)
    expect(isProvable({ ...open, ...change })).toBe(provable)
  })

  const buttons = JSON.parse(readFileSync('schemas/bills.json', 'utf8')).actions
  test.each([
    ['PaymentSlip', 'it takes money', (bill: BillFacts) => whyClosed(bill) === null],
    ['Certificate', 'money has come in', isProvable],
  ] as const)('the button %s stands at a bill where %s', (button, _, isAllowed) => {
    for (const BillState of ['Active', 'Void'] as const) {
      for (const PaidAmount of [0, 1, 999, 1000, 1001]) {
        for (const PaymentEndDate of ['2026-11-20', '2026-11-21']) {
          const bill = { ...open, BillState, PaidAmount, PaymentEndDate }
          const shown = holds(buttons[button].allowedWhen, { ...bill, BillStatus: billStatus(bill, today) }, { today, role: '' })
          expect(shown, JSON.stringify(bill)).toBe(isAllowed(bill))
        }
      }
    }
  })
})
