import type { RecordValues } from '../../../src/schema/language/types'
import type { Answer, Client } from '../../support/client'
import { type Portal, twoCompanies } from '../../support/portal'

/** Header of a file whose term is named in the form. */
export const header = ['繳款人代號', '繳款人編號', '繳款人姓名', '應繳金額'] as const

/** Valid rows for that header, from a number on. */
export const rows = (count: number, from = 1): string[][] =>
  Array.from({ length: count }, (_, index) => {
    const no = from + index
    return [`P${no}`, String(no).padStart(6, '0'), '王大明', '1,000']
  })

/** The same for a csv file, whose amounts would need quotes. */
export const plain = (count: number, from = 1): string[][] =>
  rows(count, from).map((row) => row.map((cell) => cell.replace(',', '')))

/** The fields of a valid upload form. */
export const goodForm = {
  ApplyCode: '77001',
  CurrencyType: 'TWD',
  ImportBatchName: '115年11月管理費',
  BillImportPDFSetting: 'None',
  CustomerName: '示範社區管理委員會',
  BillTermId: '2026-11',
}

/** Uploads a file as a client does: to the import, or to another call with the same form. */
export const upload = (
  client: Client,
  name: string,
  bytes: Uint8Array,
  fields: RecordValues = {},
  path = '/BillImportList',
): Promise<Answer> => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ ...goodForm, OriFileName: name, ...fields }))
    if (value !== null) form.append(field, String(value))
  form.append('File', new File([new Uint8Array(bytes)], name))
  return client.request('POST', path, { form })
}

/** Uploads a file, waits for the job and returns the import's detail. */
export const imported = async (
  { ports }: Pick<Portal, 'ports'>,
  client: Client,
  name: string,
  bytes: Uint8Array,
  fields: RecordValues = {},
): Promise<Answer['data']> => {
  const answer = await upload(client, name, bytes, fields)
  if (answer.code !== '0000') throw new Error(`The upload was refused: ${answer.code} ${answer.message}`)
  await ports.jobs.runUntilIdle()
  return (await client.get(`/BillImportList/${answer.data.SerialId}`)).data
}

/** The records that every upload of these tests refers to. */
export const twoCompaniesWithTerms = async (portal: Portal): Promise<void> => {
  await twoCompanies(portal)
  await portal.given.billTerm()
  await portal.given.billTerm({ ApplyCode: '77003' })
}
