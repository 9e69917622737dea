import type { RecordValues } from '../../../../src/schema/language/language'
import type { Answer, Client } from '../../../support/client'
import { csv } from '../../imports/files'
import { read } from '../../imports/read-sheet'

/** The rows of a working file: its titles, and the cells of each line by title. */
export interface WorkingFile {
  readonly titles: readonly string[]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

const base = '/Ext/TLDetailExceptionHandling'

/** Downloads the file in which exceptions are handled, for the lines that a query finds. */
export const downloaded = async (client: Client, query: Readonly<Record<string, string | string[]>>) => {
  const answer = await client.get(`${base}/ImportTemplate`, query)
  if (answer.status !== 200) throw new Error(answer.text)
  return workingFileOf(answer.bytes)
}

const workingFileOf = async (bytes: Uint8Array): Promise<WorkingFile> => {
  const [titleRow, ...rows] = await read('file.xlsx', bytes, { maxRows: 6000, maxColumns: 50 })
  const titles = titleRow?.cells ?? []
  return {
    titles,
    rows: rows.map(({ cells }) => Object.fromEntries(titles.map((title, place) => [title, cells[place] ?? '']))),
  }
}

/** Returns the file with other rows, as users save it. */
export const saved = ({ titles }: WorkingFile, rows: readonly Readonly<Record<string, string>>[]): Uint8Array =>
  csv([[...titles], ...rows.map((row) => titles.map((title) => row[title] ?? ''))])

/** How a file is sent: checked or imported, under which name, and with which further fields. */
interface Sending {
  readonly mode?: 'AllOrNothing' | 'GoodRows' | undefined
  readonly name?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** Sends a file: checks it, or imports it with a mode. The columns are those that the portal proposes. */
export const sent = async (
  client: Client,
  bytes: Uint8Array,
  { mode, name = 'lines.csv', fields = {} }: Sending = {},
): Promise<Answer> => {
  const preview = await client.request('POST', `${base}/PreviewImport`, { form: formOf(name, bytes) })
  if (preview.code !== '0000') return preview
  const mapping = (preview.data.Columns as readonly RecordValues[]).flatMap(({ Field, Place }) =>
    Field === null ? [] : [[String(Field), Place] as const],
  )
  const form = formOf(name, bytes)
  form.append('Mapping', JSON.stringify(Object.fromEntries(mapping)))
  if (mode) form.append('ImportMode', mode)
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return client.request('POST', `${base}/${mode ? 'Import' : 'CheckImport'}`, { form })
}

const formOf = (name: string, bytes: Uint8Array): FormData => {
  const form = new FormData()
  form.append('File', new File([new Uint8Array(bytes)], name))
  return form
}
