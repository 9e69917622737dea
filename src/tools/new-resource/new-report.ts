import type { RawObject } from '../../schema/shape/shape'
import type { NewField } from './new-field'
import type { Wish } from './wish'

/** The file of a report over the new resource: its records of a period, one line each, with the sums of its amounts. */
export const newReport = ({ name, label, tenant }: Pick<Wish, 'name' | 'label' | 'tenant'>, fields: readonly NewField[], order: number): RawObject => {
  const day = fields.find(({ type }) => type === 'date' || type === 'datetime')
  const choices = fields.filter(({ type }) => type === 'enum')
  const shown = fields.filter(({ type }) => listed(type)).slice(0, mostColumns)
  const totalled = shown.some(({ type }) => isAmount(type))
  const [first] = choices.filter((field) => shown.includes(field))
  const parameters = { ...(tenant === 'ApplyCode' ? ofAgreement : {}), ...(day ? ofPeriod : {}), ...Object.fromEntries(choices.map(parameterOf)) }
  return {
    $schema: '../src/schema/resource.schema.json',
    label: `${label.replace(/(設定|維護|管理)$/, '')}報表`,
    kind: 'report',
    menu: { group: 'report', order, icon: 'Assessment' },
    parameters,
    report: {
      of: name,
      where: [
        ...(tenant === 'ApplyCode' ? [{ field: 'ApplyCode', parameter: 'ApplyCode' }] : []),
        ...(day ? periodOf(day.name) : []),
        ...choices.map((choice) => ({ field: choice.name, parameter: choice.name })),
      ],
      columns: shown.map((field) => (isAmount(field.type) ? { field: field.name, total: true } : field.name)),
      ...(first && totalled ? { subtotals: [first.name] } : {}),
      ...(day ? { period: { from: 'DateFrom', to: 'DateTo' } } : {}),
      formats: ['xlsx', 'csv', 'pdf'],
    },
  }
}

const mostColumns = 10

const ofAgreement = { ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號' } }

const ofPeriod = { DateFrom: { type: 'date', label: '起日', required: true }, DateTo: { type: 'date', label: '迄日', required: true } }

const periodOf = (field: string) => [
  { field, match: 'from', parameter: 'DateFrom' },
  { field, match: 'to', parameter: 'DateTo' },
]

const parameterOf = ({ name, raw: { type, label, enum: named, options } }: NewField) =>
  [name, { type, ...(named ? { enum: named } : { options }), label }] as const

const isAmount = (type: NewField['type']): boolean => type === 'money' || type === 'integer'

const listed = (type: NewField['type']): boolean => !['text', 'file', 'image', 'json', 'rows'].includes(type)
