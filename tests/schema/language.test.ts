import { describe, expect, test } from 'vitest'
import { maskedView } from '../../src/schema/access/record-view'
import { resourceEndpoints } from '../../src/schema/calls/endpoints'
import { formatProblems, isAdviceOnly } from '../../src/schema/checks/problem'
import { loadSchemas } from '../../src/schema/load/load'
import { columnName } from '../../src/schema/load/names'
import { referencedRecordErrors } from '../../src/schema/rules/related'
import { displayOf } from '../../src/schema/text/interpolate'
import { portal } from './portal-files'

test.each([
  ['VACAccount', 'vac_account'],
  ['SerialId', 'serial_id'],
  ['TWQRPayload', 'twqr_payload'],
  ['LastLoginIP', 'last_login_ip'],
  ['PDFStatus', 'pdf_status'],
  ['Barcode1', 'barcode1'],
  ['billTerm', 'bill_term'],
  ['fee', 'fee'],
  ['Customer', 'customer'],
])('%s is the column %s', (name, column) => expect(columnName(name)).toBe(column))

test('the display text of a record has no gaps where values are empty', () => {
  expect(displayOf(portal.get('fee'), { FeeCode: 'F01', FeeName: '管理費' })).toBe('F01 管理費')
  expect(displayOf(portal.get('fee'), { FeeCode: 'F01' })).toBe('F01')
  expect(displayOf({ display: '{A}-{B}' }, { A: '$&', B: 0 })).toBe('$&-0')
})

test('personal fields are masked in lists, also inside list items; the record itself is unchanged', () => {
  const row = { PayerId: 'A1', PayerName: '王大明', Mobile: '0912345678', Email: null }
  expect(maskedView(portal.get('payer'))(row)).toEqual({
    PayerId: 'A1',
    PayerName: '王○明',
    Mobile: '0912***678',
    Email: null,
  })
  expect(row.PayerName).toBe('王大明')
})

describe('defaults', () => {
  const { schemas, problems } = loadSchemas([
    {
      file: 'schemas/widget.json',
      text: '{ "label": "小物", "menu": { "group": "basic", "order": 99, "icon": "Category" }, "tenant": "ApplyCode", "list": { "filters": ["Name"] }, "fields": { "ApplyCode": { "type": "string", "label": "代號", "max": 8, "required": true }, "Name": { "type": "string", "label": "名稱", "max": 10, "required": true }, "Note": { "type": "text", "label": "備註", "max": 99 } } }',
    },
  ])
  const widget = schemas.get('widget')

  test('a short file is compiled to a complete resource', () => {
    expect(problems).toEqual([])
    expect(widget).toMatchObject({
      kind: 'records',
      page: true,
      table: 'widget',
      key: ['SerialId'],
      tenant: 'ApplyCode',
      display: '{SerialId}',
      endpoints: { controller: 'Widget', base: '/Widget', operations: ['list', 'get', 'create', 'update', 'delete'] },
      list: {
        columns: ['ApplyCode', 'Name'],
        hidden: [],
        totals: [],
        filters: [{ field: 'Name', match: 'contains' }],
        sort: { field: 'SerialId', order: 'DESC' },
      },
      form: [{ title: '基本資料', fields: ['ApplyCode', 'Name', 'Note'] }],
    })
    expect(widget.fields.map((field) => field.name)).toEqual([
      'SerialId',
      'ApplyCode',
      'Name',
      'Note',
      'CreateUser',
      'CreateTime',
      'UpdateUser',
      'UpdateTime',
    ])
  })

  test('list rows contain the columns of the list, and more if all fields are requested', () => {
    expect(widget.fields.some((field) => field.detailOnly)).toBe(false)
    expect(widget.fields.filter((field) => field.onDemand).map((field) => field.name)).toEqual([
      'Note',
      'CreateUser',
      'CreateTime',
      'UpdateUser',
    ])
  })

  test('getting a resource that no file declares throws', () => {
    expect(() => schemas.get('gadget')).toThrow("No schema file declares 'gadget'.")
  })
})

