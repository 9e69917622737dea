import { beforeAll, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { emptyAuditTrail } from '../../support/audit-lines'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'

// A view of payments, with a detail page, actions, a period of one of several dates, and fields of the folder and of
// the bill to which a payment belongs.
const folder = {
  label: '卷宗',
  page: false,
  key: ['ApplyCode', 'Code'],
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true },
    Code: { type: 'string', label: '卷宗代號', max: 10, required: true },
    Shelf: { type: 'string', label: '架位', max: 10 },
    Holder: { type: 'string', label: '保管人', max: 20, personal: 'name' },
  },
  permissions: { CustomerViewer: { fields: { Shelf: 'hidden', Holder: 'masked' } } },
}
const slip = {
  label: '傳票設定',
  menu: { group: 'collection', order: 97, icon: 'Search' },
  display: '{No}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true },
    No: { type: 'string', label: '號碼', max: 10, required: true },
    Folder: { type: 'reference', to: 'folder', by: 'Code', label: '卷宗' },
    Bill: { type: 'reference', to: 'bills', label: '帳單' },
    State: { type: 'enum', options: { Open: '未結', Closed: '已結' }, label: '狀態', readOnly: true, default: 'Open' },
    Reason: { type: 'text', label: '原因', max: 50, readOnly: true },
    PayDate: { type: 'date', label: '繳款日期' },
    PostTime: { type: 'datetime', label: '入帳時間' },
    Memo: { type: 'text', label: '內部註記', max: 50 },
    Remark: { type: 'text', label: '備註', max: 50 },
  },
  list: { columns: ['No', 'Folder.Shelf'], filters: ['No', 'Folder.Shelf'] },
  permissions: { CustomerViewer: { fields: { PostTime: 'hidden', Remark: 'hidden' } } },
}
const slipQuery = {
  label: '傳票查詢',
  kind: 'view',
  of: 'slip',
  where: { State: ['Open'] },
  menu: { group: 'collection', order: 98, icon: 'Search' },
  endpoints: { operations: ['list', 'get'] },
  list: {
    columns: ['No', 'Folder.Shelf', 'Folder.Holder', 'Bill.BillTermId', 'Bill.BillStatus', 'PayDate'],
    filters: [
      'No',
      { period: 'DateType', label: '日期別', of: { Pay: 'PayDate', Post: 'PostTime' }, maxDays: 31, required: true },
      'Folder.Shelf',
      { field: 'Folder.Holder', match: 'contains' },
      'Bill.BillTermId',
      { field: 'Bill.BillNo', match: 'startsWith' },
      'Bill.BillStatus',
    ],
    sort: 'No',
  },
  form: [{ title: '傳票', fields: ['No', 'State', 'Remark', 'Folder.Shelf', 'Bill.BillTermId'] }],
  actions: {
    Close: {
      label: '結案',
      icon: 'Search',
      on: ['row', 'bulk'],
      roles: ['CustomerMaker', 'CustomerViewer'],
      allowedWhen: { field: 'PayDate', empty: false },
      inputs: { Why: { type: 'text', label: '原因', required: true, max: 50 } },
      set: { State: 'Closed', Reason: { input: 'Why' } },
    },
  },
}

let here: Portal
let maker: Client
let viewer: Client
const slips: Record<string, RecordValues> = {}

beforeAll(async () => {
  here = await portal({ schemas: { folder, slip, slipQuery } })
  await twoCompanies(here)
  maker = await here.as('CustomerMaker', { ApplyCodes: ['77001'] })
  viewer = await here.as('CustomerViewer', { ApplyCodes: ['77001'] })
  await here.given.billTerm({ BillTermId: '2026-11' })
  const bill = await here.given.bill({ BillNo: 'B-1', BillTermId: '2026-11', PayStatus: 'Paid', PaidAmount: 1000 })
  const foreign = await here.given.bill({ ApplyCode: '77003', BillNo: 'B-9' })
  await here.given.record('folder', { ApplyCode: '77001', Code: 'F1', Shelf: 'A1', Holder: '王大明' })
  await here.given.record('folder', { ApplyCode: '77003', Code: 'F1', Shelf: 'Z9', Holder: '陳鄰居' })
  const given = async (No: string, values: object) => {
    slips[No] = await here.given.record('slip', { ApplyCode: '77001', No, State: 'Open', ...values })
  }
  await given('S1', { Folder: 'F1', Bill: bill.SerialId, PayDate: '2026-11-05', PostTime: '2026-11-06T23:30:00+08:00' })
  await given('S2', { Bill: foreign.SerialId, PayDate: '2026-11-06', PostTime: '2026-11-07T00:30:00+08:00' })
  await given('S3', { PayDate: '2026-11-07', State: 'Closed' })
  await given('S4', { ApplyCode: '77003', Folder: 'F1', PayDate: '2026-11-05' })
  await given('S5', { PayDate: '2026-11-08', Memo: '內部', Remark: '可見' })
  await given('S6', { PayDate: '2026-11-09' })
})

