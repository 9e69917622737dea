import { beforeEach, expect, test } from 'vitest'
import type { Client } from '../../support/client'
import { insurer, portal, twoCompanies } from '../../support/portal'
import { voucher } from '../../support/schemas/voucher'

const { as, db, given } = await portal({ schemas: { voucher } })
await twoCompanies({ given })
const maker = await as('CustomerMaker')
const other = await as('CustomerMaker', insurer)

const make = async (VoucherCode: string, by: Client = maker, ApplyCode = '77001') => {
  const made = await by.post('/Voucher', { ApplyCode, VoucherCode, VoucherName: '開學折抵', Amount: 100 })
  expect(made.message).toBe('')
  return made.data
}
const read = async (code: string) => (await maker.get(`/Voucher/77001/${code}`)).data
const stop = (
  { VoucherCode, UpdateTime }: { VoucherCode: string; UpdateTime: string },
  body: object = { Reason: '活動結束' },
  by: Client = maker,
) => by.post(`/Ext/Voucher/77001/${VoucherCode}/Stop`, { UpdateTime, ...body })

beforeEach(async () => void (await db.deleteFrom('voucher').execute()))

test('a declared action writes values, inputs, the day and the user, and is audited under its name', async () => {
  const made = await make('C1')
  const { code, data } = await stop(made)
  expect(code).toBe('0000')
  expect(data).toMatchObject({
    State: 'Stopped',
    StopReason: '活動結束',
    StopDate: '2026-11-20',
    VoucherName: '開學折抵',
  })
  expect(data.StopUser).toBe(data.UpdateUser)
  const lines = await db
    .selectFrom('audit_log')
    .select(['action', 'record_key', 'before', 'after'])
    .where('resource', '=', 'voucher')
    .where('action', '=', 'Stop')
    .execute()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ record_key: '77001~C1' })
})

test('a value that only the action writes cannot be written by a form', async () => {
  const made = await make('C1')
  expect((await maker.put('/Voucher/77001/C1', { State: 'Stopped', UpdateTime: made.UpdateTime })).data.State).toBe(
    'Active',
  )
})

test('inputs are validated by the rules of their fields', async () => {
  const made = await make('C1')
  expect((await stop(made, {})).errors).toEqual({ Reason: '請填寫停用原因。' })
  expect((await stop(made, { Reason: '長'.repeat(21) })).errors.Reason).toContain('最多 20 個字')
  expect((await stop(made, { Reason: '換新券', Nope: 1 })).errors).toEqual({ Nope: '沒有這個欄位。' })
  expect((await stop(made, { Reason: '換新券', Successor: 'C9' })).errors.Successor).toContain('找不到')
  expect((await read('C1')).State).toBe('Active')
})

test('a record that was changed meanwhile, or whose state does not allow the action, stays unchanged', async () => {
  const made = await make('C1')
  await maker.put('/Voucher/77001/C1', { Amount: 200, UpdateTime: made.UpdateTime })
  expect((await stop(made)).code).toBe('2009')
  expect((await stop({ ...made, UpdateTime: undefined })).code).toBe('2001')
  const now = await read('C1')
  const stopped = (await stop(now)).data
  expect(await stop(stopped)).toMatchObject({
    code: '2006',
    message: '禮券「C1 開學折抵」目前不可停用，請重新整理後查看最新狀態。',
  })
})

test('of two concurrent actions one is refused', async () => {
  const made = await make('C1')
  const codes = (await Promise.all([stop(made), stop(made)])).map(({ code }) => code)
  expect(codes.sort()).toEqual(['0000', '2009'])
})

test('a bulk action handles each record independently, with a result for each', async () => {
  const [one, two, three] = [await make('C1'), await make('C2'), await make('C3')]
  await stop(two)
  const records = [one, two, three, { ApplyCode: '77001', VoucherCode: 'C9', UpdateTime: one.UpdateTime }]
  const { data } = await maker.post('/Ext/Voucher/MultiStop', {
    Records: records.map(({ ApplyCode, VoucherCode, UpdateTime }) => ({ ApplyCode, VoucherCode, UpdateTime })),
    Reason: '整批停用',
  })
  expect(
    data.Results.map(({ VoucherCode, ReturnCode }: { VoucherCode: string; ReturnCode: string }) => [
      VoucherCode,
      ReturnCode,
    ]),
  ).toEqual([
    ['C1', '0000'],
    ['C2', '2009'],
    ['C3', '0000'],
    ['C9', '2004'],
  ])
  expect((await read('C3')).StopReason).toBe('整批停用')
  expect((await read('C2')).StopReason).toBe('活動結束')
  expect((await maker.post('/Ext/Voucher/MultiStop', { Records: [], Reason: 'x' })).errors).toHaveProperty('Records')
  expect(
    (await maker.post('/Ext/Voucher/MultiStop', { Records: [{ ApplyCode: '77001' }], Reason: 'x' })).errors,
  ).toHaveProperty('Records')
})

