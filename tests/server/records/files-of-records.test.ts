import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { asAudited, writeLines } from '../../support/audit-lines'
import type { Client } from '../../support/client'
import { insurer, portal, twoCompanies } from '../../support/portal'

// A record with an optional file that can be replaced and removed.
const contractPaper = {
  label: '合約文件設定',
  unit: '份',
  menu: { group: 'basic', order: 901, icon: 'ReceiptLong' },
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    Title: { type: 'string', label: '標題', required: true, max: 20 },
    Copies: { type: 'integer', label: '份數', min: 1, max: 9 },
    Scan: { type: 'file', label: '掃描檔', accept: ['csv', 'txt'], maxBytes: 2000 },
  },
  list: { filters: ['ApplyCode'] },
}

const here = await portal({ schemas: { contractPaper } })
const { as, db, schemas } = here
await twoCompanies(here)
const maker = await as('CustomerMaker')

const send = (client: Client, method: 'POST' | 'PUT', path: string, values: RecordValues, file?: File) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, String(value))
  if (file) form.append('Scan', file)
  return client.request(method, path, { form })
}
const textFile = (name: string, content = '第一條') => new File([content], name)
/** The names of the stored files, and whether they are kept. */
const files = async () =>
  (await db.selectFrom('file').select(['name', 'kept']).orderBy('name').execute()).map(({ name, kept }) => [name, kept])
const chunkCount = async () => (await db.selectFrom('file_chunk').select('file_id').execute()).length
const change = ({ SerialId, UpdateTime }: RecordValues, values: RecordValues, file?: File) =>
  send(maker, 'PUT', `/ContractPaper/${SerialId}`, { UpdateTime, ...values }, file)

test('a file is stored with its record, replaced, kept, removed, and deleted with its record', async () => {
  const { data: made } = await send(
    maker,
    'POST',
    '/ContractPaper',
    { ApplyCode: '77001', Title: '主約', Copies: 2 },
    textFile('one.txt'),
  )
  expect(made).toMatchObject({ Title: '主約', Copies: 2, Scan: expect.any(String) })
  expect(await files()).toEqual([['one.txt', true]])

  const { data: replaced } = await change(made, { Title: '主約' }, textFile('two.csv'))
  expect(replaced.Scan).not.toBe(made.Scan)
  expect(await files()).toEqual([['two.csv', true]])
  expect(await chunkCount()).toBe(1)

  const { data: renamed } = await change(replaced, { Title: '附約' })
  expect(renamed).toMatchObject({ Title: '附約', Scan: replaced.Scan })

  const { data: removed } = await change(renamed, { Scan: '' })
  expect(removed.Scan).toBeNull()
  expect(await files()).toEqual([])

  const { data: again } = await change(removed, {}, textFile('three.txt'))
  expect(await maker.delete(`/ContractPaper/${again.SerialId}`)).toMatchObject({ code: '0000' })
  expect((await files()).filter(([, kept]) => kept)).toEqual([])
})

test('audit lines contain the file with its name and size, as the detail page does', async () => {
  const { data: made } = await send(
    maker,
    'POST',
    '/ContractPaper',
    { ApplyCode: '77001', Title: '約定' },
    textFile('one.txt'),
  )
  const { data: replaced } = await change(made, {}, textFile('two.csv'))
  const { data: removed } = await change(replaced, { Scan: '' })
  const [first, second, third] = [made, replaced, removed].map((record) =>
    asAudited(schemas.get('contractPaper'), record),
  )
  expect([first?.Labels, second?.Labels, third?.Labels]).toMatchObject([
    { Scan: 'one.txt（1 KB）' },
    { Scan: 'two.csv（1 KB）' },
    { ApplyCode: '77001 示範社區管理費' },
  ])
  expect(await writeLines(db, 'contractPaper', String(made.SerialId))).toEqual([
    { action: 'Create', before: null, after: first },
    { action: 'Update', before: first, after: second },
    { action: 'Update', before: second, after: third },
  ])
})

test('a refused change keeps the stored file, and stores none of its own', async () => {
  const { data } = await send(
    maker,
    'POST',
    '/ContractPaper',
    { ApplyCode: '77001', Title: '保留' },
    textFile('keep.txt'),
  )
  const before = await files()
  expect(await change({ ...data, UpdateTime: '2026-01-01T00:00:00.000000Z' }, {}, textFile('late.txt'))).toMatchObject({
    code: '2009',
  })
  expect(await change(data, { Copies: 10 }, textFile('wrong.txt'))).toMatchObject({
    code: '2002',
    errors: { Copies: expect.any(String) },
  })
  expect(await change(data, {}, textFile('long.txt', 'x'.repeat(2001)))).toMatchObject({
    code: '3002',
    errors: { Scan: expect.any(String) },
  })
  expect(await change(data, {}, textFile('empty.txt', ''))).toMatchObject({
    code: '3003',
    errors: { Scan: expect.any(String) },
  })
  expect(await change(data, {}, textFile('renamed.pdf', '%PDF-1.7'))).toMatchObject({
    code: '3001',
    errors: { Scan: expect.any(String) },
  })
  const other = await as('CustomerMaker', insurer)
  expect(
    await send(
      other,
      'PUT',
      `/ContractPaper/${data.SerialId}`,
      { UpdateTime: data.UpdateTime },
      textFile('foreign.txt'),
    ),
  ).toMatchObject({ status: 404 })
  expect(await files()).toEqual(before)
})

test('a call cannot name a stored file by its id, because it could be that of another record', async () => {
  const { data: first } = await send(
    maker,
    'POST',
    '/ContractPaper',
    { ApplyCode: '77001', Title: '甲' },
    textFile('first.txt'),
  )
  const { data: second } = await send(maker, 'POST', '/ContractPaper', {
    ApplyCode: '77001',
    Title: '乙',
    Scan: first.Scan,
  })
  expect(second.Scan).toBeNull()
})
