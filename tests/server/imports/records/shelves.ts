import { importLayout } from '../../../../src/server/imports/records/row-input'
import { importFile } from '../../../../src/server/imports/records/run'
import type { RecordContext } from '../../../../src/server/record-context'
import type { Portal } from '../../../support/portal'

/** A numbered resource with a second unique field, whose records can refer to one another. */
export const shelf = {
  label: '櫃位設定',
  unit: '個',
  menu: { group: 'basic', order: 910, icon: 'ReceiptLong' },
  display: '{ShelfCode}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    ShelfCode: { type: 'string', label: '櫃位代碼', required: true, max: 10, unique: true, writeOnce: true },
    DoorNo: { type: 'string', label: '門牌', max: 10, unique: true },
    ShelfNo: { type: 'string', label: '流水號', max: 8, unique: true, default: { sequence: 'S{0000}' } },
    Above: { type: 'reference', to: 'shelf', by: 'ShelfCode', label: '上層櫃位' },
  },
  import: { columns: ['ApplyCode', 'ShelfCode', 'DoorNo', 'Above'], existing: 'update', maxRows: 200 },
} as const

/** The columns of its files. */
export const fields = ['ApplyCode', 'ShelfCode', 'DoorNo', 'Above']

interface FileContext extends Partial<RecordContext> {
  /** Runs before each row is read. */
  readonly beforeRow?: () => Promise<void>
  /** Runs after each chunk of rows is validated. */
  readonly afterRows?: () => Promise<void>
}

/** Imports a file of shelves without a request. */
export const wholly = (
  open: Portal,
  { beforeRow = async () => {}, afterRows = async () => {}, ...context }: FileContext,
  rows: readonly (readonly string[])[],
) => {
  const resource = open.schemas.get('shelf')
  const { import: spec } = resource
  if (!spec) throw new Error('It has an import.')
  const scope = {
    kind: 'company',
    sessionId: '',
    uniformNo: '90000017',
    applyCodes: ['77001'],
    userId: 'maker',
    role: 'CustomerMaker',
  } as const
  const mapping = Object.fromEntries(fields.map((field, place) => [field, place]))
  return importFile(
    {
      db: open.ports.backgroundDb,
      schemas: open.schemas,
      modules: open.modules,
      scope,
      clock: open.clock,
      ip: '',
      ...context,
    },
    {
      ...importLayout(resource, spec, mapping),
      ownRules: undefined,
      onExisting: 'update',
      includesEqual: false,
      mode: 'AllOrNothing',
      titles: fields,
      rows: async function* () {
        for (const [index, cells] of rows.entries()) {
          await beforeRow()
          yield { rowNo: index + 2, cells }
        }
      },
      rowsPerChunk: 10,
      progress: afterRows,
    },
  )
}

/** Returns rows of new shelves. */
export const many = (count: number) => Array.from({ length: count }, (_, no) => ['77001', `S${no}`, `D${no}`, ''])
