import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { RecordValues } from '../../../../src/schema/language/language'
import { maxDebitRecords } from '../../../../src/server/payments/debits/make-file'
import { copyRows } from '../../../support/database/copy-rows'
import { readMedium } from '../../../support/payments/debit-media'
import { portal } from '../../../support/portal'
import { debitBill, debitsOf, givenDebits } from './debits'

const here = await portal()
await givenDebits(here)
// Its polls would be counted.
await here.stopJobs()

/** Adds copies of a bill, each with an account of its own. */
const addBills = (bill: RecordValues, count: number): Promise<void> =>
  copyRows(here.db, {
    ...{ table: 'bill', of: bill, count },
    changes: (n) => sql`'bill_no', 'L' || ${n}, 'vac_account', '7700199' || lpad(${n}::text, 7, '0')`,
  })

test('a file of thousands of bills is written in parts, and not by a statement for each bill', async () => {
  const count = 6000
  const maker = debitsOf(await here.as('CustomerMaker'))
  await addBills(await debitBill(here), count - 1)
  // The statements of background work would be counted, too.
  await here.stopJobs()
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const answer = await maker.export()
  expect(sent.mock.calls.length).toBeLessThan(count / 50)
  sent.mockRestore()
  const { details, trailer } = readMedium('AchP01', answer.bytes)
  expect(details).toHaveLength(count)
  expect(trailer?.TAMT).toBe(String(count * 1000).padStart(16, '0'))
})

test('a file of authorizations has as many records as fit, and the preview counts the rest', async () => {
  const first = await here.given.payer({
    ...{ PayerId: 'FIRST', PayerType: 'ACH', DebitBankCode: '008', DebitAccount: '123456780000' },
    ...{ DebitIdNo: 'A123456789', DebitUserNo: 'FIRST', DebitAuthStatus: 'None' },
  })
  await copyRows(here.db, {
    ...{ table: 'payer', of: first, count: maxDebitRecords },
    changes: (n) => sql`'payer_id', 'M' || ${n}, 'payer_no', null`,
  })
  const maker = await here.as('CustomerMaker')
  const body = { ApplyCode: '77001', TxId: '851' }
  expect((await maker.post('/Ext/BillDesignatedDebitExport/PreviewAuthorization', body)).data).toMatchObject({
    Count: maxDebitRecords,
    RestCount: 1,
    StayOutCount: 0,
  })
})
