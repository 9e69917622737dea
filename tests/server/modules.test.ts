import { expect, test } from 'vitest'
import { Refusal } from '../../src/domain/refusal'
import { modules } from '../../src/modules'
import { createRecord, defineResource, enqueueJob, findRecords, updateRecord } from '../../src/server'
import { defineBankFile, defineController, moduleSet, type NamedModule } from '../../src/server/module'
import { moduleProblems, withModuleProblems } from '../../src/server/node/schemas/module-check'
import { post } from '../../src/server/payments/kinds/post'
import { loadModules } from '../../src/tools/module-files'
import { insurer, portal, twoCompanies, withModules } from '../support/portal'
import { testSchemas } from '../support/schemas/schemas'
import { voucher } from '../support/schemas/voucher'

test('the build and the tools find the same modules', async () => {
  const read = await loadModules()
  const names = (all: typeof modules.all) => all.map(({ kind, name, file }) => `${kind} ${name} ${file}`).toSorted()
  expect(names(read.all)).toEqual(names(modules.all))
  expect(names(modules.all)).toContain('resource whiteList resources/whiteList/server.ts')
  expect(names(modules.all)).toContain('controller Home src/server/controllers/home.ts')
  expect(names(modules.all)).toContain('bankFile cashFlow src/server/payments/kinds/cash-flow.ts')
})

test('two modules of one name are refused, and two that have the same job or kind of bank file', () => {
  const file = 'resources/whiteList/server.ts'
  const whiteList = { ...defineResource('whiteList', {}), file }
  expect(() => moduleSet([whiteList, whiteList])).toThrow("Two modules are named 'whiteList'.")
  const jobs = { print: { run: async () => {} } }
  const other = { ...defineController('Other', { jobs }), file: 'src/server/controllers/other.ts' }
  expect(() => moduleSet([{ ...defineResource('whiteList', { jobs }), file }, other])).toThrow(
    "Two modules have the job 'print'.",
  )
  const kind = { ...defineBankFile('post', post), file: 'src/server/payments/kinds/post.ts' }
  expect(() => moduleSet([kind, kind])).toThrow("Two modules are for bank files of the layout 'post'.")
})

test('a file without a module is named', () => {
  const empty = JSON.parse('{ "file": "resources/whiteList/server.ts" }')
  expect(() => moduleSet([empty])).toThrow(
    'resources/whiteList/server.ts must export by default what defineResource, defineController or defineBankFile returns.',
  )
})

const made = { ApplyCode: '77001', VoucherCode: 'C1', VoucherName: '開學折抵', Amount: 100 }

/** Opens a portal whose vouchers have a module, with a maker of each of two companies. */
const office = async (module: Parameters<typeof defineResource>[1]) => {
  const here = await portal({ schemas: { voucher }, modules: [defineResource('voucher', module)] })
  await twoCompanies(here)
  return { ...here, maker: await here.as('CustomerMaker'), other: await here.as('CustomerMaker', insurer) }
}

const stop = { Reason: '活動結束' }

test('beforeWrite sees the record as it was and as it will be, adds values, and refuses with fields', async () => {
  const seen: unknown[] = []
  const { maker } = await office({
    beforeWrite: async (_, { action, record, before, inputs }) => {
      seen.push([action, before?.VoucherName, record.VoucherName, inputs?.Reason])
      if (record.VoucherName === '不可') throw new Refusal('2006', '名稱不能用。', { VoucherName: '名稱不能用。' })
      return { VoucherName: `${record.VoucherName}！` }
    },
  })
  const created = await maker.post('/Voucher', made)
  expect(created.data.VoucherName).toBe('開學折抵！')
  const { UpdateTime } = created.data
  const refused = await maker.put('/Voucher/77001/C1', { UpdateTime, VoucherName: '不可' })
  expect([refused.code, refused.errors]).toEqual(['2006', { VoucherName: '名稱不能用。' }])
  const stopped = await maker.post('/Ext/Voucher/77001/C1/Stop', { UpdateTime, ...stop })
  expect(stopped.data).toMatchObject({ State: 'Stopped', VoucherName: '開學折抵！！' })
  expect(seen).toEqual([
    ['Create', undefined, '開學折抵', undefined],
    ['Update', '開學折抵！', '不可', undefined],
    ['Stop', '開學折抵！', '開學折抵！', '活動結束'],
  ])
})

test('values that a hook adds count in computed values', async () => {
  const withDouble = {
    ...voucher,
    fields: {
      ...voucher.fields,
      Double: { type: 'computed', as: 'money', label: '兩倍', value: { multiply: [{ field: 'Amount' }, 2] } },
    },
  }
  const raise = defineResource('voucher', {
    beforeWrite: async (_, { record }) => ({ Amount: Number(record.Amount) + 1 }),
  })
  const here = await portal({ schemas: { voucher: withDouble }, modules: [raise] })
  await twoCompanies(here)
  const maker = await here.as('CustomerMaker')
  const { data } = await maker.post('/Voucher', made)
  expect(data).toMatchObject({ Amount: 101, Double: 202 })
  const changed = await maker.put('/Voucher/77001/C1', { UpdateTime: data.UpdateTime, VoucherName: '改' })
  expect(changed.data).toMatchObject({ Amount: 102, Double: 204 })
})

