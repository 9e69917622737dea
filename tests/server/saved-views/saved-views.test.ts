import { beforeEach, expect, test } from 'vitest'
import type { SavedView, SavedViews } from '../../../src/contract/call-responses'
import { maxSavedViews } from '../../../src/contract/saved-views'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'

let here: Portal
let maker: Client

beforeEach(async () => {
  here = await portal()
  await twoCompanies(here)
  maker = await here.as('CustomerMaker')
})

const unpaid = {
  Page: 'bills',
  Name: '未繳帳單',
  IsShared: false,
  Filter: { BillStatus: ['Unpaid'] },
  Sort: '-PaymentEndDate',
  Columns: [{ Name: 'PayerName', Width: 200 }, { Name: 'BillNo' }, { Name: 'PaidAmount', IsShown: false }],
}

const save = (view: object, client = maker) => client.post('/Ext/Common/SaveView', view)

const savedIn = async (client = maker): Promise<SavedViews> => (await client.get('/Ext/Common/GetSavedViews')).data

const viewNames = async (client: Client): Promise<readonly string[]> =>
  (await savedIn(client)).Views.map(({ Name }) => Name)

test('a saved view has its query and its columns, and is the user’s own', async () => {
  const { data } = await save(unpaid)
  expect(await savedIn()).toEqual({
    Views: [{ ...unpaid, ViewId: data.ViewId, UserId: expect.any(String), IsOwn: true, CanDelete: true, Removed: [] }],
    Layouts: [],
  })
})

test('a view of the same name replaces the former one, so a repeated call adds no second one', async () => {
  const first = (await save(unpaid)).data.ViewId
  expect((await save({ ...unpaid, Sort: null })).data.ViewId).toBe(first)
  expect((await savedIn()).Views).toMatchObject([{ ViewId: first, Sort: null }])
})

test('a view is renamed and shared by its id, but not to the name of another one', async () => {
  const { ViewId } = (await save(unpaid)).data
  await save({ ...unpaid, Name: '部分繳款' })
  expect((await save({ ...unpaid, ViewId, Name: '逾期', IsShared: true })).data).toEqual({ ViewId })
  expect(await viewNames(maker)).toEqual(expect.arrayContaining(['逾期', '部分繳款']))
  expect(await save({ ...unpaid, ViewId, Name: '部分繳款' })).toMatchObject({
    code: '2002',
    errors: { Name: '已經有這個名稱的檢視，請改用其他名稱。' },
  })
})

test('users of the company see a shared view and cannot change it; those of other companies do not see it', async () => {
  const { ViewId } = (await save({ ...unpaid, IsShared: true })).data
  await save({ ...unpaid, Name: '自己的' })
  const colleague = await here.as(await here.given.user({ UserId: 'checker09', RoleId: 'CustomerChecker' }))
  expect((await savedIn(colleague)).Views).toMatchObject([{ ViewId, IsOwn: false, CanDelete: false }])
  expect((await save({ ...unpaid, ViewId }, colleague)).status).toBe(404)
  expect((await colleague.post('/Ext/Common/DeleteView', { ViewId })).status).toBe(404)
  const stranger = await here.as('CustomerMaker', insurer)
  expect(await viewNames(stranger)).toEqual([])
  expect(await stranger.post('/Ext/Common/DeleteView', { ViewId })).toMatchObject({ status: 200, data: null })
  expect(await viewNames(colleague)).toEqual(['未繳帳單'])
})

test('an administrator of the company deletes the shared view of a user who has left, but no unshared one', async () => {
  const shared = (await save({ ...unpaid, IsShared: true })).data
  const own = (await save({ ...unpaid, Name: '自己的' })).data
  const admin = await here.as('CustomerAdmin')
  expect((await savedIn(admin)).Views).toMatchObject([{ CanDelete: true, IsOwn: false }])
  expect(await admin.post('/Ext/Common/DeleteView', shared)).toMatchObject({ status: 200 })
  // A retry finds nothing to delete.
  expect(await admin.post('/Ext/Common/DeleteView', shared)).toMatchObject({ status: 200 })
  expect((await admin.post('/Ext/Common/DeleteView', own)).status).toBe(404)
  expect(await viewNames(maker)).toEqual(['自己的'])
})

