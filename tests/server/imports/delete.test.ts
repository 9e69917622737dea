import { beforeEach, expect, test } from 'vitest'
import { emptyAuditTrail } from '../../support/audit-lines'
import { portal } from '../../support/portal'
import { csv } from './files'
import { header, imported, plain, twoCompaniesWithTerms } from './uploads'

const open = await portal()
await twoCompaniesWithTerms(open)
const maker = await open.as('CustomerMaker')

// Each test counts its own audit lines.
beforeEach(() => emptyAuditTrail(open.db))

const billsOf = (batch: string) =>
  open.db
    .selectFrom('bill')
    .select(['serial_id', 'bill_state', 'update_user', 'update_time'])
    .where('import_batch_no', '=', batch)
    .orderBy('serial_id')
    .execute()
const linesOf = (action: string) =>
  open.db
    .selectFrom('audit_log')
    .select(['user_id', 'uniform_no', 'resource', 'record_key', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('record_key')
    .execute()

test('one paid bill prevents the deletion of its upload, and nothing is changed', async () => {
  const done = await imported(open, maker, 'a.csv', csv([[...header], ...plain(3, 1)]))
  const [first] = await billsOf(done.ImportBatchNo)
  await open.db.updateTable('bill').set({ paid_amount: 1 }).where('serial_id', '=', Number(first?.serial_id)).execute()
  const before = await billsOf(done.ImportBatchNo)
  expect(await maker.delete(`/BillImportList/${done.SerialId}`)).toMatchObject({
    code: '2006',
    message: expect.stringContaining('1 筆'),
  })
  expect(await billsOf(done.ImportBatchNo)).toEqual(before)
  expect(await linesOf('Void')).toEqual([])
  expect((await maker.get(`/BillImportList/${done.SerialId}`)).status).toBe(200)
})

test('deleting voids every bill with its audit line, and no update time goes backwards', async () => {
  const done = await imported(open, maker, 'b.csv', csv([[...header], ...plain(2, 11)]))
  const later = '2030-01-01T00:00:00.000000Z'
  const [first] = await billsOf(done.ImportBatchNo)
  await open.db
    .updateTable('bill')
    .set({ update_time: later })
    .where('serial_id', '=', Number(first?.serial_id))
    .execute()
  expect(await maker.delete(`/BillImportList/${done.SerialId}`)).toMatchObject({ code: '0000' })
  const after = await billsOf(done.ImportBatchNo)
  expect(after.map(({ bill_state, update_user }) => [bill_state, update_user])).toEqual(
    Array(2).fill(['Void', done.UploadUser]),
  )
  expect(after[0]?.update_time).toBe('2030-01-01T00:00:00.000001Z')
  const line = {
    user_id: done.UploadUser,
    uniform_no: '90000017',
    resource: 'bills',
    before: { BillState: 'Active' },
    after: { BillState: 'Void' },
  }
  const keys = after.map(({ serial_id }) => String(serial_id)).sort()
  expect(await linesOf('Void')).toEqual(keys.map((record_key) => ({ ...line, record_key })))
  expect(await linesOf('Delete')).toMatchObject([{ resource: 'billImportList', record_key: String(done.SerialId) }])
})

test('a bill that is void already stays unchanged', async () => {
  const done = await imported(open, maker, 'c.csv', csv([[...header], ...plain(2, 21)]))
  const [first] = await billsOf(done.ImportBatchNo)
  await open.db
    .updateTable('bill')
    .set({ bill_state: 'Void', update_user: 'somebody' })
    .where('serial_id', '=', Number(first?.serial_id))
    .execute()
  expect(await maker.delete(`/BillImportList/${done.SerialId}`)).toMatchObject({ code: '0000' })
  expect((await billsOf(done.ImportBatchNo)).map(({ update_user }) => update_user)).toEqual([
    'somebody',
    done.UploadUser,
  ])
})
