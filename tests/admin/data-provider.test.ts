import '../support/browser/page'
import { HttpResponse, http } from 'msw'
import { HttpError } from 'react-admin'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDataProvider, type PortalDataProvider } from '../../src/admin/data-provider'
import { answerDialog, closeDialogs, dialogQueue } from '../../src/browser/dialogs/dialogs'
import type { RecordValues } from '../../src/schema/language/language'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { failures, network, onRequest, respondWith, throughApp } from '../support/browser/msw'
import { signIn } from './admin-page'

let portal: BrowserPortal
let maker: RecordValues
let provider: PortalDataProvider
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await signIn(portal, maker)
  provider = createDataProvider(portal.schemas)
})

const page = (perPage = 20, pageNo = 1) => ({
  pagination: { page: pageNo, perPage },
  sort: { field: 'id', order: 'ASC' as const },
  filter: {},
})

/** Returns a provider for a resource whose records have no call of their own. */
const withoutGet = (name: string): PortalDataProvider => {
  const resource = portal.schemas.get(name)
  const operations = resource.endpoints.operations.filter((operation) => operation !== 'get')
  return createDataProvider({
    ...portal.schemas,
    get: () => ({ ...resource, endpoints: { ...resource.endpoints, operations } }),
  })
}

const kinds = [
  {
    resource: 'fee',
    field: 'FeeName',
    sample: (code: string): RecordValues => ({
      ApplyCode: '77001',
      FeeCode: code,
      FeeName: `名稱${code}`,
      SortNo: 1,
      FeeStatus: 'Active',
    }),
  },
  {
    resource: 'payerUnit',
    field: 'PayerUnitName',
    sample: (code: string): RecordValues => ({
      ApplyCode: '77001',
      PayerUnitId: code,
      PayerUnitName: `名稱${code}`,
      UnitStatus: 'Active',
    }),
  },
]

describe.each(kinds)('$resource', ({ resource, field, sample }) => {
  const create = async (code: string) => (await provider.create(resource, { data: sample(code) })).data
  const name = (record: RecordValues) => record[field]

  test('create returns the record with its id, and getOne finds it by that id', async () => {
    const record = await create('C1')
    expect(typeof record.id).toBe('string')
    const { data } = await provider.getOne(resource, { id: record.id })
    expect(data.id).toBe(record.id)
    expect(name(data)).toBe('名稱C1')
    expect(data.UpdateTime).toMatch(/\+08:00$/)
  })

  test('getList returns a page, the total, and the same ids', async () => {
    const record = await create('L1')
    const { data, total } = await provider.getList(resource, page(1))
    expect(data).toHaveLength(1)
    expect(total).toBeGreaterThanOrEqual(2)
    expect((await provider.getList(resource, page(100))).data.map(({ id }) => id)).toContain(record.id)
  })

  test('getList filters by several fields and by keywords', async () => {
    await create('W1')
    const filtered = await provider.getList(resource, { ...page(), filter: { [field]: '名稱W1' } })
    expect(filtered.data.map(name)).toEqual(['名稱W1'])
    const searched = await provider.getList(resource, { ...page(), filter: { q: '名稱W1', ApplyCode: '77001' } })
    expect(searched.data.map(name)).toEqual(['名稱W1'])
  })

  test('getMany returns the records that exist and ignores ids that do not', async () => {
    const [one, two] = [await create('M1'), await create('M2')]
    const { data } = await provider.getMany(resource, { ids: [one.id, two.id, one.id] })
    expect(data.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted())
  })

  test('getManyReference returns the records of one owner', async () => {
    await create('R1')
    const { data } = await provider.getManyReference(resource, { ...page(100), target: 'ApplyCode', id: '77001' })
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(({ ApplyCode }) => ApplyCode === '77001')).toBe(true)
  })

  test('update changes the record and returns its new state', async () => {
    const previousData = (await provider.getOne(resource, { id: (await create('U1')).id })).data
    const { data } = await provider.update(resource, {
      id: previousData.id,
      data: { ...previousData, [field]: '改過' },
      previousData,
    })
    expect(data.id).toBe(previousData.id)
    expect(name(data)).toBe('改過')
    expect(data.UpdateTime).not.toBe(previousData.UpdateTime)
  })

  test('a second update from the same state is refused and changes nothing', async () => {
    const previousData = (await provider.getOne(resource, { id: (await create('U2')).id })).data
    await provider.update(resource, { id: previousData.id, data: { ...previousData, [field]: '第一人' }, previousData })
    const second = provider.update(resource, {
      id: previousData.id,
      data: { ...previousData, [field]: '第二人' },
      previousData,
    })
    await expect(second).rejects.toMatchObject({ status: 200, body: { code: '2009' } })
    expect(name((await provider.getOne(resource, { id: previousData.id })).data)).toBe('第一人')
  })

  test('updateMany changes one field of several records and leaves the others', async () => {
    const ids = [(await create('X1')).id, (await create('X2')).id]
    expect((await provider.updateMany(resource, { ids, data: { [field]: '一起改' } })).data).toEqual(ids)
    const { data } = await provider.getMany(resource, { ids })
    expect(data.map(name)).toEqual(['一起改', '一起改'])
    expect(data.every(({ ApplyCode }) => ApplyCode === '77001')).toBe(true)
  })

  test('delete deletes the record', async () => {
    const record = await create('D1')
    expect((await provider.delete(resource, { id: record.id, previousData: record })).data.id).toBe(record.id)
    expect((await provider.getMany(resource, { ids: [record.id] })).data).toEqual([])
    closeDialogs()
  })

  test('deleteMany deletes several records', async () => {
    const ids = [(await create('DM1')).id, (await create('DM2')).id]
    expect((await provider.deleteMany(resource, { ids })).data).toEqual(ids)
    expect((await provider.getMany(resource, { ids })).data).toEqual([])
    closeDialogs()
  })

  test('error messages of the server become errors of the fields', async () => {
    await create('E1')
    const again = provider.create(resource, { data: sample('E1') })
    await expect(again).rejects.toBeInstanceOf(HttpError)
    const body = await again.catch((error: HttpError) => error.body)
    expect(Object.values(body.errors).every((sentence) => typeof sentence === 'string')).toBe(true)
  })
})

