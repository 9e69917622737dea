import { expect, test } from 'vitest'
import { portal } from '../../support/portal'
import { csv } from './files'
import { header, imported, plain, twoCompaniesWithTerms, upload } from './uploads'

const open = await portal()
await twoCompaniesWithTerms(open)
await open.given.fee({ FeeCode: 'F01', FeeName: '管理費' })
await open.given.fee({ FeeCode: 'F02', FeeName: '清潔費', FeeStatus: 'Inactive' })
await open.given.billTerm({
  BillTermId: '2026-12',
  BillTermNo: '27',
  FeeItems: [
    { FeeCode: 'F01', Amount: 800 },
    { FeeCode: 'F02', Amount: 200 },
  ],
})
const maker = await open.as('CustomerMaker')

const billsOf = (batch: string) =>
  open.db
    .selectFrom('bill')
    .select(['bill_no', 'currency_type', 'should_pay_amount', 'fee_items'])
    .where('import_batch_no', '=', batch)
    .orderBy('serial_id')
    .execute()

test('a deactivated item keeps its name where the term proposes it', async () => {
  const done = await imported(open, maker, 'a.csv', csv([[...header], ['A1', '000001', '王大明', '']]), {
    BillTermId: '2026-12',
  })
  expect(await billsOf(done.ImportBatchNo)).toMatchObject([
    {
      should_pay_amount: 1000,
      fee_items: [
        { FeeCode: 'F01', FeeName: '管理費' },
        { FeeCode: 'F02', FeeName: '清潔費', Amount: 200 },
      ],
    },
  ])
})

test.each(['F02', '清潔費'])('a row that names the deactivated item %s is refused', async (name) => {
  const file = csv([
    ['繳款人代號', '繳款人編號', '繳款人姓名', '繳費項目1', '金額1'],
    ['B1', '000011', '王大明', name, '200'],
  ])
  const done = await imported(open, maker, 'b.csv', file)
  expect(done.ErrorLog).toMatchObject([
    { RowNo: 2, ColumnName: '繳費項目1', ErrorCode: 'E106', Message: expect.stringContaining('已停用') },
  ])
})

test('the name of a deactivated item can be given to a new one', async () => {
  await open.given.fee({ FeeCode: 'A02', FeeName: '清潔費' })
  const file = csv([
    ['繳款人代號', '繳款人編號', '繳款人姓名', '繳費項目1', '金額1'],
    ['C1', '000021', '王大明', '清潔費', '200'],
  ])
  const done = await imported(open, maker, 'c.csv', file)
  expect(await billsOf(done.ImportBatchNo)).toMatchObject([
    { fee_items: [{ FeeCode: 'A02', FeeName: '清潔費', Amount: 200 }] },
  ])
})

test('amounts that a term proposes are in TWD: a bill in another currency needs its own', async () => {
  const file = csv([[...header], ['D1', '000031', '王大明', ''], ['D2', '000032', '王大明', '10.00']])
  const done = await imported(open, maker, 'd.csv', file, { BillTermId: '2026-12', CurrencyType: 'USD' })
  expect(done.ErrorLog).toMatchObject([
    { RowNo: 2, ColumnName: '應繳金額', ErrorCode: 'E101', Message: expect.stringContaining('新臺幣') },
  ])
  expect(await billsOf(done.ImportBatchNo)).toMatchObject([
    { currency_type: 'USD', should_pay_amount: 1000, fee_items: [{ FeeCode: null, Amount: 1000 }] },
  ])
})

test('the million-and-first bill of a month has all its digits', async () => {
  await open.given.bill({ BillNo: 'B202611-999998', VACAccount: '77001269999999' })
  const done = await imported(open, maker, 'e.csv', csv([[...header], ...plain(3, 41)]))
  expect((await billsOf(done.ImportBatchNo)).map(({ bill_no }) => bill_no).sort()).toEqual([
    'B202611-1000000',
    'B202611-1000001',
    'B202611-999999',
  ])
})

test.each([
  ['Suspended', '已中止'],
  ['Terminated', '已終止'],
  [null, '尚未生效'],
] as const)('an agreement that is %s accepts no upload', async (status, words) => {
  await open.db.updateTable('agreement').set({ agreement_status: status }).where('apply_code', '=', '77001').execute()
  const answer = await upload(maker, 'f.csv', csv([[...header], ...plain(1, 51)]))
  expect(answer).toMatchObject({ status: 200, code: '2006', errors: { ApplyCode: expect.stringContaining(words) } })
})