const november = { DateType: 'Pay', StartDate: '2026-11-01', EndDate: '2026-11-30' }
const list = (query: object = {}, by = maker) => by.get('/SlipQuery', { ...november, ...query })
const found = async (query: object, by = maker) => (await list(query, by)).data.Items.map(({ No }: RecordValues) => No)

describe('a period of one of several dates', () => {
  test('filters the date that its parameter names, by whole days in Taipei', async () => {
    expect(await found({ StartDate: '2026-11-05', EndDate: '2026-11-06' })).toEqual(['S1', 'S2'])
    expect(await found({ DateType: 'Post', StartDate: '2026-11-06', EndDate: '2026-11-06' })).toEqual(['S1'])
    expect(await found({ DateType: 'Post', StartDate: '2026-11-07', EndDate: '2026-11-07' })).toEqual(['S2'])
  })

  test.each([
    [{ DateType: undefined }, { DateType: '請輸入「日期別」。' }],
    [{ DateType: 'Trade' }, { DateType: '「日期別」的查詢值「Trade」格式不正確。' }],
    [{ StartDate: undefined }, { StartDate: '請輸入「期間」的起日。' }],
    [{ EndDate: '2026-12-02' }, { EndDate: '查詢期間最長 31 天，目前是 32 天，請縮短期間。' }],
    [{ EndDate: '2026-10-31' }, { EndDate: '迄日不可早於起日，請更正。' }],
    [{ StartDate: '11/01' }, { StartDate: '「期間」的查詢值「11/01」格式不正確。' }],
    [{ PayDateFrom: '2026-11-01' }, { PayDateFrom: '沒有「PayDateFrom」這個查詢條件。' }],
  ])('is refused with a sentence: %o', async (query, errors) => {
    expect(await list(query)).toMatchObject({ code: '2002', errors })
  })

  test('cannot filter by a date that is hidden from the role', async () => {
    expect(await found({}, viewer)).toEqual(['S1', 'S2', 'S5', 'S6'])
    expect((await list({ DateType: 'Post' }, viewer)).errors).toEqual({
      DateType: '「日期別」的查詢值「Post」格式不正確。',
    })
  })
})

describe('fields of referenced records', () => {
  test('are columns, with the masks and the labels of their own record', async () => {
    const { data } = await list({ No: 'S1' })
    expect(data.Items[0]).toMatchObject({
      Shelf: 'A1',
      Holder: '王○明',
      BillTermId: '2026-11',
      BillStatus: 'Paid',
      Labels: { BillTermId: expect.stringContaining('2026-11') },
    })
  })

  test.each([
    [{ Shelf: 'A1' }, ['S1']],
    [{ Shelf: 'Z9' }, []],
    [{ Holder: '大明' }, ['S1']],
    [{ BillTermId: '2026-11' }, ['S1']],
    [{ BillNo: 'B-' }, ['S1']],
    [{ BillStatus: ['Paid', 'Unpaid'] }, ['S1']],
    [{ BillStatus: 'Overdue' }, []],
  ])('are filters: %o', async (query, nos) => {
    expect(await found(query)).toEqual(nos)
  })

  test('show nothing of a record that belongs to another company', async () => {
    expect((await list({ No: 'S2' })).data.Items[0]).toMatchObject({ BillTermId: null, BillStatus: null })
    const other = await here.as('CustomerMaker', insurer)
    expect(await found({ Shelf: 'Z9' }, other)).toEqual(['S4'])
    expect(await found({ Shelf: 'A1' }, other)).toEqual([])
  })

  test('have the permissions of their own file: neither hidden nor masked values can be found out', async () => {
    expect((await list({ Shelf: 'A1' }, viewer)).errors).toEqual({ Shelf: '沒有「Shelf」這個查詢條件。' })
    expect((await list({ Holder: '大明' }, viewer)).errors).toEqual({ Holder: '沒有「Holder」這個查詢條件。' })
    const { data } = await list({ No: 'S1' }, viewer)
    expect(data.Items[0]).toMatchObject({ Holder: '王○明', BillTermId: '2026-11' })
    expect(data.Items[0]).not.toHaveProperty('Shelf')
  })

  test('can be in a page of records, whose forms do not contain them', async () => {
    const { data } = await maker.post('/Slip', { ApplyCode: '77001', No: 'N1', Folder: 'F1' })
    const change = { Remark: '改', Shelf: data.Shelf, UpdateTime: data.UpdateTime }
    const changed = (await maker.put(`/Slip/${data.SerialId}`, change)).data
    expect(changed).toMatchObject({ Remark: '改', Shelf: 'A1' })
    const forged = await maker.put(`/Slip/${data.SerialId}`, { Shelf: 'B2', UpdateTime: changed.UpdateTime })
    expect(forged.data?.Shelf ?? 'A1', 'the value of the other record stays').toBe('A1')
    expect((await maker.get('/Slip', { Shelf: 'A1', No: 'N1' })).data.Items).toMatchObject([{ No: 'N1', Shelf: 'A1' }])
    expect((await maker.delete(`/Slip/${data.SerialId}`)).code).toBe('0000')
  })

  test('do not sort a list, because each record would be read for it', async () => {
    expect((await list({ SortField: 'BillTermId' })).code).toBe('2002')
  })

  test('are in a list of all fields', async () => {
    expect((await list({ AllFields: true, No: 'S1' })).data.Items[0]).toMatchObject({ BillNo: 'B-1' })
  })
})