test('several payers are deleted in one call', async () => {
  const payers = [
    await portal.given.payer({ PayerId: 'MD1', PayerNo: '000101' }),
    await portal.given.payer({ PayerId: 'MD2', PayerNo: '000102' }),
  ]
  const ids = payers.map(({ SerialId }) => String(SerialId))
  const calls = vi.fn()
  onRequest(worker, ({ method, url }) => calls(method, new URL(url).pathname))
  expect((await provider.deleteMany('payer', { ids })).data).toEqual(ids)
  expect(calls.mock.calls).toEqual([['DELETE', '/api/Payer/MultiDelete']])
})

/** Answers the next question for the password; null cancels it. */
const answerQuestion = async (password: string | null): Promise<void> => {
  const question = await vi.waitUntil(() => dialogQueue.get()[0], { timeout: 60_000 })
  expect(question.input?.type).toBe('password')
  question.input?.onChange(password ?? '')
  answerDialog(question, password !== null)
}

/** An administrator with a known password, who is signed in, and the ids of three other users. */
const threeUsers = async (prefix: string) => {
  const admin = await portal.given.user({ UserId: `${prefix}admin1`, RoleId: 'CustomerAdmin' })
  await portal.setPassword(admin, 'Demo2026x')
  await signIn(portal, admin)
  const users = await Promise.all([1, 2, 3].map((n) => portal.given.user({ UserId: `${prefix}user${n}` })))
  const ids = users.map(({ SerialId }) => String(SerialId))
  return { admin, ids, usersLeft: async () => (await provider.getMany('portalUser', { ids })).data.length }
}

test('several users are deleted with one question for the password, and a wrong password counts once', async () => {
  const { admin, ids, usersLeft } = await threeUsers('one')
  const deletion = provider.deleteMany('portalUser', { ids })
  await answerQuestion('Wrong2026x')
  await answerQuestion('Demo2026x')
  expect((await deletion).data).toEqual(ids)
  expect(await usersLeft()).toBe(0)
  const wrong = portal.db
    .selectFrom('security_log')
    .select('subject')
    .where('event', '=', 'wrong confirming password')
    .where('subject', '=', String(admin.UserId))
  expect(await wrong.execute()).toHaveLength(1)
})

