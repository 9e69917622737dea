import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { modules } from '../../../src/modules'
import { loadSchemas } from '../../../src/schema/load/load'
import { readSchemaFiles } from '../../../src/server/node/schemas/schema-files'
import { createResource } from '../../../src/tools/new-resource/create-resource'
import { readNewResource } from '../../../src/tools/new-resource/options'
import { projectFacts } from '../../../src/tools/portal-schemas'
import { portal, twoCompanies } from '../../support/portal'

const facts = projectFacts(modules)
const folder = mkdtempSync(join(tmpdir(), 'schemas-'))
cpSync('schemas', folder, { recursive: true })
// The names that these tests use may have been taken since.
for (const name of ['coupon', 'contact', 'voucher', 'voucherReport'])
  rmSync(join(folder, `${name}.json`), { force: true })
afterAll(() => rmSync(folder, { recursive: true }))

const make = async (...args: string[]) => createResource(await readNewResource(args), folder, join(folder, 'modules'))
const basic = ['--label', '優惠券設定', '--menu', 'basic']
const problemsOf = (name: string) =>
  loadSchemas(readSchemaFiles(folder), facts).problems.filter(({ file }) => file === `schemas/${name}.json`)

/** Returns a text as `npm run format` would write it. */
const formatted = (path: string, input: string): string => {
  const biome = join('node_modules', '@biomejs', 'biome', 'bin', 'biome')
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${path}`], { input, encoding: 'utf8' })
}

test('a new resource passes every check, and its records are served', async () => {
  const fields = [
    'couponCode:string(10)!=代碼',
    'CouponName:string(20)!=名稱',
    'Kind:enum(Amount=折抵,Gift=贈品)!=方式',
    'Amount:money=金額',
    'ContactName:string=聯絡人',
  ]
  const [path = ''] = await make(
    'coupon',
    ...basic,
    '--key',
    'couponCode',
    ...fields.flatMap((field) => ['--field', field]),
  )
  const schema = JSON.parse(readFileSync(path, 'utf8'))
  expect(problemsOf('coupon')).toEqual([])
  expect(schema).toMatchObject({
    key: ['ApplyCode', 'CouponCode'],
    display: '{CouponCode} {CouponName}',
    fields: { ContactName: { personal: 'name' } },
  })
  const own = await portal({ schemas: { coupon: schema } })
  await twoCompanies(own)
  const maker = await own.as('CustomerMaker')
  const coupon = { ApplyCode: '77001', CouponCode: 'C1', CouponName: '早鳥', Kind: 'Gift' }
  expect(await maker.post('/Coupon', coupon)).toMatchObject({ code: '0000', data: coupon })
  expect((await maker.get('/Coupon', { Kind: 'Gift' })).data).toMatchObject({ TotalCount: 1 })
  expect((await maker.post('/Coupon', { ...coupon, CouponName: '' })).errors).toHaveProperty('CouponName')
})

test('a record of the company can name an agreement and has a code that is unique within the company', async () => {
  const fields = ['Code:string(10)!=代碼', 'ApplyCode:reference(Agreement)=委託單位代號']
  const [path = ''] = await make(
    'contact',
    ...basic,
    '--tenant',
    'UniformNo',
    '--key',
    'Code',
    ...fields.flatMap((field) => ['--field', field]),
  )
  expect(problemsOf('contact')).toEqual([])
  const schema = JSON.parse(readFileSync(path, 'utf8'))
  expect(schema).toMatchObject({
    key: ['UniformNo', 'Code'],
    tenant: 'UniformNo',
    list: { filters: ['Code', 'ApplyCode'] },
  })
})

test('it has an action, an import and a report if they are requested', async () => {
  const fields = [
    'VoucherCode:string(10)!=抵用券代碼',
    'Kind:enum(Amount=折抵,Gift=贈品)!=方式',
    'Amount:money=金額',
    'IssueDate:date=發放日',
    'Status:enum(ActiveStatus)!=狀態',
  ]
  const options = [
    ...fields.flatMap((field) => ['--field', field]),
    '--action',
    'stop=停用:Status=Inactive?StopReason:text(50)!=停用原因;StopDate:date=停用日',
    '--import',
    '--report',
  ]
  const paths = await make('voucher', '--label', '抵用券設定', '--menu', 'basic', '--key', 'VoucherCode', ...options)
  expect([...problemsOf('voucher'), ...problemsOf('voucherReport')]).toEqual([])
  const [voucher, voucherReport] = paths.map((path) => JSON.parse(readFileSync(path, 'utf8')))
  const own = await portal({ schemas: { voucher, voucherReport } })
  await twoCompanies(own)
  const maker = await own.as('CustomerMaker')
  const values = { ApplyCode: '77001', Kind: 'Amount', Amount: 50, IssueDate: '2026-11-05' }
  // A state that an action changes cannot be changed otherwise.
  expect(
    (await maker.post('/Voucher', { ...values, VoucherCode: 'V0', IssueDate: null, Status: 'Inactive' })).data,
  ).toMatchObject({ Status: 'Active' })
  expect(voucher.import.columns).toEqual(['ApplyCode', 'VoucherCode', 'Kind', 'Amount', 'IssueDate'])
  const [{ data: first }] = [
    await maker.post('/Voucher', { ...values, VoucherCode: 'V1' }),
    await maker.post('/Voucher', { ...values, VoucherCode: 'V2' }),
  ]
  expect(first).toMatchObject({ Status: 'Active', StopReason: null })
  expect((await maker.post('/Ext/Voucher/77001/V1/Stop', { UpdateTime: first.UpdateTime })).errors).toHaveProperty(
    'StopReason',
  )
  expect(
    await maker.post('/Ext/Voucher/77001/V1/Stop', { UpdateTime: first.UpdateTime, StopReason: '誤發' }),
  ).toMatchObject({ code: '0000' })
  expect((await maker.get('/Voucher/77001/V1')).data).toMatchObject({
    Status: 'Inactive',
    StopReason: '誤發',
    StopDate: null,
  })
  expect((await maker.get('/Ext/Voucher/ImportTemplate')).status).toBe(200)
  const { data } = await maker.get('/VoucherReport', {
    IssueDateFrom: '2026-11-01',
    IssueDateTo: '2026-11-30',
    Status: 'Active',
    WithTotals: true,
  })
  expect(data).toMatchObject({ TotalCount: 1, Totals: [{ Amount: 50 }] })
})

test('it has a module if one is requested, which changes nothing yet', async () => {
  const [schema = '', file = ''] = await make('memo', ...basic, '--server', '--field', 'Title:string(20)!=標題')
  expect(file).toBe(join(folder, 'modules', 'memo', 'server.ts'))
  const text = readFileSync(file, 'utf8')
  expect(text).toContain("export default defineResource('memo', {")
  // A Chinese character is two columns wide.
  for (const [path, written] of [
    ['schemas/memo.json', readFileSync(schema, 'utf8')],
    ['resources/memo/server.ts', text],
  ] as const)
    expect(formatted(path, written)).toBe(written)
})

test('actions, import and report can be entered as answers to questions', async () => {
  const answers = ['抵用券', 'basic', 'Title:string!=名稱', '', 'Rename=更名:Title=新券', '', 'y', 'no']
  const options = await readNewResource(['ticket'], async () => answers.shift() ?? '')
  expect(options).toMatchObject({
    actions: [{ name: 'Rename', label: '更名', set: { Title: '新券' } }],
    hasImport: true,
    hasReport: false,
  })
  expect(answers).toEqual([])
})

test('fields of every type that the command line supports pass too', async () => {
  const types = [
    'string',
    'text',
    'integer',
    'money',
    'date',
    'datetime',
    'boolean',
    'enum(ActiveStatus)',
    'enumList(Channel)',
    'reference(billTerm)',
  ]
  const more = [
    'referenceList(fee)',
    'email',
    'mobile',
    'landline',
    'phone',
    'uniformNo',
    'idNo',
    'bankAccount',
    'zipCode',
  ]
  await make(
    'everything',
    ...basic,
    ...[...types, ...more].flatMap((type, index) => ['--field', `F${index}:${type}=欄位${index}`]),
  )
  expect(problemsOf('everything')).toEqual([])
  await make('shared', '--label', '共用', '--menu', 'bank', '--tenant', 'shared', '--field', 'Title:string!=標題')
  expect(problemsOf('shared')).toEqual([])
})

test.each([
  [['fee', ...basic, '--field', 'A:string'], 'schemas/fee.json already exists'],
  [['FEE', ...basic, '--field', 'A:string'], 'schemas/fee.json already exists'],
  [['../evil', ...basic, '--field', 'A:string'], "'../evil' is not a name"],
  [['home', ...basic, '--field', 'A:string'], 'S401'],
  [['gift', ...basic], 'at least one --field'],
  [['gift', '--menu', 'basic', '--field', 'A:string'], '--label is missing'],
  [['gift', '--label', 'x', '--menu', 'basics', '--field', 'A:string'], "'basics' is not a menu group"],
  [['gift', ...basic, '--field', 'A'], "'A' is not a field"],
  [['gift', ...basic, '--field', 'A:strng'], "Did you mean 'string'?"],
  [['gift', ...basic, '--field', 'A:enum'], 'A needs its codes'],
  [['gift', ...basic, '--field', 'A:string', '--action', 'Stop=停用:'], 'is not an action'],
  [['gift', ...basic, '--field', 'A:string', '--action', 'Stop=停用:?B:strng'], "Did you mean 'string'?"],
  [['gift', ...basic, '--field', 'A:rows'], 'is too complex for the command line'],
  [['gift', ...basic, '--field', 'A:file'], 'generated forms cannot upload files'],
  [['gift', ...basic, '--field', 'A:reference(billTerms)'], 'S301'],
  [['gift', ...basic, '--colour', 'red'], '--colour'],
])('%j is refused: %s', async (args, sentence) => {
  const before = readdirSync(folder)
  await expect(make(...args)).rejects.toThrow(sentence)
  expect(readdirSync(folder)).toEqual(before)
})

test('the tool asks for options that the flags leave out', async () => {
  const answers = ['贈品設定', 'basic', 'GiftName:string(20)!=名稱', '']
  const asked: string[] = []
  const options = await readNewResource(['gift'], async (question) => {
    asked.push(question)
    return answers.shift() ?? ''
  })
  expect(asked).toHaveLength(7)
  expect(options).toMatchObject({
    name: 'gift',
    label: '贈品設定',
    menu: 'basic',
    fields: [{ name: 'GiftName', type: 'string' }],
  })
})
