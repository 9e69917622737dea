import { expect, test } from 'vitest'
import { portal } from '../../support/portal'
import { csv } from './files'
import { goodForm, header, imported, plain, twoCompaniesWithTerms, upload } from './uploads'

const open = await portal()
await twoCompaniesWithTerms(open)
const maker = await open.as('CustomerMaker')

test('an upload has the name of its file, whatever the form sends', async () => {
  const done = await imported(open, maker, '十一月 (1).csv', csv([[...header], ...plain(1, 1)]), {
    OriFileName: '帳單.xlsx',
  })
  expect(done.OriFileName).toBe('十一月 (1).csv')
})

test('the type of a download depends on its file name extension, not on the content type of the upload', async () => {
  const types: Record<string, string> = {}
  for (const name of ['c.csv', 'c.TXT']) {
    const form = new FormData()
    for (const [field, value] of Object.entries({ ...goodForm, OriFileName: name })) form.append(field, value)
    form.append('File', new File([new Uint8Array(csv([[...header], ...plain(1, 3)]))], name, { type: 'text/html' }))
    const { data } = await maker.request('POST', '/BillImportList', { form })
    types[name] = (await maker.get(`/BillImportList/DownloadFile/${data.SerialId}`)).headers.get('Content-Type') ?? ''
  }
  expect(types).toEqual({ 'c.csv': 'text/csv', 'c.TXT': 'text/plain' })
})

test.each(['a\r\nb.csv', 'a\u202evsc.csv', 'a/b.csv'])(
  'a file named %j is refused because of its name',
  async (name) => {
    const answer = await upload(maker, name, csv([[...header], ...plain(1, 4)]), { OriFileName: 'a.csv' })
    expect(answer).toMatchObject({
      status: 200,
      code: '2002',
      errors: { OriFileName: expect.stringContaining('原始檔名') },
    })
  },
)
