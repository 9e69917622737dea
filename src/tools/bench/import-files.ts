import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Envelope } from '../../contract/envelope'
import type { JobInfo } from '../../contract/extensions'
import type { ImportResult } from '../../contract/imports'
import { importLimits } from '../../schema/language/import'

/** As many rows as a file of a form's import may have. */
export const mostPayers = importLimits.rows.most

const fields = ['ApplyCode', 'PayerId', 'PayerNo', 'PayerName', 'Mobile', 'Email', 'Remark'] as const

/** The portal's schemas in a folder of their own, where payers come from spreadsheets too. */
export const schemasWithImport = (folder: string): string => {
  const schemas = join(folder, 'schemas')
  cpSync('schemas', schemas, { recursive: true })
  const file = join(schemas, 'payer.json')
  const payer: object = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...payer, import: { columns: fields, maxRows: mostPayers, maxMegabytes: importLimits.megabytes.most } }))
  return schemas
}

/** Imports so many new payers, all of them or none, and waits until they are there. */
export const importPayers = async (url: string, headers: { readonly Authorization: string }, count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, no) =>
    ['77001', `Y${300_000 + no}`, `${300_000 + no}`, '王大明', `09${10_000_000 + no}`, `payer${no}@example.com`, '匯入'].join(),
  )
  const form = new FormData()
  form.append('Mapping', JSON.stringify(Object.fromEntries(fields.map((field, place) => [field, place]))))
  form.append('ImportMode', 'AllOrNothing')
  form.append('File', new File([[fields.join(), ...rows].join('\r\n')], 'payers.csv'))
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const { ReturnCode, ReturnMsg, OutData } = (await (await fetch(`${url}/api/Ext/${path}`, { headers, ...init })).json()) as Envelope<unknown>
    if (ReturnCode !== '0000') throw new Error(`${path}: ${ReturnMsg}`)
    return OutData
  }
  const answer = (await ask('Payer/Import', { method: 'POST', body: form })) as ImportResult
  const { Written, BadRows } = answer.JobId === null ? answer : await resultOf(answer.JobId, ask)
  if (!Written) throw new Error(`The import wrote nothing: ${JSON.stringify(BadRows[0])}`)
}

const resultOf = async (id: number, ask: (path: string) => Promise<unknown>): Promise<ImportResult> => {
  for (;;) {
    const job = ((await ask('GetJobs')) as readonly JobInfo[]).find(({ JobId }) => JobId === id)
    if (job?.State === 'done') return (await ask(`GetImportResult/${id}`)) as ImportResult
    if (job?.State === 'failed') throw new Error(`The import failed: ${job.Error}`)
    await setTimeout(200)
  }
}
