import { expect, test } from 'vitest'
import { insurer, portal, twoCompanies } from '../../support/portal'
import { ticket } from '../../support/schemas/ticket'

const { as, given, request, schemas } = await portal({
  schemas: {
    ticket,
    // The short form, for which roles see fewer fields.
    ticketQuery: {
      label: '票券查詢',
      kind: 'view',
      of: 'ticket',
      menu: { group: 'basic', order: 93, icon: 'Search' },
      list: { columns: ['Title'], filters: ['State'], tabs: 'State' },
      permissions: { CustomerViewer: { fields: { State: 'hidden' } } },
    },
  },
})
await twoCompanies({ given })
const maker = await as('CustomerMaker')
const other = await as('CustomerMaker', insurer)
const tickets = [
  ['A1', 'Open', 'Over', 100, 'TWD'],
  ['A2', 'Held', 'Over', 50, 'TWD'],
  ['A3', 'Open', 'Over', 7, 'USD'],
  ['B1', 'Open', 'Under', 30, 'TWD'],
  ['B2', 'Done', 'Under', 900, 'TWD'],
] as const
for (const [Title, State, Reason, Amount, CurrencyType] of tickets)
  expect(await maker.post('/Ticket', { ApplyCode: '77001', Title, State, Reason, Amount, CurrencyType })).toMatchObject(
    { code: '0000' },
  )

const tabsOf = async (query = {}) =>
  (await maker.get('/Ext/Ticket/GetTabs', query)).data.Tabs.map(
    ({
      Label,
      Count,
      Totals,
    }: {
      Label: string
      Count: number
      Totals: { CurrencyType: string; Amount: number }[]
    }) => [Label, Count, ...Totals.map(({ CurrencyType, Amount }) => `${CurrencyType} ${Amount}`)],
  )

test('one call returns the count of each tab and its sums by currency', async () => {
  expect(await tabsOf()).toEqual([
    ['全部待處理', 4, 'TWD 180', 'USD 7'],
    ['超繳', 3, 'TWD 150', 'USD 7'],
    ['短繳', 1, 'TWD 30'],
    ['逾期', 0],
    ['已處理', 1, 'TWD 900'],
  ])
})

test('the other conditions of the query count, those that tabs set do not', async () => {
  expect(await tabsOf({ Title: 'A', Reason: 'Under', State: 'Done' })).toEqual([
    ['全部待處理', 3, 'TWD 150', 'USD 7'],
    ['超繳', 3, 'TWD 150', 'USD 7'],
    ['短繳', 0],
    ['逾期', 0],
    ['已處理', 0],
  ])
  expect((await maker.get('/Ext/Ticket/GetTabs', { Nope: '1' })).code).toBe('2002')
})

test('each count is the number of records of the list with the filters of its tab', async () => {
  for (const { label, where } of schemas.get('ticket').list.tabs) {
    const { TotalCount } = (await maker.get('/Ticket', where as Record<string, string[]>)).data
    expect((await tabsOf()).find(([name]: [string]) => name === label)?.[1], label).toBe(TotalCount)
  }
})

test('a company counts only its own records, and a caller without a session none', async () => {
  expect((await other.get('/Ext/Ticket/GetTabs')).data.Tabs.map(({ Count }: { Count: number }) => Count)).toEqual([
    0, 0, 0, 0, 0,
  ])
  expect((await request('GET', '/Ext/Ticket/GetTabs')).status).toBe(401)
})

test('the short form has a tab for all and one for each option', async () => {
  const { data } = await maker.get('/Ext/TicketQuery/GetTabs')
  expect(data.Tabs).toEqual([
    { Label: '全部', Count: 5, Totals: [] },
    { Label: '待處理', Count: 3, Totals: [] },
    { Label: '保留', Count: 1, Totals: [] },
    { Label: '已處理', Count: 1, Totals: [] },
  ])
})

test('a role that does not see the field of a tab gets no tab of it', async () => {
  const viewer = await as('CustomerViewer')
  expect((await viewer.get('/Ext/TicketQuery/GetTabs')).data.Tabs).toEqual([])
})
