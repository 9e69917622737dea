import { describe, expect, test } from 'vitest'
import { maskCell, personalFieldNames, recordView } from '../../../src/schema/access/record-view'
import { resourceForRole } from '../../../src/schema/access/resource-for-role'
import { loadSchemas } from '../../../src/schema/load/load'
import { interpolate, placeholdersIn } from '../../../src/schema/text/interpolate'
import { everyType } from '../../support/schemas/every-type'
import { voucher } from '../../support/schemas/voucher'

const { schemas, problems } = loadSchemas(
  Object.entries({
    voucher,
    everyType,
    team: {
      label: '隊伍',
      page: false,
      tenant: 'shared',
      fields: {
        Players: {
          type: 'rows',
          label: '名單',
          max: 5,
          fields: {
            Name: { type: 'string', label: '姓名', max: 20, personal: 'name', identifiedBy: 'IdNo' },
            IdNo: { type: 'idNo', label: '證號', personal: 'idNo' },
          },
        },
      },
    },
    receipt: {
      label: '收據',
      page: false,
      tenant: 'shared',
      fields: {
        Amount: { type: 'money', label: '金額' },
        State: { type: 'enum', options: { Valid: '有效', Void: '作廢' }, label: '狀態' },
        Sign: { type: 'enum', options: { Plus: '正', Minus: '負' }, label: '正負' },
      },
      list: {
        totals: ['Amount'],
        totalRules: { negative: { Sign: ['Minus'] }, parts: [{ label: '有效', where: { State: ['Valid'] } }] },
      },
      permissions: {
        CustomerViewer: { fields: { State: 'hidden' } },
        CustomerChecker: { fields: { Sign: { list: 'hidden' } } },
        CustomerMaker: { fields: { Amount: 'readOnly' } },
      },
    },
    desk: {
      label: '櫃檯',
      page: false,
      tenant: 'shared',
      key: 'DeskId',
      fields: { DeskId: { type: 'string', label: '櫃檯', max: 8 } },
      list: { columns: ['DeskId'] },
      actions: {
        Open: { label: '開櫃', call: 'desk.Open', roles: ['CustomerAdmin', 'CustomerMaker'] },
        Close: { label: '關櫃', call: 'desk.Close', roles: ['CustomerAdmin'] },
      },
      import: {
        columns: ['DeskId'],
        inputs: {
          Action: { type: 'enum', options: { Open: '開櫃', Close: '關櫃' }, label: '處理方式' },
          Level: { type: 'enum', options: { Open: '公開', Inner: '內部' }, label: '等級' },
        },
      },
      permissions: { CustomerViewer: { fields: { DeskId: 'readOnly' } } },
    },
    Agreement: {
      label: '約定',
      page: false,
      key: 'ApplyCode',
      fields: { ApplyCode: { type: 'string', label: '委託單位代號', max: 8 } },
    },
  }).map(([name, file]) => ({ file: `schemas/${name}.json`, text: JSON.stringify(file) })),
)
const resource = schemas.get('voucher')

test('a file whose rows perform actions offers only those of the role', () => {
  const optionsFor = (role: string) =>
    Object.fromEntries(
      (resourceForRole(schemas.get('desk'), role).import?.action?.fields ?? []).flatMap((field) =>
        'options' in field ? [[field.name, field.options.map(([code]) => code)]] : [],
      ),
    )
  expect(optionsFor('CustomerAdmin')).toEqual({ Action: ['Open', 'Close'], Level: ['Open', 'Inner'] })
  expect(optionsFor('CustomerMaker')).toEqual({ Action: ['Open'], Level: ['Open', 'Inner'] })
  expect(optionsFor('CustomerViewer')).toEqual({ Action: [], Level: ['Open', 'Inner'] })
})

test('the files have no mistakes', () =>
  expect(problems.filter(({ id, file }) => id.startsWith('S') && file.includes('voucher'))).toEqual([]))

describe('a text with placeholders', () => {
  test.each([
    [
      '使用者 {UserId} 已啟用。[初始密碼已寄至 {SentTo}。]',
      { UserId: 'a1', SentTo: 'x@y.tw' },
      '使用者 a1 已啟用。初始密碼已寄至 x@y.tw。',
    ],
    ['使用者 {UserId} 已啟用。[初始密碼已寄至 {SentTo}。]', { UserId: 'a1', SentTo: null }, '使用者 a1 已啟用。'],
    ['{A}[（{B}）]', { A: '[x]', B: '{A}' }, '[x]（{A}）'],
  ])('%s', (text, values, filled) => expect(interpolate(text, values)).toBe(filled))

  test('names the fields that it needs', () => expect(placeholdersIn('{A}[（{B}）]')).toEqual(['A', 'B']))
})