test('what a hook writes and enqueues is rolled back when a later one refuses', async () => {
  const ran: unknown[] = []
  const { maker, ports, db } = await office({
    beforeWrite: async (context, { record, before }) => {
      if (before || record.VoucherCode !== 'C1') return undefined
      await createRecord(context, context.schemas.get('voucher'), { ...made, VoucherCode: 'C2' })
      await enqueueJob(context, 'voucherMade', { VoucherCode: 'C1' })
      return undefined
    },
    afterWrite: async (_, { record }) => {
      if (record.VoucherCode === 'C1' && record.Amount === 1) throw new Refusal('2006', '金額太小。')
    },
    jobs: { voucherMade: { run: async (_, data) => void ran.push(data.VoucherCode) } },
  })
  expect((await maker.post('/Voucher', { ...made, Amount: 1 })).code).toBe('2006')
  await ports.jobs.runUntilIdle()
  expect(await db.selectFrom('voucher').select('voucher_code').execute()).toEqual([])
  expect(ran).toEqual([])
  expect((await maker.post('/Voucher', made)).code).toBe('0000')
  await ports.jobs.runUntilIdle()
  expect((await db.selectFrom('voucher').select('voucher_code').orderBy('voucher_code').execute()).length).toBe(2)
  expect(ran).toEqual(['C1'])
})

test('a form that is sent with a RequestId can create further records in a hook, and creates nothing twice', async () => {
  const { maker, db } = await office({
    afterWrite: async (context, { record }) => {
      if (record.VoucherCode !== 'C1') return
      await createRecord(context, context.schemas.get('voucher'), { ...made, VoucherCode: 'C2' })
    },
  })
  const form = { ...made, RequestId: crypto.randomUUID() }
  const created = [await maker.post('/Voucher', form), await maker.post('/Voucher', form)]
  expect(created.map(({ code, data }) => [code, data?.VoucherCode])).toEqual(Array(2).fill(['0000', 'C1']))
  const vouchers = await db.selectFrom('voucher').select('voucher_code').orderBy('voucher_code').execute()
  expect(vouchers.map(({ voucher_code }) => voucher_code)).toEqual(['C1', 'C2'])
})

test('a hook sees no records of another company', async () => {
  const seen: unknown[] = []
  const { maker, other } = await office({
    afterWrite: async (context) => {
      const found = await findRecords(context, context.schemas.get('voucher'), { VoucherName: '開學折抵' })
      seen.push(found.map(({ ApplyCode, VoucherCode }) => `${ApplyCode} ${VoucherCode}`))
    },
  })
  await other.post('/Voucher', { ...made, ApplyCode: '77003' })
  await maker.post('/Voucher', made)
  expect(seen).toEqual([['77003 C1'], ['77001 C1']])
})

test('findRecords finds records by values, also by a value that is missing', async () => {
  const seen: unknown[] = []
  const { maker } = await office({
    afterWrite: async (context) => {
      const found = await findRecords(context, context.schemas.get('voucher'), { Amount: 100, Remark: null })
      seen.push(found.map(({ VoucherCode }) => VoucherCode))
    },
  })
  await maker.post('/Voucher', { ...made, VoucherCode: 'C2', Remark: '備註' })
  await maker.post('/Voucher', made)
  expect(seen).toEqual([[], ['C1']])
})

test('findRecords finds only the records of a view', async () => {
  const seen: unknown[] = []
  const activeVoucher = {
    kind: 'view',
    of: 'voucher',
    where: { State: ['Active'] },
    label: '使用中的禮券',
    menu: { group: 'basic', order: 91, icon: 'Celebration' },
    list: { columns: ['VoucherCode', 'VoucherName'] },
  }
  const module = defineResource('voucher', {
    afterWrite: async (context) => {
      const found = await findRecords(context, context.schemas.get('activeVoucher'), {})
      seen.push(found.map(({ VoucherCode }) => VoucherCode))
    },
  })
  const here = await portal({ schemas: { voucher, activeVoucher }, modules: [module] })
  await twoCompanies(here)
  const maker = await here.as('CustomerMaker')
  const { UpdateTime } = (await maker.post('/Voucher', made)).data
  await maker.post('/Ext/Voucher/77001/C1/Stop', { UpdateTime, ...stop })
  expect(seen).toEqual([['C1'], []])
})