test('what the list no longer has is removed from a view and named', async () => {
  await save(unpaid)
  await here.db
    .updateTable('internal_saved_view')
    .set({
      query: JSON.stringify({
        Filter: { BillStatus: ['Unpaid'], Colour: 'red' },
        Sort: '-Height',
        Columns: [{ Name: 'Weight' }, { Name: 'BillNo' }],
      }),
    })
    .execute()
  expect((await savedIn()).Views).toMatchObject([
    {
      Filter: { BillStatus: ['Unpaid'] },
      Sort: null,
      Columns: [{ Name: 'BillNo' }],
      Removed: ['Colour', 'Height', 'Weight'],
    },
  ])
})

test('a role does not see views of pages that it may not query', async () => {
  const admin = await here.as('CustomerAdmin')
  await save({ ...unpaid, Page: 'portalUser', Filter: {}, Sort: null, Columns: [], IsShared: true }, admin)
  expect(await viewNames(admin)).toEqual(['未繳帳單'])
  expect(await viewNames(maker)).toEqual([])
  expect((await save({ ...unpaid, Page: 'portalUser', Filter: {}, Sort: null, Columns: [] })).status).toBe(404)
})

test.each<[string, object, keyof SavedView]>([
  ['without a name', { Name: ' ' }, 'Name'],
  ['with a long name', { Name: '長'.repeat(31) }, 'Name'],
  ['without sharing', { IsShared: null }, 'IsShared'],
  ['with an unknown filter', { Filter: { Colour: 'red' } }, 'Filter'],
  ['with personal data', { Filter: { PayerName: '王小明' } }, 'Filter'],
  ['with a value of another type', { Filter: { BillStatus: 'Unpaid' } }, 'Filter'],
  ['with long filters', { Filter: { BillNo: 'x'.repeat(4001) } }, 'Filter'],
  ['with no filters', { Filter: null }, 'Filter'],
  ['sorted by an unknown field', { Sort: 'Colour' }, 'Sort'],
  ['sorted by a number', { Sort: 1 }, 'Sort'],
  ['with an unknown column', { Columns: [{ Name: 'Colour' }] }, 'Columns'],
  ['with a repeated column', { Columns: [{ Name: 'BillNo' }, { Name: 'BillNo' }] }, 'Columns'],
  ['with a narrow column', { Columns: [{ Name: 'BillNo', Width: 3 }] }, 'Columns'],
  ['with another key', { Columns: [{ Name: 'BillNo', Colour: 'red' }] }, 'Columns'],
  ['without columns', { Columns: null }, 'Columns'],
])('a view %s is refused', async (_, change, name) => {
  expect(await save({ ...unpaid, ...change })).toMatchObject({
    status: 200,
    code: '2002',
    errors: { [name]: expect.any(String) },
  })
  expect(await viewNames(maker)).toEqual([])
})

test('a page without a list, and an id that is no number, are not found', async () => {
  for (const Page of ['WriteOffReport', 'unknown', '__proto__', null, 1])
    expect((await save({ ...unpaid, Page })).status, String(Page)).toBe(404)
  for (const ViewId of ['1', null, 1e20, 999])
    expect((await save({ ...unpaid, ViewId })).status, String(ViewId)).toBe(404)
})

test('a user has at most a number of views on a page', async () => {
  for (let no = 1; no <= maxSavedViews; no++) await save({ ...unpaid, Name: `檢視 ${no}` })
  expect(await save(unpaid)).toMatchObject({ code: '2002', errors: { Name: expect.stringContaining('請先刪除') } })
  expect((await save({ ...unpaid, Name: '檢視 1' })).code).toBe('0000')
})

test('a user’s columns of a list are kept, replaced and reset, each user’s on their own', async () => {
  const layout = { Page: 'bills', Columns: [{ Name: 'PayerName', Width: 240 }, { Name: 'BillNo' }] }
  const put = (body: object) => maker.post('/Ext/Common/SaveListLayout', body)
  await put({ ...layout, Columns: [{ Name: 'BillNo' }] })
  expect(await put(layout)).toMatchObject({ code: '0000', data: null })
  expect((await savedIn()).Layouts).toEqual([layout])
  expect((await savedIn(await here.as('CustomerChecker'))).Layouts).toEqual([])
  expect(await put({ ...layout, Columns: [{ Name: 'Colour' }] })).toMatchObject({
    code: '2002',
    errors: { Columns: '清單沒有欄位「Colour」，或重複了。' },
  })
  await put({ ...layout, Columns: [] })
  expect((await savedIn()).Layouts).toEqual([])
})