describe('endpoints', () => {
  const paths = (name: string) =>
    Object.values(resourceEndpoints(portal.get(name))).map((call) => `${call?.endpoint.method} ${call?.endpoint.path}`)

  test('follow the conventions of the specification', () => {
    expect(paths('fee')).toEqual([
      'GET /fee',
      'GET /fee/:SerialId',
      'POST /fee',
      'PUT /fee/:SerialId',
      'DELETE /fee/:SerialId',
      'GET /fee/GetAllSelectList',
    ])
    expect(paths('payerUnit')[1]).toBe('GET /PayerUnit/:ApplyCode/:PayerUnitId')
    expect(paths('payer')).toContain('DELETE /Payer/MultiDelete')
  })

  test('of a resource without a page are extensions that any company user may read', () => {
    expect(resourceEndpoints(portal.get('Agreement'))).toEqual({
      list: {
        id: 'Agreement.list',
        endpoint: { method: 'GET', path: '/Ext/Agreement', session: 'company', response: 'list' },
      },
      get: {
        id: 'Agreement.get',
        endpoint: { method: 'GET', path: '/Ext/Agreement/:ApplyCode', session: 'company', response: 'data' },
      },
    })
  })

  test('a page without records has none', () => expect(paths('changeMima')).toEqual([]))
})

describe('rules that follow a reference', () => {
  const agreement = { ApplyCode: '77001', TermNoLen: 2, Channels: ['05', '06'] }

  test('the number of a term has the length that the agreement sets', () => {
    const check = (no: unknown, length: number) =>
      referencedRecordErrors(
        portal.get('billTerm'),
        { BillTermNo: no },
        { ApplyCode: { ...agreement, TermNoLen: length } },
      )
    expect(check('26', 2)).toEqual({})
    expect(check('267', 2)).toEqual({ BillTermNo: '期別編號應為 2 碼，目前 3 碼。' })
    expect(check(null, 2)).toEqual({ BillTermNo: '請填寫期別編號，應為 2 碼。' })
    expect(check(null, 0)).toEqual({})
    expect(check('1', 0)).toEqual({ BillTermNo: '依代收約定，期別編號不需填寫，請留空。' })
  })

  test('only channels of the agreement are allowed, and fees are borne as the market item says', () => {
    const check = (row: object, item?: object) =>
      referencedRecordErrors(
        portal.get('billCategory'),
        { ...row },
        { ApplyCode: agreement, ...(item ? { MarketItemCode: { ...item } } : {}) },
      )
    expect(check({ Channels: ['05'], FeeBearType: 'Increase' })).toEqual({})
    expect(check({ Channels: ['05', '01'] })).toEqual({ Channels: '開放繳款通路超出可選範圍：郵局臨櫃、ATM轉帳。' })
    expect(check({ FeeBearType: 'Increase' }, { FeeBearType: 'Deduct' })).toEqual({
      FeeBearType: '手續費負擔方式超出可選範圍：內扣（委託單位負擔）。',
    })
  })
})

test('problems are printed in the order of files and lines, each hint below its message', () => {
  const problems = [
    { id: 'W901', file: 'schemas/b.json', line: 2, column: 1, message: 'b must say more.' },
    {
      id: 'S201',
      file: 'schemas/a.json',
      line: 14,
      column: 5,
      message: "list[1] refers to 'amuont', which is not a field of 'a'.",
      hint: "Did you mean 'amount'?",
    },
  ]
  expect(formatProblems(problems, 9).split('\n')).toEqual([
    "schemas/a.json:14:5  list[1] refers to 'amuont', which is not a field of 'a'.  (S201)",
    "                     Did you mean 'amount'?",
    'schemas/b.json:2:1  b must say more.  (W901)',
    '2 problems in 2 of 9 schemas. The portal does not start until it is fixed.',
  ])
  expect(formatProblems([], 9)).toBe('')
  expect(formatProblems(problems.slice(0, 1), 9)).toContain('All are advice; the portal starts.')
  expect(isAdviceOnly(problems)).toBe(false)
})
