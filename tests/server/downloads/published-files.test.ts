import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import type { Client } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'

const here = await portal()
const { as, request } = here
await twoCompanies(here)
const operator = await as('BankOperator')
const viewer = await as('CustomerViewer')

const pdf = '%PDF-1.7\n'
/** The bank publishes a file as the generated form does. */
const send = (client: Client, values: RecordValues, file: File, method: 'POST' | 'PUT' = 'POST', path = '') => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, String(value))
  form.append('File', file)
  return client.request(method, `/PublishedFile${path}`, { form })
}
const publish = async (name: string, values: RecordValues = {}, content = pdf): Promise<RecordValues> => {
  const answer = await send(
    operator,
    { FileType: 'Manual', Audience: 'Company', PublishDate: '2026-11-20', ...values },
    new File([content], name),
  )
  expect(answer).toMatchObject({ code: '0000' })
  return answer.data
}
const listed = async (query = {}): Promise<readonly RecordValues[]> =>
  (await viewer.get('/FileManagement', { SortField: 'FileName', ...query })).data.Items
const namesOf = (files: readonly RecordValues[]) => files.map(({ FileName }) => FileName)
const download = (SerialId: unknown, client = viewer) => client.get(`/FileManagement/Download/${SerialId}`)
const countOf = async (SerialId: unknown) => (await listed()).find((file) => file.SerialId === SerialId)?.DownloadCount

test('companies list and download what the bank has published', async () => {
  const { SerialId } = await publish('操作手冊.pdf', { Description: '企業戶適用' }, `${pdf}第一章`)
  expect(await listed({ FileName: '手冊' })).toEqual([
    {
      SerialId,
      FileName: '操作手冊.pdf',
      FileType: 'Manual',
      Description: '企業戶適用',
      FileSize: 18,
      PublishDate: '2026-11-20',
      ExpireDate: null,
      DownloadCount: 0,
      Labels: {},
      UpdateTime: expect.any(String),
    },
  ])
  const answer = await download(SerialId)
  expect(answer.text).toBe(`${pdf}第一章`)
  expect(answer.headers.get('Content-Type')).toBe('application/pdf')
  expect(decodeURIComponent(answer.headers.get('Content-Disposition') ?? '')).toContain('操作手冊.pdf')
  expect(await countOf(SerialId)).toBe(1)
})

test('files are found by name, kind and the days of publication', async () => {
  await publish('十月費率.pdf', { FileType: 'Notice', PublishDate: '2026-10-01' })
  await publish('十一月費率.pdf', { FileType: 'Notice', PublishDate: '2026-11-01' })
  expect(namesOf(await listed({ FileName: '費率' }))).toHaveLength(2)
  expect(namesOf(await listed({ FileType: 'Notice', PublishDateFrom: '2026-10-15' }))).toEqual(['十一月費率.pdf'])
  expect(namesOf(await listed({ FileName: '費率', PublishDateTo: '2026-10-31' }))).toEqual(['十月費率.pdf'])
  expect(await viewer.get('/FileManagement', { Audience: 'Bank' })).toMatchObject({ code: '2002' })
})

test('a file is found from the day of publication to the last day, like an unknown number before and after', async () => {
  const unknown = await download(999_999)
  expect(unknown).toMatchObject({ status: 404, message: '找不到這個下載檔案，可能已經刪除，或您沒有查詢的權限。' })
  for (const [name, values, isFound] of [
    ['今天起.pdf', { PublishDate: '2026-11-20' }, true],
    ['到今天.pdf', { PublishDate: '2026-11-01', ExpireDate: '2026-11-20' }, true],
    ['明天起.pdf', { PublishDate: '2026-11-21' }, false],
    ['到昨天.pdf', { PublishDate: '2026-11-01', ExpireDate: '2026-11-19' }, false],
    ['行內.pdf', { Audience: 'Bank' }, false],
  ] as const) {
    const { SerialId } = await publish(name, values)
    const answer = await download(SerialId)
    expect([name, namesOf(await listed()).includes(name), answer.status]).toEqual([name, isFound, isFound ? 200 : 404])
    if (!isFound) expect(answer.text).toBe(unknown.text)
  }
  expect((await download('1x')).text).toBe(unknown.text)
})