test('the preview of a bulk action returns the result for each record, groups equal reasons by their text, and changes none', async () => {
  const [one, two, three] = [await make('C1'), await make('C2'), await make('C3')]
  const [stopped, stoppedToo] = [(await stop(two)).data, (await stop(three)).data]
  const records = [one, two, stopped, stoppedToo, { ApplyCode: '77001', VoucherCode: 'C9', UpdateTime: one.UpdateTime }]
  const body = {
    Records: records.map(({ ApplyCode, VoucherCode, UpdateTime }) => ({ ApplyCode, VoucherCode, UpdateTime })),
  }
  const { data } = await maker.post('/Ext/Voucher/PreviewMultiStop', body)
  expect(
    data.Results.map(({ VoucherCode, ReturnCode }: { VoucherCode: string; ReturnCode: string }) => [
      VoucherCode,
      ReturnCode,
    ]),
  ).toEqual([
    ['C1', '0000'],
    ['C2', '2009'],
    ['C2', '2006'],
    ['C3', '2006'],
    ['C9', '2004'],
  ])
  expect(data.Results[2].ReturnMsg).toBe(data.Results[3].ReturnMsg)
  expect(await read('C1')).toMatchObject({ State: 'Active', UpdateTime: one.UpdateTime })
  expect((await maker.post('/Ext/Voucher/PreviewMultiStop', { Records: [] })).errors).toHaveProperty('Records')
  expect((await (await as('CustomerViewer')).post('/Ext/Voucher/PreviewMultiStop', body)).status).toBe(403)
})

test('a record of another company is treated as one that does not exist', async () => {
  await make('C1', other, '77003')
  const theirs = (await other.get('/Voucher/77003/C1')).data
  expect((await maker.post('/Ext/Voucher/77003/C1/Stop', { UpdateTime: theirs.UpdateTime, Reason: 'x' })).status).toBe(
    404,
  )
  const { data } = await maker.post('/Ext/Voucher/MultiStop', {
    Records: [{ ApplyCode: '77003', VoucherCode: 'C1', UpdateTime: theirs.UpdateTime }],
    Reason: 'x',
  })
  expect(data.Results).toMatchObject([{ ReturnCode: '2004' }])
  expect((await other.get('/Voucher/77003/C1')).data.State).toBe('Active')
})

test('an action is for its roles; one without roles is for all roles that may change records', async () => {
  const made = await make('C1')
  for (const role of ['CustomerChecker', 'CustomerViewer', 'BankViewer']) {
    expect((await stop(made, undefined, await as(role))).status, role).toBe(403)
    expect(
      (await (await as(role)).post('/Ext/Voucher/77001/C1/Resume', { UpdateTime: made.UpdateTime })).status,
      role,
    ).toBe(403)
  }
  const stopped = (await stop(made, undefined, await as('CustomerAdmin'))).data
  expect((await maker.post('/Ext/Voucher/77001/C1/Resume', { UpdateTime: stopped.UpdateTime })).data).toMatchObject({
    State: 'Active',
    StopReason: null,
  })
})

test('records can be changed and deleted only in the states that the schema names', async () => {
  const made = await make('C1')
  expect(await maker.delete('/Voucher/77001/C1')).toMatchObject({
    code: '2006',
    message: '這張禮券目前不可刪除，請重新整理後查看最新狀態。',
  })
  const stopped = (await stop(made)).data
  expect((await maker.put('/Voucher/77001/C1', { Amount: 5, UpdateTime: stopped.UpdateTime })).code).toBe('2006')
  expect((await maker.delete('/Voucher/77001/C1')).code).toBe('0000')
})