describe('the detail page of a view', () => {
  const detail = (no: string, by = maker) => by.get(`/Ext/SlipQuery/${slips[no]?.SerialId}`)

  test('shows the fields that the view names, and no others', async () => {
    const { data } = await detail('S5')
    expect(data).toMatchObject({ No: 'S5', State: 'Open', Remark: '可見', UpdateTime: expect.any(String) })
    expect(data).not.toHaveProperty('Memo')
    expect((await detail('S1')).data).toMatchObject({ Shelf: 'A1', BillTermId: '2026-11' })
  })

  test('hides what is hidden in the file of the records', async () => {
    const { data } = await detail('S5', viewer)
    expect(data).not.toHaveProperty('Remark')
    expect(data).not.toHaveProperty('Shelf')
  })

  test('exists only for records of the view and of the company', async () => {
    expect((await detail('S3')).status).toBe(404)
    expect((await detail('S4')).status).toBe(404)
  })

  test('has a declared call, which capabilities list', async () => {
    const { data } = await maker.get('/Ext/GetCapabilities')
    expect(data.Calls).toEqual(expect.arrayContaining(['SlipQuery.get', 'SlipQuery.Close', 'SlipQuery.MultiClose']))
    expect((await maker.get(`/SlipQuery/${slips.S1?.SerialId}`)).status).toBe(404)
  })
})

describe('an action of a view', () => {
  const close = (no: string, UpdateTime: unknown, by = maker) =>
    by.post(`/Ext/SlipQuery/${slips[no]?.SerialId}/Close`, { Why: '已核對', UpdateTime })
  const updateTime = async (no: string) => (await maker.get(`/Slip/${slips[no]?.SerialId}`)).data?.UpdateTime

  test('writes the record as an action of its own page would: with the lock, the audit line and the rights of the view', async () => {
    expect((await close('S5', '2026-01-01T00:00:00+08:00')).code).toBe('2009')
    expect((await close('S5', await updateTime('S5'), await here.as('CustomerChecker'))).status).toBe(403)
    await emptyAuditTrail(here.db)
    const { data } = await close('S5', await updateTime('S5'), viewer)
    expect(data).toMatchObject({ No: 'S5', State: 'Closed' })
    for (const hidden of ['Memo', 'Remark', 'Reason', 'PostTime']) expect(data).not.toHaveProperty(hidden)
    expect((await maker.get(`/Slip/${slips.S5?.SerialId}`)).data).toMatchObject({ Reason: '已核對', Memo: '內部' })
    const [line] = await here.db.selectFrom('audit_log').select(['action', 'resource', 'after']).execute()
    expect(line).toMatchObject({ action: 'Close', resource: 'slip', after: { State: 'Closed', Reason: '已核對' } })
  })

  test('runs on several records, and changes none outside the view', async () => {
    const Records = await Promise.all(
      ['S6', 'S3', 'S4'].map(async (no) => ({
        SerialId: slips[no]?.SerialId,
        UpdateTime: (await updateTime(no)) ?? '',
      })),
    )
    const preview = await maker.post('/Ext/SlipQuery/PreviewMultiClose', { Records })
    const { data } = await maker.post('/Ext/SlipQuery/MultiClose', { Why: '整批', Records })
    for (const { Results } of [preview.data, data])
      expect(Results.map(({ ReturnCode }: RecordValues) => ReturnCode)).toEqual(['0000', '2004', '2004'])
    expect((await close('S3', await updateTime('S3'))).status).toBe(404)
    expect(await found({ No: 'S6' })).toEqual([])
  })
})
