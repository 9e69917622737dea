import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'
import { voucher } from '../../support/schemas/voucher'

// A start refuses such a table; here the index is dropped while the portal is running.
test('a write by key changes one record, and none if several have the key', async () => {
  const { as, given, db, log } = await portal({ schemas: { voucher }, ownDatabase: true })
  await twoCompanies({ given })
  const maker = await as('CustomerMaker')
  await sql`drop index voucher_apply_code_voucher_code_key`.execute(db)
  for (const [VoucherCode, State] of [
    ['A', 'Active'],
    ['S', 'Stopped'],
  ])
    for (const VoucherName of ['甲', '乙'])
      await given.record('voucher', { ApplyCode: '77001', VoucherCode, VoucherName, State })
  const stored = async () => (await sql`select * from voucher order by voucher_code, voucher_name`.execute(db)).rows
  const lines = async () =>
    (await sql`select id from audit_log where resource = 'voucher' and action <> 'View'`.execute(db)).rows
  const before = await stored()
  const { UpdateTime } = (await maker.get('/Voucher/77001/A')).data

  for (const answer of [
    await maker.put('/Voucher/77001/A', { VoucherName: '改名', UpdateTime }),
    await maker.post('/Ext/Voucher/77001/A/Stop', { Reason: '活動結束', UpdateTime }),
    await maker.post('/Ext/Voucher/MultiStop', {
      Reason: '活動結束',
      Records: [{ ApplyCode: '77001', VoucherCode: 'A', UpdateTime }],
    }),
    await maker.delete('/Voucher/77001/S'),
  ])
    expect(answer).toMatchObject({ status: 500, code: '9999' })
  expect(await stored()).toEqual(before)
  expect(await lines()).toEqual([])
  expect(
    log.lines.filter(({ level, facts }) => level === 'error' && String(facts.message).includes('but identifies 2')),
  ).toHaveLength(4)
})
