import { expect, test } from 'vitest'
import { filtersOfLink, listLink, queryLink } from '../../../src/admin/hooks/link-state'
import { relatedQuery } from '../../../src/schema/rules/related'
import { browserSchemas } from '../../support/browser/browser-portal'

const bills = browserSchemas().get('bills')

test('a link has personal filters in its state, which is not logged, and all others in its address', () => {
  const link = listLink(bills, '/admin/bills', { BillStatus: 'Unpaid', PayerName: '王大明' })
  expect(decodeURIComponent(link?.to ?? '')).toBe('/admin/bills?filter={"BillStatus":["Unpaid"]}')
  expect(JSON.stringify(link?.state)).not.toContain('王大明')
  const again = listLink(bills, '/admin/bills', { BillStatus: 'Unpaid', PayerName: '王大明' })
  expect(again?.state, 'a link that is rendered again').toEqual(link?.state)
  const other = listLink(bills, '/admin/bills', { PayerName: '王小明' })
  expect(other?.state).not.toEqual(link?.state)
  const { search } = new URL(link?.to ?? '', 'http://localhost')
  expect(filtersOfLink(bills, { search, state: link?.state })).toEqual({ BillStatus: ['Unpaid'], PayerName: '王大明' })
  expect(filtersOfLink(bills, { search, state: null }), 'opened in another tab').toEqual({ BillStatus: ['Unpaid'] })
})

test('a list without one of the filters has no link', () =>
  expect(listLink(bills, '/admin/bills', { Colour: 'red' })).toBeUndefined())

test('of an address, only filters of the list with values of their form are used, and none of personal data', () => {
  const filtersIn = (filter: string) =>
    filtersOfLink(bills, { search: `?filter=${encodeURIComponent(filter)}`, state: null })
  expect(filtersIn('{"BillStatus":"Void","Colour":"red","PayerName":"王","BillNo":7,"ApplyCode":"77001"}')).toEqual({
    ApplyCode: '77001',
  })
  expect(filtersIn('{"PaymentEndDate":{"from":"2026-11-01"}}')).toEqual({ PaymentEndDate: { from: '2026-11-01' } })
  for (const filter of ['{', '[]', '7', 'null']) expect(filtersIn(filter), filter).toBeUndefined()
})

test('a link to the records that refer to a record is the same in another tab', () => {
  const remittance = browserSchemas().get('remittance')
  const [related] = browserSchemas()
    .get('bankFile')
    .related.filter(({ of }) => of === 'remittance')
  const filters = related && relatedQuery(remittance, related, { SerialId: 57, FileName: 'CF.txt' })?.filters
  const link = queryLink(remittance, '/admin/remittance', filters ?? {})
  expect(decodeURIComponent(link.to)).toBe('/admin/remittance?filter={"BankFileId":57}')
  expect(link.state).toEqual({})
  const { search } = new URL(link.to, 'http://localhost')
  expect(filtersOfLink(remittance, { search, state: null })).toEqual({ BankFileId: 57 })
})
