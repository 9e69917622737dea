import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BillCircumstances,
  type BillFacts,
  billStatus,
  changeRefusalReason,
  closedReason,
  payStatus,
  voidRefusalReason,
} from '../../../src/domain/bills/bill'
import { conditionHolds } from '../../../src/schema/rules/condition'

const today = '2026-11-21'
const open = {
  BillState: 'Active',
  ShouldPayAmount: 1000,
  PaidAmount: 0,
  PaymentEndDate: '2026-11-30',
  hasWriteOff: false,
  isExported: false,
} as const

/** The actions on a bill, and when the domain allows them. `delete` voids the bill. */
const actionRules = {
  update: (bill) => changeRefusalReason(bill) === null,
  delete: (bill) => voidRefusalReason(bill) === null,
  downloadSlip: (bill) => closedReason(bill) === null,
  downloadCertificate: ({ PaidAmount }) => PaidAmount > 0,
} as const satisfies Readonly<Record<string, (bill: BillFacts & BillCircumstances) => boolean>>

const allowedActions = (bill: BillFacts & BillCircumstances) =>
  Object.entries(actionRules).flatMap(([action, isAllowed]) => (isAllowed(bill) ? [action] : []))

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

describe('the actions that are allowed on a bill', () => {
  test.each([
    ['unpaid', {}, ['update', 'delete', 'downloadSlip']],
    ['written off and reversed', { hasWriteOff: true }, ['update', 'downloadSlip']],
    ['in a debit file', { isExported: true }, ['update', 'downloadSlip']],
    ['paid in part', { PaidAmount: 400 }, ['downloadSlip', 'downloadCertificate']],
    ['paid', { PaidAmount: 1000 }, ['downloadCertificate']],
    ['paid in excess', { PaidAmount: 1001 }, ['downloadCertificate']],
    ['void', { BillState: 'Void' }, []],
    ['void but paid before', { BillState: 'Void', PaidAmount: 400 }, ['downloadCertificate']],
  ] as const)('%s', (_, change, actions) => expect(allowedActions({ ...open, ...change })).toEqual(actions))

  test('a bill that received money can never be changed or voided', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.constantFrom('Active' as const, 'Void' as const),
        (PaidAmount, BillState) => {
          const actions = allowedActions({ ...open, PaidAmount, BillState })
          expect(actions).not.toContain('update')
          expect(actions).not.toContain('delete')
        },
      ),
    )
  })

  const { actions: buttons, allowedWhen } = JSON.parse(readFileSync('schemas/bills.json', 'utf8'))
  test.each([
    ['修改', 'update', allowedWhen.update],
    ['作廢', 'delete', buttons.Void.allowedWhen],
  ] as const)('the button %s is shown where %s is allowed', (_, action, condition) => {
    for (const BillState of ['Active', 'Void'] as const) {
      for (const PaidAmount of [0, 1, 1000, 1001]) {
        for (const isExported of [false, true]) {
          const bill = { ...open, BillState, PaidAmount, isExported }
          const record = {
            BillState,
            PayStatus: payStatus(PaidAmount, 1000),
            DebitExportTime: isExported ? '2026-11-20T10:00:00+08:00' : null,
          }
          expect(conditionHolds(condition, record, { today, role: '' }), JSON.stringify(bill)).toBe(
            allowedActions(bill).includes(action),
          )
        }
      }
    }
  })

  test.each([
    ['PaymentSlip', 'downloadSlip'],
    ['Certificate', 'downloadCertificate'],
  ] as const)('the button %s is shown where %s is allowed', (button, action) => {
    for (const BillState of ['Active', 'Void'] as const) {
      for (const PaidAmount of [0, 1, 999, 1000, 1001]) {
        for (const PaymentEndDate of ['2026-11-20', '2026-11-21']) {
          const bill = { ...open, BillState, PaidAmount, PaymentEndDate }
          const shown = conditionHolds(
            buttons[button].allowedWhen,
            { ...bill, BillStatus: billStatus(bill, today) },
            { today, role: '' },
          )
          expect(shown, JSON.stringify(bill)).toBe(allowedActions(bill).includes(action))
        }
      }
    }
  })
})
