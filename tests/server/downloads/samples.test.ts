import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { samplesOf, updateSamples } from '../../../src/server/downloads/samples'
import { portal, twoCompanies } from '../../support/portal'
import { testSchemas } from '../../support/schemas/schemas'
import { read } from '../imports/read-sheet'

const here = await portal()
const { as, ports, db, schemas } = here
await twoCompanies(here)
const viewer = await as('CustomerViewer')
const samples = async (): Promise<readonly RecordValues[]> =>
  (await viewer.get('/FileManagement', { FileType: 'Sample', SortField: 'SerialId', PageSize: 100 })).data.Items
const named = async (name: string) => (await samples()).find(({ FileName }) => FileName === name)
const titlesIn = async (name: string): Promise<readonly string[]> => {
  const answer = await viewer.get(`/FileManagement/Download/${(await named(name))?.SerialId}`)
  expect(answer.bytes).toHaveLength(Number((await named(name))?.FileSize))
  const [titles] = await read(name, answer.bytes, { maxRows: 6000, maxColumns: 60 })
  return titles?.cells ?? []
}
/** The portal's schemas with another column in the import of payers. */
const withPayerColumn = () => {
  const changed = testSchemas({})
  const payer = changed.get('payer')
  if (!payer.import) throw new Error('Payers have an import.')
  const [first, ...others] = payer.import.columns
  const renamed = { ...payer, import: { ...payer.import, columns: [{ ...first, title: '約定代號' }, ...others] } }
  const resources = changed.resources.map((resource) => (resource.name === 'payer' ? renamed : resource))
  return { ...changed, resources } as typeof changed
}

test('each upload of the portal has a sample with its columns, which users download', async () => {
  await updateSamples(ports, schemas)
  const listed = await samples()
  expect(listed.map(({ FileName }) => FileName).toSorted()).toEqual(
    [
      '代收資料上傳範例.xlsx',
      '特殊檢核檔上傳範例.xlsx',
      '繳款人匯入範例.xlsx',
      '自行收款匯入範例.xlsx',
      '交易處理檔範例.xlsx',
    ].toSorted(),
  )
  const uploads = schemas.resources.filter(
    ({ import: spec, fields, endpoints }) =>
      spec ??
      (endpoints.operations.includes('create') &&
        fields.some(({ name }) => name === 'ImportStatus' && endpoints.controller !== 'BankFile')),
  )
  expect(
    samplesOf(schemas)
      .map(({ of }) => of)
      .toSorted(),
  ).toEqual(uploads.map(({ name }) => name).toSorted())
  expect(await titlesIn('代收資料上傳範例.xlsx')).toContain('繳款人代號*')
  expect(await titlesIn('特殊檢核檔上傳範例.xlsx')).toContain('虛擬帳號*')
  expect(await titlesIn('繳款人匯入範例.xlsx')).toContain('繳款人姓名*')
  expect(await titlesIn('交易處理檔範例.xlsx')).toEqual(expect.arrayContaining(['處理方式', '處理說明']))
})

test('a start without changes writes nothing; a changed column replaces its sample under the same number', async () => {
  await db.deleteFrom('published_file').execute()
  await updateSamples({ ...ports, clock: () => new Date('2026-11-01T02:00:00Z') }, schemas)
  expect(await updateSamples(ports, schemas)).toEqual([])
  const before = await named('繳款人匯入範例.xlsx')
  await viewer.get(`/FileManagement/Download/${before?.SerialId}`)
  const formerFile = await db
    .selectFrom('published_file')
    .select('file')
    .where('sample_of', '=', 'payer')
    .executeTakeFirst()
  expect(before?.PublishDate).toBe('2026-11-01')
  expect(await updateSamples(ports, withPayerColumn())).toEqual(['payer'])
  expect(await titlesIn('繳款人匯入範例.xlsx')).toContain('約定代號*')
  const after = await named('繳款人匯入範例.xlsx')
  expect(after).toMatchObject({ SerialId: before?.SerialId, PublishDate: '2026-11-20' })
  expect(Number(after?.DownloadCount)).toBeGreaterThan(Number(before?.DownloadCount))
  const files = await db.selectFrom('file').select('id').where('name', '=', '繳款人匯入範例.xlsx').execute()
  expect(files.map(({ id }) => id)).not.toContain(formerFile?.file)
})

test('processes that start together write each sample once', async () => {
  await db.deleteFrom('published_file').execute()
  const updates = await Promise.all([updateSamples(ports, schemas), updateSamples(ports, schemas)])
  expect(updates.flat().toSorted()).toEqual(
    samplesOf(schemas)
      .map(({ of }) => of)
      .toSorted(),
  )
  expect(await samples()).toHaveLength(samplesOf(schemas).length)
})

test('the sample of an upload that no longer exists is deleted', async () => {
  await updateSamples(ports, schemas)
  const without = { ...schemas, resources: schemas.resources.filter(({ name }) => name !== 'payer') }
  expect(await updateSamples(ports, without as typeof schemas)).toEqual(['payer'])
  expect(await named('繳款人匯入範例.xlsx')).toBeUndefined()
})

test('the bank sees samples and their counts, but neither changes nor deletes them', async () => {
  await updateSamples(ports, schemas)
  const operator = await as('BankOperator')
  const [sample] = (await operator.get('/PublishedFile', { FileType: 'Sample' })).data.Items
  expect(await operator.delete(`/PublishedFile/${sample.SerialId}`)).toMatchObject({ code: '2006' })
})
