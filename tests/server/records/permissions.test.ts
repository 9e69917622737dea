import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'
import { voucher } from '../../support/schemas/voucher'

const { as, db, given, schemas } = await portal({ schemas: { voucher } })
await twoCompanies({ given })
const roles = [
  'CustomerAdmin',
  'CustomerMaker',
  'CustomerChecker',
  'CustomerViewer',
  'BankOperator',
  'BankViewer',
] as const
const clients = Object.fromEntries(
  await Promise.all(roles.map(async (role) => [role, await as(role)] as const)),
) as Record<(typeof roles)[number], Client>
const first = {
  ApplyCode: '77001',
  VoucherCode: 'C1',
  VoucherName: '開學折抵',
  Amount: 100,
  Budget: 5000,
  Contact: '王大明',
  Mobile: '0912345678',
  Remark: '限校友',
}

beforeAll(async () => {
  expect((await clients.CustomerAdmin.post('/Voucher', first)).code).toBe('0000')
})

const one = async (role: (typeof roles)[number]) => (await clients[role].get('/Voucher/77001/C1')).data
const row = async (role: (typeof roles)[number]) => (await clients[role].get('/Voucher')).data.Items[0]

describe('the fields that each role can read', () => {
  test.each([
    [
      'CustomerAdmin',
      { Remark: '限校友', Budget: 5000, Contact: '王大明', Mobile: '0912345678' },
      { Remark: '限校友', Budget: 5000, Contact: '王○明', Mobile: '0912***678' },
    ],
    [
      'CustomerMaker',
      { Remark: '限校友', Budget: 5000, Contact: '王大明', Mobile: '0912345678' },
      { Remark: '限校友', Budget: 5000, Contact: '王○明', Mobile: '0912***678' },
    ],
    [
      'CustomerChecker',
      { Budget: 5000, Contact: '王大明', Mobile: '0912***678' },
      { Budget: 5000, Contact: '王○明', Mobile: '0912***678' },
    ],
    [
      'CustomerViewer',
      { Budget: 5000, Contact: '王○明', Mobile: '0912***678' },
      { Contact: '王○明', Mobile: '0912***678' },
    ],
    [
      'BankViewer',
      { Remark: '限校友', Budget: 5000, Contact: '王○明', Mobile: '0912***678' },
      { Remark: '限校友', Budget: 5000, Contact: '王○明', Mobile: '0912***678' },
    ],
  ] as const)('%s', async (role, detail, listed) => {
    const names = ['Remark', 'Budget', 'Contact', 'Mobile']
    const picked = (record: Record<string, unknown>) =>
      Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]))
    expect(picked(await one(role))).toEqual(detail)
    expect(picked(await row(role))).toEqual(listed)
  })
})

describe('the operations that each role can perform', () => {
  test.each([
    ['CustomerAdmin', [200, 200, 200, 200, 200]],
    ['CustomerMaker', [200, 200, 200, 200, 200]],
    ['CustomerChecker', [200, 200, 403, 403, 403]],
    ['CustomerViewer', [200, 200, 403, 403, 403]],
    ['BankOperator', [403, 403, 403, 403, 403]],
    ['BankViewer', [200, 200, 403, 403, 403]],
  ] as const)('%s', async (role, expected) => {
    const by = clients[role]
    const answers = [
      await by.get('/Voucher'),
      await by.get('/Voucher/77001/C1'),
      await by.post('/Voucher', {}),
      await by.put('/Voucher/77001/C1', {}),
      await by.delete('/Voucher/77001/C1'),
    ]
    expect(answers.map(({ status }) => status)).toEqual(expected)
  })
})

describe('hidden values cannot be inferred', () => {
  test.each([
    ['a filter', { Remark: '校' }],
    ['a range', { BudgetFrom: 1 }],
    ['a part of a masked value', { Contact: '大' }],
    ['an order', { SortField: 'Remark' }],
    ['the order of masked values', { SortField: 'Contact' }],
    ['the order of values that the list hides', { SortField: 'Budget' }],
  ])('by %s', async (_, query) => {
    expect((await clients.CustomerViewer.get('/Voucher', query)).code).toBe('2002')
    expect((await clients.CustomerAdmin.get('/Voucher', query)).code).toBe('0000')
  })

  test('by keywords', async () => {
    expect((await clients.CustomerViewer.get('/Voucher', { Keyword: '校友' })).data.TotalCount).toBe(0)
    expect((await clients.CustomerAdmin.get('/Voucher', { Keyword: '校友' })).data.TotalCount).toBe(1)
  })
})

describe('a field that a role may not write', () => {
  test('is refused if it would change, accepted if it does not, and never cleared', async () => {
    const before = await one('CustomerMaker')
    const put = (change: object) =>
      clients.CustomerMaker.put('/Voucher/77001/C1', { ...change, UpdateTime: before.UpdateTime })
    expect((await put({ Budget: 9000 })).errors).toEqual({ Budget: '您沒有填寫預算的權限，請保留原值。' })
    expect((await put({ Mobile: '0987654321' })).errors).toEqual({ Mobile: '您沒有填寫行動電話的權限，請保留原值。' })
    const changed = await put({ Budget: 5000, Mobile: '0912345678', Amount: 150 })
    expect(changed).toMatchObject({ code: '0000', data: { Budget: 5000, Amount: 150 } })
  })

  test('gets its default in a new record; fields that the role may enter get its input', async () => {
    const body = { ...first, VoucherCode: 'C2' }
    expect((await clients.CustomerMaker.post('/Voucher', body)).errors).toHaveProperty('Budget')
    const { Budget: _, ...allowed } = body
    expect((await clients.CustomerMaker.post('/Voucher', allowed)).data).toMatchObject({
      Budget: null,
      Mobile: '0912345678',
    })
  })
})

test('a view of unmasked personal data is audited, a masked view is not', async () => {
  const viewCount = async () =>
    Number(
      (
        await db
          .selectFrom('audit_log')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('action', '=', 'View')
          .executeTakeFirstOrThrow()
      ).n,
    )
  const before = await viewCount()
  await one('CustomerViewer')
  expect(await viewCount()).toBe(before)
  await one('CustomerChecker')
  expect(await viewCount()).toBe(before + 1)
})

test('a schema cannot grant more on a page of the bank than the bank does', () => {
  expect(schemas.get('voucher').permissions.BankViewer?.operations).toEqual(['list', 'get'])
})
