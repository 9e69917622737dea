import { afterEach, expect, test } from 'vitest'
import { insurer, portal, twoCompanies } from '../../support/portal'
import { coupon } from '../../support/schemas/coupon'
import { everyType } from '../../support/schemas/every-type'

const numbered = {
  ...coupon,
  label: '入場券設定',
  fields: {
    ...coupon.fields,
    TicketNo: { type: 'string', label: '流水號', max: 7, unique: true, default: { sequence: 'C{roc}{000}' } },
  },
  import: { ...coupon.import, maxRows: 300 },
} as const

const open = await portal({ schemas: { everyType, ticket: numbered } })
await twoCompanies(open)
const maker = await open.as('CustomerMaker', { UserId: 'maker01', UserName: '王承辦' })

afterEach(() => open.clock.set('2026-11-20T10:00:00+08:00'))

const ticket = (code: string, ApplyCode = '77001') => ({
  ApplyCode,
  CouponCode: code,
  CouponName: '入場券',
  CouponKind: 'Gift',
})

test('a new record has the day, the month, the time and the user as defaults, and entered values take precedence', async () => {
  const { data } = await maker.post('/EveryType', { ApplyCode: '77001', Title: '開始' })
  expect(data).toMatchObject({
    Since: '2026-11-20',
    Period: '2026-11',
    Moment: '2026-11-20T10:00:00.000000+08:00',
    RunningNo: 'E20260001',
  })
  expect(data).toMatchObject({ Owner: 'maker01', OwnerName: '王承辦' })
  const said = await maker.post('/EveryType', {
    ApplyCode: '77001',
    Title: '另填',
    Since: '2026-01-01',
    Period: null,
    Owner: 'x',
    Moment: '2020-01-01T00:00:00+08:00',
    RunningNo: 'E1',
  })
  expect(said.data).toMatchObject({
    Since: '2026-01-01',
    Period: null,
    Owner: 'x',
    Moment: '2026-11-20T10:00:00.000000+08:00',
    RunningNo: 'E20260002',
    OwnerName: '王承辦',
  })
})

test('each agreement and each year has its own numbers, and a refused record uses none', async () => {
  const other = await open.as('CustomerMaker', insurer)
  expect((await maker.post('/Ticket', ticket('A1'))).data.TicketNo).toBe('C115001')
  expect((await maker.post('/Ticket', ticket('A1'))).code).toBe('2003')
  expect((await maker.post('/Ticket', ticket('A2'))).data.TicketNo).toBe('C115002')
  expect((await other.post('/Ticket', ticket('A1', '77003'))).data.TicketNo).toBe('C115001')
  const { data } = await maker.get('/Ticket/77001/A2')
  expect(await maker.put('/Ticket/77001/A2', { TicketNo: 'C115099', UpdateTime: data.UpdateTime })).toMatchObject({
    code: '0000',
    data: { TicketNo: 'C115002' },
  })
})

test('concurrent records get one number each, without gaps', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, (_, index) => maker.post('/Ticket', ticket(`B${index}`))))
  expect(made.map(({ data }) => data.TicketNo).sort()).toEqual(
    Array.from({ length: 20 }, (_, index) => `C115${String(index + 3).padStart(3, '0')}`),
  )
})

test('a sequence continues after records that it did not number, and reports when it is exhausted', async () => {
  await open.db.deleteFrom('counter').where('name', 'like', 'number/ticket/%').execute()
  expect((await maker.post('/Ticket', ticket('D1'))).data.TicketNo).toBe('C115023')
  await open.db.updateTable('counter').set({ value: 999 }).where('name', 'like', 'number/ticket/%C115#').execute()
  expect(await maker.post('/Ticket', ticket('D2'))).toMatchObject({
    code: '2002',
    data: { Errors: { TicketNo: '流水號最多 7 個字，目前 8 個字。' } },
  })
})
