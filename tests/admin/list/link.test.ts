import { expect, test } from 'vitest'
import { filtersOfLink, listLink } from '../../../src/admin/hooks/link-state'
import { browserSchemas } from '../../support/browser/browser-portal'

const bills = browserSchemas().get('bills')

test('a link has personal filters in its state, which is not logged, and all others in its address', () => {
  const link = listLink(bills, '/admin/bills', { BillStatus: 'Unpaid', PayerName: '王大明' })
  expect(decodeURIComponent(link?.to ?? '')).toBe('/admin/bills?filter={"BillStatus":["Unpaid"]}')
  expect(link?.state).toEqual({ filters: { PayerName: '王大明' } })
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