test('beforeDelete refuses a deletion', async () => {
  const { maker } = await office({
    beforeDelete: async (_, record) => {
      if (record.VoucherCode === 'C1') throw new Refusal('2005', '這張優惠券已經發出，不能刪除。')
    },
  })
  for (const VoucherCode of ['C1', 'C2']) {
    const { UpdateTime } = (await maker.post('/Voucher', { ...made, VoucherCode })).data
    await maker.post(`/Ext/Voucher/77001/${VoucherCode}/Stop`, { UpdateTime, ...stop })
  }
  expect((await maker.delete('/Voucher/77001/C1')).message).toBe('這張優惠券已經發出，不能刪除。')
  expect((await maker.delete('/Voucher/77001/C2')).code).toBe('0000')
})

test('the preview of deletions says what beforeDelete refuses, and writes nothing', async () => {
  const module = defineResource('payer', {
    beforeDelete: async (context, { PayerId, UpdateTime, SerialId }) => {
      const payer = context.schemas.get('payer')
      const change = { PayerName: '已刪除', UpdateTime }
      await updateRecord(context, payer, { SerialId: Number(SerialId) }, change)
      if (PayerId === 'KEPT') throw new Refusal('2005', '這位繳款人要保留。')
    },
  })
  const here = await portal({ modules: [module] })
  await twoCompanies(here)
  const kept = await here.given.payer({ PayerId: 'KEPT' })
  const SerialIds = [kept.SerialId, (await here.given.payer({ PayerId: 'FREE' })).SerialId]
  const maker = await here.as('CustomerMaker')
  const { Results } = (await maker.post('/Ext/Payer/PreviewMultiDelete', { SerialIds })).data
  expect(Results).toMatchObject([{ ReturnMsg: '這位繳款人要保留。' }, { ReturnCode: '0000' }])
  const names = await here.db.selectFrom('payer').select('payer_name').distinct().execute()
  expect(names).toEqual([{ payer_name: kept.PayerName }])
  expect((await maker.delete('/Payer/MultiDelete', { SerialIds })).data.Results).toEqual(Results)
})

test('a job without a record is listed with the page of its module', async () => {
  const { maker } = await office({
    afterWrite: async (context) => void (await enqueueJob(context, 'voucherMade', {})),
    jobs: { voucherMade: { run: async () => {} } },
  })
  await maker.post('/Voucher', made)
  expect((await maker.get('/Ext/GetJobs')).data).toMatchObject([{ Page: 'voucher', RecordId: null, Title: '禮券設定' }])
})

test('a job that no module has is not enqueued', async () => {
  const { maker } = await office({
    afterWrite: async (context) => void (await enqueueJob(context, 'vouchrMade', {})),
  })
  expect((await maker.post('/Voucher', made)).status).toBe(500)
})

test('a mistake in a module is reported with its file and line', () => {
  const problems = (module: NamedModule) =>
    moduleProblems(withModules([module]), testSchemas({ voucher })).map(({ file, line, message }) => [
      `${file}:${line}`,
      message,
    ])
  const of = (name: string, module: object) => problems(defineResource(name, module))
  expect(of('whiteList', { calls: { delete: async () => null, Wipe: async () => null } })).toEqual([
    [
      'resources/whiteList/server.ts:1',
      "calls.Wipe: neither the contract nor a schema declares the call 'WhiteList.Wipe'.",
    ],
  ])
  // The line of the word in the stored file.
  expect(of('whiteList', { afterWrite: {} })).toEqual([
    ['resources/whiteList/server.ts:5', 'afterWrite must be a function.'],
  ])
  const misspelled: object = { call: {} }
  expect(problems(defineController('Home', misspelled))[0]?.[1]).toBe(
    "There is no part 'call'. The parts are calls, jobs.",
  )
  expect(of('voucher', { beforeSave: async () => {} })[0]?.[1]).toMatch(
    /^There is no part 'beforeSave'\. The parts are /,
  )
  expect(of('voucher', { virtualFields: { State: {} } })[0]?.[1]).toBe(
    "virtualFields.State is no virtual field of 'voucher'.",
  )
  expect(of('vouchr', {})[0]?.[1]).toBe("No file schemas/vouchr.json declares 'vouchr'.")
  expect(of('SKGBillQuery', { afterWrite: async () => {} })[0]?.[1]).toBe(
    "afterWrite never runs: 'SKGBillQuery' has no table of its own.",
  )
  expect(of('voucher', { importRules: {} })[0]?.[1]).toMatch(/^importRules are never applied/)
  expect(of('TLDetailExceptionHandling', { importRules: {} })[0]?.[1]).toBe(
    "importRules are never applied: the rows of schemas/TLDetailExceptionHandling.json write no records, because its import has 'inputs'.",
  )
  expect(of('voucher', { importAction: async () => {} })[0]?.[1]).toMatch(/^importAction never runs/)
  expect(moduleProblems(modules, testSchemas())).toEqual([])
  const unreadable = { id: 'S101', file: 'schemas/vouchr.json', line: 1, column: 1, message: 'the file is not JSON.' }
  expect(withModuleProblems([unreadable], withModules([defineResource('vouchr', {})]), testSchemas())).toEqual([
    unreadable,
  ])
})
