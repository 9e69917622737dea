import { beforeAll, expect, test } from 'vitest'
import { csvText } from '../../../../src/domain/csv'
import type { RecordValues } from '../../../../src/schema/language/language'
import { fieldColumns, sheetColumn } from '../../../../src/schema/sheets/field-columns'
import { valueText } from '../../../../src/schema/text/value-text'
import { writeSheet } from '../../../../src/server/node/sheets/write'
import type { Answer, Client } from '../../../support/client'
import { type Portal, portal, twoCompanies } from '../../../support/portal'

// An exported file can be imported: it gives the same records, whatever the types of their fields.
const voucher = {
  label: '抵用券設定',
  noun: '抵用券',
  unit: '張',
  menu: { group: 'basic', order: 99, icon: 'ReceiptLong' },
  key: ['ApplyCode', 'Code'],
  display: '{Code} {Name}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    Code: { type: 'string', label: '券號', required: true, max: 10, unique: true, writeOnce: true },
    Name: { type: 'string', label: '券名', required: true, max: 20 },
    CurrencyType: { type: 'enum', enum: 'Currency', label: '幣別', required: true },
    Amount: { type: 'money', label: '面額' },
    Rate: { type: 'percent', label: '折扣' },
    Count: { type: 'integer', label: '張數' },
    StartDate: { type: 'date', label: '起日' },
    EndDate: { type: 'date', label: '迄日', calendar: 'roc' },
    Month: { type: 'month', label: '月份' },
    RocMonth: { type: 'month', label: '帳單月份', calendar: 'roc' },
    OpenTime: { type: 'time', label: '開放時間' },
    Fees: { type: 'referenceList', to: 'fee', by: 'FeeCode', label: '適用費用代號', max: 3 },
    Stackable: { type: 'boolean', label: '可併用' },
  },
  list: { filters: ['Code'] },
}
const columns = Object.keys(voucher.fields)
const schemas = { voucher: { ...voucher, list: { ...voucher.list, columns }, import: { columns } } }

const records: readonly RecordValues[] = [
  {
    ...{
      ApplyCode: '77001',
      Code: '007',
      Name: '早繳',
      CurrencyType: 'USD',
      Amount: 1050,
      Rate: 12.5,
      Count: 2026,
      Stackable: true,
    },
    ...{
      StartDate: '2026-12-01',
      EndDate: '2027-01-31',
      Month: '2026-11',
      RocMonth: '2027-02',
      OpenTime: '09:30',
      Fees: ['F01', 'F02'],
    },
  },
  {
    ...{
      ApplyCode: '77001',
      Code: '008',
      Name: '=1+1',
      CurrencyType: 'TWD',
      Amount: 1234567,
      Rate: null,
      Count: null,
      Stackable: false,
    },
    ...{ StartDate: '2026-02-28', EndDate: null, Month: null, RocMonth: null, OpenTime: '00:00', Fees: ['F02'] },
  },
]

let here: Portal
let maker: Client

beforeAll(async () => {
  here = await portal({ schemas })
  await twoCompanies(here)
  await here.given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  await here.given.fee({ FeeCode: 'F02', FeeName: '停車費' })
  maker = await here.as('CustomerMaker')
  for (const record of records) expect((await maker.post('/Voucher', record)).data).toMatchObject({ Code: record.Code })
})

const listed = async (): Promise<readonly RecordValues[]> =>
  (await maker.get('/Voucher', { SortField: 'Code', SortOrder: 'ASC' })).data.Items

/** The file that the admin area exports from a list. */
const exported = async (items: readonly RecordValues[]) => {
  const { fields, label } = here.schemas.get('voucher')
  const fieldsOfList = columns.flatMap((name) => fields.filter((field) => field.name === name))
  const inFile = fieldColumns(fieldsOfList, valueText)
  const cells = inFile.map(({ cell }) => items.map(cell))
  return {
    xlsx: await writeSheet({
      name: label,
      columns: inFile.map((column, place) => sheetColumn(column, cells[place] ?? [], items)),
      rows: items.map((_, row) => ({ cells: inFile.map((_, place) => cells[place]?.[row] ?? null) })),
    }),
    csv: new TextEncoder().encode(
      csvText([
        inFile.map(({ title }) => title),
        ...items.map((item) => inFile.map(({ cell, text = cell }) => text(item) ?? '')),
      ]),
    ),
  }
}

const send = (call: string, bytes: Uint8Array, name: string, fields: Record<string, string> = {}): Promise<Answer> => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('File', new File([new Uint8Array(bytes)], name))
  return maker.request('POST', `/Ext/Voucher/${call}`, { form })
}

const known = ({ SerialId: _, UpdateTime: __, CreateTime: ___, ...record }: RecordValues): RecordValues => record

test.each(['xlsx', 'csv'] as const)(
  'records that are exported as %s and deleted are restored by an import of the file',
  async (format) => {
    const before = await listed()
    expect(before).toMatchObject(records)
    const file = (await exported(before))[format]
    for (const { ApplyCode, Code } of records)
      expect((await maker.delete(`/Voucher/${ApplyCode}/${Code}`)).code).toBe('0000')
    const found: readonly { readonly Place: number; readonly Field: string | null }[] = (
      await send('PreviewImport', file, `vouchers.${format}`)
    ).data.Columns
    const Mapping = JSON.stringify(
      Object.fromEntries(found.flatMap(({ Place, Field }) => (Field === null ? [] : [[Field, Place]]))),
    )
    expect(
      (await send('Import', file, `vouchers.${format}`, { Mapping, ImportMode: 'AllOrNothing' })).data,
    ).toMatchObject({ BadRows: [], CreateCount: 2 })
    expect((await listed()).map(known)).toEqual(before.map(known))
  },
)
