import '../support/page'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { createDataProvider } from '../../src/admin/data-provider'
import { openCompanySession } from '../../src/browser/session/session'
import type { ListQuery } from '../../src/contract/list-query'
import { loadSchemas } from '../../src/schema/load/load'
import { companyLogin } from '../browser/samples'
import { schemaFiles } from '../support/browser-schema-files'
import { network } from '../support/msw'

// Another backend counts rows from an offset, sorts by a sign before the name, and answers `results` and `count`.
vi.mock('../../src/contract/list-query', async (original) => ({
  ...(await original<typeof import('../../src/contract/list-query')>()),
  toListParams: ({ page, pageSize, sort, filters }: ListQuery) => ({
    ...filters,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    ordering: sort && `${sort.order === 'DESC' ? '-' : ''}${sort.field}`,
  }),
  fromListAnswer: ({ results, count }: { results: unknown; count: unknown }) => ({ rows: results, total: count }),
}))

const worker = network()

test('a backend with another list convention needs changes in contract/list-query.ts alone', async () => {
  openCompanySession(companyLogin)
  const asked: URLSearchParams[] = []
  worker.use(
    http.get('*/api/fee', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      const results = [{ SerialId: 41, FeeName: '管理費' }]
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: { results, count: 61 } })
    }),
  )
  const provider = createDataProvider(loadSchemas(schemaFiles).schemas)
  const list = await provider.getList('fee', {
    pagination: { page: 3, perPage: 20 },
    sort: { field: 'FeeName', order: 'DESC' },
    filter: { FeeStatus: 'Active' },
  })
  expect(list).toEqual({ data: [{ id: '41', SerialId: 41, FeeName: '管理費' }], total: 61 })
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ FeeStatus: 'Active', offset: '40', limit: '20', ordering: '-FeeName' })
})
