import { expect, test } from 'vitest'
import { rulesOf } from '../../../src/schema/field-types'
import type { RecordValues } from '../../../src/schema/language/types'
import { portal, twoCompanies } from '../../support/portal'

const wide = {
  label: '設備設定',
  menu: { group: 'basic', order: 92, icon: 'Celebration' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true },
    Title: { type: 'string', label: '名稱', required: true, max: 20 },
    Keeper: { type: 'string', label: '保管人', max: 20, personal: 'name' },
    Price: { type: 'money', label: '價格' },
    Secret: { type: 'string', label: '密', max: 20, detailOnly: true },
    Parts: { type: 'rows', label: '零件', max: 5, fields: { Name: { type: 'string', label: '名稱', max: 20 } } },
    Remark: { type: 'text', label: '備註', max: 100 },
  },
  list: { columns: ['Title'] },
  permissions: { CustomerViewer: { fields: { Price: 'hidden', Remark: { list: 'hidden' } } } },
}

const { as, given, schemas } = await portal({ schemas: { wide } })
await twoCompanies({ given })
const maker = await as('CustomerMaker')
await maker.post('/Wide', {
  ApplyCode: '77001',
  Title: '梯',
  Keeper: '王大明',
  Price: 500,
  Secret: '甲',
  Parts: [{ Name: '輪' }],
  Remark: '舊',
})
const rowOf = async (role: string, query: Parameters<typeof maker.get>[1]): Promise<RecordValues> =>
  (await (await as(role)).get('/Wide', query)).data.Items[0]

test('a list row contains the default columns; if all fields are requested, every field that a column can show', async () => {
  expect(Object.keys(await rowOf('CustomerMaker', {})).sort()).toEqual([
    'ApplyCode',
    'Labels',
    'SerialId',
    'Title',
    'UpdateTime',
  ])
  const whole = await rowOf('CustomerMaker', { AllFields: 'true' })
  expect(whole).toMatchObject({
    Title: '梯',
    Keeper: '王○明',
    Price: 500,
    Remark: '舊',
    CreateUser: expect.any(String),
  })
  expect(whole).not.toHaveProperty('Secret')
  expect(whole).not.toHaveProperty('Parts')
})

test('all fields means those that the role may see', async () => {
  const whole = await rowOf('CustomerViewer', { AllFields: 'true' })
  expect(whole).toMatchObject({ Title: '梯', Keeper: '王○明' })
  expect(whole).not.toHaveProperty('Price')
  expect(whole).not.toHaveProperty('Remark')
})

test('the parameter is true or false', async () => {
  expect(await maker.get('/Wide', { AllFields: 'yes' })).toMatchObject({
    code: '2002',
    errors: { AllFields: expect.any(String) },
  })
})

test('each field of every resource is a column, can be shown as one, or is only on the detail page', () => {
  for (const { name, fields, list } of schemas.resources)
    for (const field of fields) {
      const places = [
        list.columns.includes(field.name),
        list.optionalColumns.includes(field.name),
        field.detailOnly || rulesOf(field.type).canBeListed === false,
      ]
      expect(places.filter(Boolean), `${name}.${field.name}`).toEqual([true])
    }
})