test('a cancelled question for the password is not repeated, and no user is deleted', async () => {
  const { ids, usersLeft } = await threeUsers('two')
  const deletion = provider.deleteMany('portalUser', { ids }).catch((error: HttpError) => error)
  await answerQuestion(null)
  expect(await deletion).toMatchObject({
    body: { code: '2001', failed: ids.map((id, n) => ({ id, message: expect.stringContaining(`twouser${n + 1}`) })) },
  })
  expect(dialogQueue.get()).toEqual([])
  expect(await usersLeft()).toBe(3)
})

test('an id that is not a complete key finds no record', async () => {
  await expect(provider.getOne('payerUnit', { id: '77001' })).rejects.toThrow(/^找不到這.+，可能已經刪除。$/)
})

test('a reference to a deleted record is left out; a failed call is not treated as a missing record', async () => {
  const { data } = await provider.create('fee', { data: kinds[0]?.sample('GM1') ?? {} })
  const gone = await provider.getMany('fee', { ids: [data.id, '999999'] })
  expect(gone.data.map(({ id }) => id)).toEqual([data.id])
  closeDialogs()
  worker.use(failures.refusal(`/fee/${data.id}`, '2006', '這筆資料暫時不能查詢。'))
  await expect(provider.getMany('fee', { ids: [data.id] })).rejects.toMatchObject({
    message: '這筆資料暫時不能查詢。',
    body: { code: '2006', hasDialog: false },
  })
})

test.each([
  ['one by one', 'billCategory', () => portal.given.billCategory({ BillCategoryCode: 'FREE' })],
  ['in one call', 'payer', () => portal.given.payer({ PayerId: 'FREE', PayerNo: '000201' })],
] as const)(
  'when several records are deleted %s, those that remain are named with the reason',
  async (_, resource, free) => {
    const { given } = portal
    if (resource === 'payer') await given.bill({ PayerId: 'BUSY' })
    else await given.billTerm({ BillTermId: 'BUSY', BillTermNo: '99', BillCategoryCode: 'BUSY' })
    const busy =
      resource === 'payer'
        ? await given.payer({ PayerId: 'BUSY', PayerNo: '000202' })
        : await given.billCategory({ BillCategoryCode: 'BUSY' })
    const [freeId, busyId] = [String((await free()).SerialId), String(busy.SerialId)]
    const failure = await provider.deleteMany(resource, { ids: [freeId, busyId] }).catch((error: HttpError) => error)
    expect(failure).toMatchObject({
      body: {
        code: '2005',
        hasDialog: false,
        failed: [{ id: busyId, message: expect.stringMatching(/使用這(位繳款人|個代收類別)，不能刪除/) }],
      },
    })
    expect((await provider.getMany(resource, { ids: [freeId, busyId] })).data.map(({ id }) => id)).toEqual([busyId])
    closeDialogs()
  },
)

describe('a list of a backend', () => {
  const feeNos = (first: number, count: number) =>
    Array.from({ length: Math.max(0, count) }, (_, index) => ({ SerialId: first + index }))

  /** Answers lists of fees as the function does; returns the pages that were asked for. */
  const answering = (outData: (pageNo: number, size: number) => object): readonly string[] => {
    const asked: string[] = []
    worker.use(
      http.get('*/api/fee', ({ request }) => {
        const query = new URL(request.url).searchParams
        const [pageNo, size] = [Number(query.get('PageNo')), Number(query.get('PageSize'))]
        asked.push(`${pageNo}/${size}`)
        return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: outData(pageNo, size) })
      }),
    )
    return asked
  }

  /** Returns the items of a page of 1,100 fees. */
  const pageOf = (pageNo: number, size: number) =>
    feeNos((pageNo - 1) * size + 1, Math.min(size, 1100 - (pageNo - 1) * size))

  test('is assembled from several calls if the page is larger than its maximum', async () => {
    const asked = answering((PageNo, PageSize) => ({
      ...{ Items: pageOf(PageNo, PageSize), TotalCount: 1100, PageNo, PageSize },
    }))
    const { data, total } = await provider.getList('fee', page(1100))
    expect(asked).toEqual(['1/500', '2/500', '3/500'])
    expect([data.length, total, data.at(-1)?.id]).toEqual([1100, 1100, '1100'])
  })

  test('is read to its end if it does not say how many records there are', async () => {
    const asked = answering((pageNo, size) => ({ Items: pageOf(pageNo, size) }))
    expect(await provider.getList('fee', page(20))).toMatchObject({ total: 21, meta: { isMinimum: true } })
    const { data, total } = await provider.getList('fee', page(Number.MAX_SAFE_INTEGER))
    expect(asked).toEqual(['1/20', '1/500', '2/500', '3/500'])
    expect([data.length, total, data.at(-1)?.id]).toEqual([1100, 1100, '1100'])
  })

  test('is asked twice, not endlessly, if it has no pages; also to find a record that it does not have', async () => {
    const asked = answering(() => ({ Items: feeNos(1, 500) }))
    const { data, total } = await provider.getList('fee', page(Number.MAX_SAFE_INTEGER))
    expect([data.length, total, asked.length]).toEqual([500, 500, 2])
    await expect(withoutGet('fee').getOne('fee', { id: '501' })).rejects.toThrow('找不到這個繳費項目')
    expect(asked).toHaveLength(4)
  })
})