test('each complete download is counted once, also those at the same time; the record does not change otherwise', async () => {
  const { SerialId, UpdateTime } = await publish('熱門.pdf', {}, pdf + 'x'.repeat(600_000))
  const clients = await Promise.all(
    ['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer'].map((role) => as(role)),
  )
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => download(SerialId, clients[index % 4])))
  expect(answers.map(({ bytes }) => bytes.length)).toEqual(Array(12).fill(600_009))
  expect(await countOf(SerialId)).toBe(12)
  const { data } = await operator.get(`/PublishedFile/${SerialId}`)
  expect(data).toMatchObject({ DownloadCount: 12, UpdateTime })
})

test('a download that the client ends early is not counted', async () => {
  const { SerialId } = await publish('中斷.pdf', {}, pdf + 'x'.repeat(2_000_000))
  const response = await here.app.request(`/api/FileManagement/Download/${SerialId}`, {
    headers: { Authorization: `Bearer ${viewer.token}` },
  })
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value?.length).toBe(262_144)
  await reader?.cancel()
  expect(await countOf(SerialId)).toBe(0)
})

test('the bank downloads without being counted, and replaces and withdraws files', async () => {
  const file = await publish('舊版.pdf')
  const bankViewer = await as('BankViewer')
  expect((await bankViewer.get(`/Ext/PublishedFile/${file.SerialId}/DownloadFile`)).text).toBe(pdf)
  expect((await viewer.get(`/Ext/PublishedFile/${file.SerialId}/DownloadFile`)).status).toBe(403)
  expect(await countOf(file.SerialId)).toBe(0)
  await download(file.SerialId)
  const { data } = await send(
    operator,
    { UpdateTime: file.UpdateTime },
    new File(['a,b'], '新版.csv'),
    'PUT',
    `/${file.SerialId}`,
  )
  expect(data).toMatchObject({ FileName: '新版.csv', FileSize: 3, DownloadCount: 1 })
  expect((await download(file.SerialId)).text).toBe('a,b')
  expect(await operator.delete(`/PublishedFile/${file.SerialId}`)).toMatchObject({ code: '0000' })
  expect((await download(file.SerialId)).status).toBe(404)
})

test('only operators of the bank publish, and the bank has no page of companies', async () => {
  const values = { FileType: 'Form', Audience: 'Company', PublishDate: '2026-11-20' }
  const file = new File([pdf], 'a.pdf')
  for (const role of ['CustomerAdmin', 'BankViewer'])
    expect((await send(await as(role), values, file)).status).toBe(403)
  expect((await operator.get('/FileManagement')).status).toBe(403)
  expect((await request('GET', '/FileManagement/Download/1')).status).toBe(401)
})

test.each([
  ['程式.exe', 'MZ', '3001'],
  ['改名.pdf', 'PK\u0003\u0004', '3001'],
  ['改名.docx', pdf, '3001'],
  ['空白.pdf', '', '3003'],
])('%s is refused', async (name, content, code) => {
  const values = { FileType: 'Form', Audience: 'Company', PublishDate: '2026-11-20' }
  const answer = await send(operator, values, new File([content], name))
  expect(answer).toMatchObject({ code, errors: { File: expect.any(String) } })
  expect(namesOf(await listed())).not.toContain(name)
})

test('a file expires on or after the day of publication', async () => {
  const values = { FileType: 'Form', Audience: 'Company', PublishDate: '2026-11-20', ExpireDate: '2026-11-19' }
  expect(await send(operator, values, new File([pdf], 'a.pdf'))).toMatchObject({
    code: '2002',
    errors: { ExpireDate: expect.any(String) },
  })
})

test('a file of more than 20 MB is refused', async () => {
  const values = { FileType: 'Form', Audience: 'Company', PublishDate: '2026-11-20' }
  const large = new File([pdf + 'x'.repeat(20 * 1024 * 1024)], '過大.pdf')
  expect(await send(operator, values, large)).toMatchObject({ code: '3002' })
})
