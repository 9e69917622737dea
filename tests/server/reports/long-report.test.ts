import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { portal } from '../../support/portal'
import { sameFigures } from './same-figures'

test('a day with more payments than one step reads has each of them once, in every file as on the screen', async () => {
  const here = await portal()
  const { db, given } = here
  await given.customer()
  await given.agreement()
  const { SerialId } = await given.line({ AccountDate: '2026-11-20' })
  await sql`
    insert into transaction_line
    select copy.*
    from transaction_line l
    cross join generate_series(1, 1049) n
    cross join lateral jsonb_populate_record(l, jsonb_build_object(
      'serial_id', 100000 + n, 'txn_seq', 'L' || n, 'channel_id', (array['01', '02', '06'])[n % 3 + 1], 'amount', n
    )) copy
    where l.serial_id = ${Number(SerialId)}`.execute(db)
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
  await sql`
    insert into self_collection
    select copy.*
    from self_collection c
    cross join generate_series(1, 49) n
    cross join lateral jsonb_populate_record(c, jsonb_build_object(
      'serial_id', 100000 + n, 'receipt_no', 'R' || n, 'collect_amount', n
    )) copy
    where c.serial_id = ${Number(collection.SerialId)}`.execute(db)
  const maker = await here.as('CustomerMaker')
  const query = { ApplyCode: '77001', AccountDate: '2026-11-20' }
  // Lines, own collections, a subtotal of each of the four channels, and the total.
  expect(await sameFigures(maker, here.schemas.get('DailyPaidReport'), query)).toBe(1050 + 50 + 4 + 1)
})
