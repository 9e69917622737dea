import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importLimits } from '../../schema/imports/import-spec'

/** As many rows as a file of a form's import may have. */
export const mostPayers = importLimits.rows.most

const fields = ['ApplyCode', 'PayerId', 'PayerNo', 'PayerName', 'Mobile', 'Email', 'Remark'] as const

/** The portal's schemas in a folder of their own, where payers come from spreadsheets too. */
export const schemasWithImport = (folder: string): string => {
  const schemas = join(folder, 'schemas')
  cpSync('schemas', schemas, { recursive: true })
  const file = join(schemas, 'payer.json')
  const payer: object = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...payer, import: { columns: fields, maxRows: mostPayers } }))
  return schemas
}

/** Imports so many new payers, all of them or none. */
export const importPayers = async (url: string, headers: { readonly Authorization: string }, count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, no) =>
    ['77001', `Y${300_000 + no}`, `${300_000 + no}`, '王大明', `09${10_000_000 + no}`, `payer${no}@example.com`, '匯入'].join(),
  )
  const form = new FormData()
  form.append('Mapping', JSON.stringify(Object.fromEntries(fields.map((field, place) => [field, place]))))
  form.append('ImportMode', 'AllOrNothing')
  form.append('File', new File([[fields.join(), ...rows].join('\r\n')], 'payers.csv'))
  const answer = await fetch(`${url}/api/Ext/Payer/Import`, { method: 'POST', headers, body: form })
  const { ReturnCode, ReturnMsg, OutData } = (await answer.json()) as {
    ReturnCode: string
    ReturnMsg: string
    OutData: { Written: boolean; BadRows: unknown[] }
  }
  if (ReturnCode !== '0000' || !OutData.Written) throw new Error(`The import wrote nothing: ${ReturnMsg} ${JSON.stringify(OutData?.BadRows?.[0])}`)
}