describe("a role's view of a resource", () => {
  const viewer = resourceForRole(resource, 'CustomerViewer')
  const maker = resourceForRole(resource, 'CustomerMaker')
  const field = (name: string, of = maker) => of.fields.find((one) => one.name === name)

  test('lacks what is hidden: field, column, condition, place in the form', () => {
    expect(field('Remark', viewer)).toBeUndefined()
    expect(viewer.list.columns).not.toContain('Remark')
    expect(viewer.list.filters.map((filter) => filter.field)).toEqual(['VoucherCode', 'VoucherName', 'State'])
    expect(viewer.list.search).toEqual(['VoucherName'])
    expect(viewer.form.flatMap(({ fields }) => fields)).not.toContain('Remark')
  })

  test('has the sums of a list only with all fields of their rules', () => {
    const receipt = schemas.get('receipt')
    const sumsFor = (role: string) => {
      const { totals, totalRules } = resourceForRole(receipt, role).list
      return { totals, totalRules }
    }
    expect(sumsFor('CustomerMaker')).toEqual({ totals: ['Amount'], totalRules: receipt.list.totalRules })
    expect(sumsFor('CustomerViewer')).toEqual({ totals: [], totalRules: undefined })
    expect(sumsFor('CustomerChecker')).toEqual({ totals: [], totalRules: undefined })
  })

  test('keeps for the detail page what only lists hide', () => {
    expect(field('Budget', viewer)).toMatchObject({ detailOnly: true })
    expect(viewer.list.columns).not.toContain('Budget')
  })

  test('marks fields that are read-only, and fields that cannot be changed after creation', () => {
    expect(field('Budget')).toMatchObject({ readOnly: true, writable: false })
    expect(field('Mobile')).toMatchObject({ readOnly: false, writeOnce: true })
    expect(field('Amount')).toEqual(resource.fields.find(({ name }) => name === 'Amount'))
  })

  test('has the operations and actions of its role', () => {
    expect(resourceForRole(resource, 'CustomerChecker').endpoints.operations).toEqual(['list', 'get'])
    expect(maker.actions.map(({ name }) => name)).toEqual(['Stop', 'Resume'])
    expect(viewer.actions.map(({ name }) => name)).toEqual(['Resume'])
  })

  test('is the resource itself where the schema hides nothing from the role', () =>
    expect(resourceForRole(resource, 'CustomerAdmin')).toBe(resource))
})

test('hidden fields and their labels are removed from a record', () => {
  const row = {
    VoucherCode: 'C1',
    ApplyCode: '77001',
    Remark: '限校友',
    Contact: '王大明',
    Labels: { ApplyCode: '示範', Remark: 'x', 'Remark.0.A': 'y' },
  }
  expect(recordView(resource, 'get', { role: 'CustomerViewer', canUnmask: true })(row)).toEqual({
    VoucherCode: 'C1',
    ApplyCode: '77001',
    Contact: '王○明',
    Labels: { ApplyCode: '示範' },
  })
  expect(recordView(resource, 'get', { role: 'CustomerAdmin', canUnmask: true })(row)).toEqual(row)
  expect(recordView(resource, 'get', { role: 'CustomerAdmin', canUnmask: false })(row)).toMatchObject({
    Contact: '王○明',
    Remark: '限校友',
  })
  expect(
    recordView(resource, 'list', { role: 'CustomerChecker', canUnmask: true })(row).Contact,
    'lists are masked for everybody',
  ).toBe('王○明')
})

test('a name in a list item is masked by the id number of the same item', () => {
  const row = (IdNo: string | null) => ({ Name: '示範公司', IdNo })
  const view = recordView(schemas.get('team'), 'list', { role: 'CustomerAdmin', canUnmask: true })
  expect(view({ Players: [row('12345675'), row('A123456789'), row(null)] }).Players).toEqual([
    { Name: '示範公司', IdNo: '12345675' },
    { Name: '示○○司', IdNo: 'A123****89' },
    { Name: '示○○司', IdNo: null },
  ])
})

test('an invalid cell of personal data is never shown, whatever was typed', () => {
  expect(maskCell('mobile', '0912345678')).toBe('0912***678')
  expect(maskCell('mobile', '王大明')).toBe('***')
  expect(maskCell(undefined, '任何內容')).toBe('****')
})

test('the names of fields that no log may contain come from the schemas', () => {
  expect(personalFieldNames(schemas.resources)).toEqual(
    expect.arrayContaining(['Contact', 'Mobile', 'Mail', 'IdNo', 'Bank']),
  )
  expect(personalFieldNames(schemas.resources)).not.toContain('VoucherName')
})
