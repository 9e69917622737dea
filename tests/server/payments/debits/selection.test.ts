import { expect, test } from 'vitest'
import type { MediaFormat } from '../../../../src/domain/debits/media'
import { selectBills } from '../../../../src/server/payments/debits/candidates'
import { portal } from '../../../support/portal'
import { ach, debitBill, givenDebits } from './debits'

const here = await portal()
await givenDebits(here)

test('a selection that locks its bills is the same as one that does not', async () => {
  for (const BillState of ['Active', 'Void'])
    for (const [ShouldPayAmount, PaidAmount] of [
      [1000, 0],
      [1000, 999],
      [1000, 1000],
      [1000, 1001],
    ])
      for (const DebitAuthStatus of ['Authorized', 'Cancelled'])
        await debitBill(here, { bill: { BillState, ShouldPayAmount, PaidAmount }, payer: { DebitAuthStatus } })
  const parameters = { ...ach, MediaFormat: 'AchP01' as MediaFormat, IncludeExported: false }
  const read = await selectBills(here.db, parameters)
  const locked = await here.db.transaction().execute((db) => selectBills(db, parameters, { lock: true }))
  expect(read.chosen).toHaveLength(2)
  expect(read.leftOut).toHaveLength(14)
  expect(locked.chosen).toEqual(read.chosen)
  const byId = ({ leftOut }: typeof read) => leftOut.toSorted((a, b) => a.bill.SerialId - b.bill.SerialId)
  expect(byId(locked)).toEqual(byId(read))
})
