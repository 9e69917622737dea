import { expect, test } from 'vitest'
import { listParameters } from '../../../src/contract/openapi/list-parameters'
import { portal, twoCompanies } from '../../support/portal'
import { voucher } from '../../support/schemas/voucher'

const { as, given, schemas } = await portal({
  schemas: {
    voucher: {
      ...voucher,
      list: {
        ...voucher.list,
        totals: ['Amount'],
        filters: ['VoucherCode', { field: 'State', default: 'Active' }, 'VoucherName'],
      },
    },
    voucherQuery: {
      label: '停用禮券查詢',
      kind: 'view',
      of: 'voucher',
      menu: { group: 'basic', order: 91, icon: 'Search' },
      list: { columns: ['VoucherCode', 'State'], filters: [{ field: 'State', default: ['Stopped'] }] },
    },
  },
})
await twoCompanies({ given })
const maker = await as('CustomerMaker')
for (const VoucherCode of ['C1', 'C2', 'C3'])
  await maker.post('/Voucher', { ApplyCode: '77001', VoucherCode, VoucherName: '折抵', Amount: 100 })
const { UpdateTime } = (await maker.get('/Voucher/77001/C3')).data
await maker.post('/Ext/Voucher/77001/C3/Stop', { UpdateTime, Reason: '活動結束' })

const codesOf = async (path: string, query = {}) =>
  (await maker.get(path, query)).data.Items.map(({ VoucherCode }: { VoucherCode: string }) => VoucherCode).sort()

test('the default of a filter applies to queries without a value of it, and any value replaces it', async () => {
  expect(await codesOf('/Voucher')).toEqual(['C1', 'C2'])
  expect(await codesOf('/Voucher', { State: '' })).toEqual(['C1', 'C2'])
  expect(await codesOf('/Voucher', { VoucherCode: 'C3' })).toEqual([])
  expect(await codesOf('/Voucher', { State: 'Stopped' })).toEqual(['C3'])
  expect(await codesOf('/Voucher', { State: ['Active', 'Stopped'] })).toEqual(['C1', 'C2', 'C3'])
  expect(await codesOf('/VoucherQuery')).toEqual(['C3'])
})

test('sums and downloads have the same default as the list', async () => {
  const { data } = await maker.get('/Voucher', { WithTotals: true })
  expect(data.Totals).toEqual([{ Count: 2, Amount: 200 }])
  const file = await maker.get('/Ext/Voucher/GetFullList')
  expect(file.data.Items).toHaveLength(2)
})

test('OpenAPI declares the default of the parameter', () => {
  const schema = listParameters(schemas.get('voucher')).find(({ name }) => name === 'State')?.schema
  expect(schema).toMatchObject({ type: 'array', default: ['Active'] })
})
