import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { copyRows } from '../../support/database/copy-rows'
import { portal } from '../../support/portal'
import { sameFigures } from './same-figures'

test('a day with more payments than one step reads has each of them once, in every file as on the screen', async () => {
  const here = await portal()
  const { db, given } = here
  await given.customer()
  await given.agreement()
  const line = await given.line({ AccountDate: '2026-11-20' })
  await copyRows(db, {
    ...{ table: 'transaction_line', of: line, count: 1049 },
    changes: (n) => sql`'txn_seq', 'L' || ${n}, 'channel_id', (array['01', '02', '06'])[${n} % 3 + 1], 'amount', ${n}`,
  })
  const collection = await given.record('selfCollection', {
    ...{ ApplyCode: '77001', ReceiptNo: 'R0', CollectDate: '2026-11-20', CollectMethod: 'Cash', CollectAmount: 1000 },
    ...{
      BillNo: 'B-1',
      VACAccount: '77001260001235',
      PayerName: '王大明',
      CurrencyType: 'TWD',
      CollectStatus: 'Collected',
    },
  })
  await copyRows(db, {
    ...{ table: 'self_collection', of: collection, count: 49 },
    changes: (n) => sql`'receipt_no', 'R' || ${n}, 'collect_amount', ${n}`,
  })
  const maker = await here.as('CustomerMaker')
  const query = { ApplyCode: '77001', AccountDate: '2026-11-20' }
  // Lines, own collections, a subtotal of each of the four channels, and the total.
  expect(await sameFigures(maker, here.schemas.get('DailyPaidReport'), query)).toBe(1050 + 50 + 4 + 1)
})
