import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ListQuery, listParams } from '../../src/contract/list-query'
import { loadSchemas } from '../../src/schema/load/load'
import { filesBelow } from '../../src/tools/metrics/imports'

// Another backend counts rows from an offset, sorts by a sign before the name, and returns `results` and `count`.
const foreignConvention = {
  toListParams: ({ page, pageSize, sort, filters }: ListQuery) => ({
    ...filters,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    ordering: sort && `${sort.order === 'DESC' ? '-' : ''}${sort.field}`,
  }),
  fromListResponse: ({ results, count }: { results: unknown; count: unknown }) => ({ records: results, total: count }),
}

// Other files of the worker share these modules: they must get neither the foreign convention nor these globals.
beforeAll(() => {
  vi.resetModules()
  vi.doMock('../../src/contract/list-query', async (original) => ({
    ...(await original<object>()),
    ...foreignConvention,
  }))
})

afterEach(() => void vi.unstubAllGlobals())

afterAll(() => {
  vi.doUnmock('../../src/contract/list-query')
  vi.resetModules()
})

const files = filesBelow('schemas')
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('a backend with another list convention needs changes in contract/list-query.ts alone', async () => {
  const { createDataProvider } = await import('../../src/admin/data-provider')
  vi.stubGlobal('window', { location: { href: 'http://portal.test/' } })
  vi.stubGlobal('document', { cookie: '' })
  for (const storage of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(storage, { getItem: () => null, removeItem: () => {} })
  const asked: URL[] = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(new URL(url))
    return Response.json({
      ReturnCode: '0000',
      ReturnMsg: '',
      OutData: { results: [{ SerialId: 41, FeeName: '管理費' }], count: 61 },
    })
  })
  const provider = createDataProvider(loadSchemas(files).schemas)
  const list = await provider.getList('fee', {
    pagination: { page: 3, perPage: 20 },
    sort: { field: 'FeeName', order: 'DESC' },
    filter: { FeeStatus: 'Active' },
  })
  expect(list).toEqual({ data: [{ id: '41', SerialId: 41, FeeName: '管理費' }], total: 61 })
  expect(asked.map(({ search }) => search)).toEqual(['?FeeStatus=Active&offset=40&limit=20&ordering=-FeeName'])
})

test('no other file of the browser names a parameter of lists', () => {
  const words = new RegExp(`\\b(${Object.values(listParams).join('|')})\\b`)
  const named = ['src/admin', 'src/browser', 'resources']
    .flatMap(filesBelow)
    .filter((file) => /\.tsx?$/.test(file) && words.test(readFileSync(file, 'utf8')))
  expect(named).toEqual([])
})