test('a list that is no longer needed is cancelled without a message', async () => {
  worker.use(failures.silent('/fee'))
  const control = new AbortController()
  const list = provider.getList('fee', { ...page(), signal: control.signal })
  setTimeout(() => control.abort(), 50)
  await expect(list).rejects.toMatchObject({ name: 'AbortError' })
  expect(provider.supportAbortSignal).toBe(true)
})

test('select options are fetched once, and again after a change', async () => {
  const asked = vi.fn()
  worker.use(
    http.get('*/api/fee/GetAllSelectList', () => {
      asked()
      return HttpResponse.json({
        ReturnCode: '0000',
        ReturnMsg: '',
        OutData: { FeeStatus: [{ Value: 'Active', Text: '啟用' }] },
      })
    }),
  )
  await provider.getSelectOptions('fee')
  expect((await provider.getSelectOptions('fee')).FeeStatus).toEqual([{ Value: 'Active', Text: '啟用' }])
  expect(asked).toHaveBeenCalledTimes(1)
  await provider.create('fee', {
    data: { ApplyCode: '77001', FeeCode: 'SEL', FeeName: '名稱', SortNo: 1, FeeStatus: 'Active' },
  })
  await provider.getSelectOptions('fee')
  expect(asked).toHaveBeenCalledTimes(2)
})

test('error messages of any shape are shown at a field or above the form', async () => {
  worker.use(
    failures.refusal('/fee', '2002', '資料有誤', {
      Errors: { FeeName: ['太長', '有空白'], SortNo: null, Elsewhere: '其他問題', 'FeeItems.0.Amount': '不明' },
    }),
  )
  const body = await provider.create('fee', { data: {} }).catch((error: HttpError) => error.body)
  expect(body.errors).toEqual({ FeeName: '太長、有空白', root: { serverError: '其他問題\n不明' } })
})

test('a backend that returns only the key of a new record is supported', async () => {
  worker.use(respondWith('/fee', 4711))
  const { data } = await provider.create('fee', { data: { ApplyCode: '77001', FeeCode: 'K', FeeName: '名稱' } })
  expect(data).toMatchObject({ id: '4711', FeeName: '名稱' })
})

test('only the fields that users enter are sent, with UpdateTime as the token of the optimistic lock', async () => {
  let sent: unknown
  worker.use(
    http.put('*/api/fee/:id', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: null })
    }),
  )
  const previousData = {
    id: '1',
    SerialId: 1,
    ApplyCode: '77001',
    FeeCode: 'F01',
    FeeName: '舊',
    CreateUser: 'x',
    UpdateTime: 't1',
    Labels: {},
  }
  await provider.update('fee', { id: '1', data: { ...previousData, FeeName: '新' }, previousData })
  expect(sent).toEqual({ FeeName: '新', UpdateTime: 't1' })
})

test('a record whose resource has no get call is read from the list', async () => {
  const thin = withoutGet('fee')
  const { data } = await provider.create('fee', {
    data: { ApplyCode: '77001', FeeCode: 'NOGET', FeeName: '名稱', SortNo: 1, FeeStatus: 'Active' },
  })
  expect((await thin.getOne('fee', { id: data.id })).data).toMatchObject({ id: data.id, FeeCode: 'NOGET' })
  await expect(thin.getOne('fee', { id: '999999' })).rejects.toThrow('找不到這個繳費項目')
})
