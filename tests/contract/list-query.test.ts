import { expect, test } from 'vitest'
import { toListParams } from '../../src/contract/list-query'

test('a list query becomes flat parameters named after the fields', () => {
  const params = toListParams({
    page: 2,
    pageSize: 20,
    sort: { field: 'SortNo', order: 'ASC' },
    filters: {
      FeeName: '管理',
      FeeStatus: ['Active', 'Inactive'],
      PaymentEndDate: { from: '2026-11-01', to: '2026-11-30' },
    },
    keyword: 'F01',
  })
  expect(params).toEqual({
    FeeName: '管理',
    FeeStatus: ['Active', 'Inactive'],
    PaymentEndDateFrom: '2026-11-01',
    PaymentEndDateTo: '2026-11-30',
    Keyword: 'F01',
    PageNo: 2,
    PageSize: 20,
    SortField: 'SortNo',
    SortOrder: 'ASC',
  })
})

test('a range that is open at one end leaves that parameter undefined', () => {
  expect(toListParams({ page: 1, pageSize: 10, filters: { Amount: { from: 100 } } })).toMatchObject({
    AmountFrom: 100,
    AmountTo: undefined,
  })
})
