import { expect, test } from 'vitest'
import type { HistoryItem } from '../../../src/contract/envelope'
import type { Client } from '../../support/client'
import { addPayment, counterPayment } from '../../support/payments/entries'
import { insurer, portal, twoCompanies } from '../../support/portal'
import { ticket } from '../../support/schemas/ticket'

const here = await portal({
  schemas: {
    ticket: {
      ...ticket,
      fields: {
        ...ticket.fields,
        Holder: { type: 'string', label: '持有人', max: 20, personal: 'name' },
        Memo: { type: 'text', label: '內部註記', max: 50 },
        Lines: {
          type: 'rows',
          label: '明細',
          max: 3,
          fields: { Item: { type: 'string', label: '品項', max: 20 } },
        },
      },
      actions: {
        Close: {
          label: '結案',
          icon: 'CheckCircleOutlined',
          on: 'row',
          roles: ['CustomerMaker'],
          confirm: '確定要結案嗎？',
          set: { State: 'Done' },
        },
      },
      permissions: { CustomerChecker: { fields: { Memo: 'hidden' } }, CustomerViewer: { operations: ['list'] } },
    },
    // The view shows the same records, so it has the same history.
    ticketQuery: {
      label: '票券查詢',
      kind: 'view',
      of: 'ticket',
      where: { State: ['Done'] },
      menu: { group: 'basic', order: 93, icon: 'Search' },
      endpoints: { operations: ['list', 'get'] },
      list: { columns: ['Title'], filters: ['State'] },
    },
  },
})
const { as, given, db, clock, request } = here
await twoCompanies({ given })
const maker = await as('CustomerMaker')
const checker = await as('CustomerChecker')
const { data: made } = await maker.post('/Ticket', {
  ApplyCode: '77001',
  Title: 'A1',
  Reason: 'Over',
  Amount: 100,
  Holder: '王大明',
})

const historyOf = async (client: Client, query = {}, page = 'Ticket', id: unknown = made.SerialId) =>
  (await client.get(`/Ext/${page}/${id}/GetHistory`, query)).data as {
    readonly Items: readonly HistoryItem[]
    readonly HasMore: boolean
  }
const textsOf = ({ Items }: { readonly Items: readonly HistoryItem[] }) =>
  Items.map(({ Title, Changes }) => [Title, ...Changes.map((one) => `${one.Label}：${one.Before}→${one.After}`)])
const change = async (values: object) => {
  clock.advance({ minutes: 1 })
  const { UpdateTime } = (await maker.get(`/Ticket/${made.SerialId}`)).data
  expect(await maker.put(`/Ticket/${made.SerialId}`, { ...values, UpdateTime })).toMatchObject({ code: '0000' })
}

test('the history tells who did what, newest first, with the values in words', async () => {
  await change({ Amount: 2500, Reason: 'Late', Memo: '已通知', Lines: [{ Item: '門票' }] })
  clock.advance({ minutes: 1 })
  const { UpdateTime } = (await maker.get(`/Ticket/${made.SerialId}`)).data
  expect(await maker.post(`/Ext/Ticket/${made.SerialId}/Close`, { UpdateTime })).toMatchObject({ code: '0000' })
  const history = await historyOf(maker)
  expect(textsOf(history)).toEqual([
    ['結案', '狀態：待處理→已處理'],
    ['修改', '原因：超繳→逾期', '金額：100→2,500', '內部註記：→已通知', '明細：→'],
    ['新增'],
  ])
  expect(new Set(history.Items.map(({ User }) => User)).size).toBe(1)
  expect(history.Items[0]?.Time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+08:00$/)
  expect(history.HasMore).toBe(false)
})

test('a view of the records has the same history, with the values of its own fields', async () => {
  expect(textsOf(await historyOf(maker, {}, 'TicketQuery'))).toEqual([
    ['結案', '狀態：待處理→已處理'],
    ['修改'],
    ['新增'],
  ])
})

test('fields that are hidden from a role are missing, and reading is not part of a history', async () => {
  await checker.get(`/Ticket/${made.SerialId}`)
  const lines = textsOf(await historyOf(checker)).flat()
  expect(lines).toContain('金額：100→2,500')
  expect(lines.join()).not.toContain('內部註記')
  expect(lines).not.toContain('查看')
})

test('personal data are masked as on the detail page, and showing them is audited', async () => {
  const { SerialId } = await given.payer({ PayerId: 'H1', PayerName: '王大明', Mobile: '0912345678' })
  const { UpdateTime } = (await maker.get(`/Payer/${SerialId}`)).data
  expect(await maker.put(`/Payer/${SerialId}`, { Mobile: '0987654321', UpdateTime })).toMatchObject({ code: '0000' })
  const views = async () =>
    (
      await db
        .selectFrom('audit_log')
        .select('user_id')
        .where('action', '=', 'View')
        .where('record_key', '=', String(SerialId))
        .execute()
    ).length
  const before = await views()
  expect(textsOf(await historyOf(maker, {}, 'Payer', SerialId))[0]).toEqual(['修改', '行動電話：0912345678→0987654321'])
  expect(await views()).toBe(before + 1)
  const viewer = await as('CustomerViewer')
  expect(textsOf(await historyOf(viewer, {}, 'Payer', SerialId))[0]).toEqual([
    '修改',
    '行動電話：0912***678→0987***321',
  ])
  expect(await views()).toBe(before + 1)
})

test('who may not read the record gets no history: other companies, roles without detail page, no session', async () => {
  const path = `/Ext/Ticket/${made.SerialId}/GetHistory`
  expect((await (await as('CustomerMaker', insurer)).get(path)).status).toBe(404)
  expect((await (await as('CustomerViewer')).get(path)).status).toBe(403)
  expect((await request('GET', path)).status).toBe(401)
  expect((await maker.get('/Ext/Ticket/99999/GetHistory')).status).toBe(404)
})

test('a history is read in parts of a limited size', async () => {
  for (const Amount of [1, 2, 3]) await change({ Amount })
  const part = await historyOf(maker, { PageSize: 2 })
  expect(textsOf(part)).toEqual([
    ['修改', '金額：2→3'],
    ['修改', '金額：1→2'],
  ])
  expect(part.HasMore).toBe(true)
  expect((await historyOf(maker, { PageSize: 500 })).HasMore).toBe(false)
  for (const PageSize of ['0', '501', 'x', '-1'])
    expect(await maker.get(`/Ext/Ticket/${made.SerialId}/GetHistory`, { PageSize })).toMatchObject({ code: '2002' })
})

test('a company does not see the ids of the bank, which sees those of the company', async () => {
  await here.db
    .insertInto('audit_log')
    .values({
      at: clock().toISOString(),
      user_id: 'bankop01',
      uniform_no: '',
      ip: '',
      action: 'Update',
      resource: 'ticket',
      record_key: String(made.SerialId),
    })
    .execute()
  const users = (await historyOf(maker, { PageSize: 500 })).Items.map(({ User }) => User)
  expect(users).toContain('銀行')
  expect(users).not.toContain('bankop01')
})

test('the history of a bill contains its payments with their reversal', async () => {
  const bill = await given.bill()
  await counterPayment(db, await addPayment(db, bill, 1000))
  const { Items } = await historyOf(maker, {}, 'Bills', bill.SerialId)
  expect(Items.filter(({ Title }) => Title.startsWith('繳款')).map(({ Title, Text }) => [Title, Text])).toEqual([
    ['繳款已沖正', '1,000　ATM轉帳'],
    ['繳款', '1,000　ATM轉帳'],
  ])
})
