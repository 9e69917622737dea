import { fieldsShape } from '../field-types/field-shape'
import { reportFirsts, reportFormats, reportLimits, reportMatches } from '../reports/report-spec'
import type { Keys, Shape } from './shape'
import { between, choice, either, flag, later, listOf, object, scalar, text } from './shapes'

const condition: Keys = {
  field: { shape: text, text: 'The field of the rows.', required: true },
  match: { shape: choice(reportMatches, 'a way to match'), text: 'exact (when absent; a list of values = any of them), contains, from, to.' },
  parameter: { shape: text, text: 'The parameter that it is compared with; nothing is asked while that is empty.' },
  values: { shape: listOf(scalar, 1), text: 'Fixed values, any of which will do.' },
}

const column: Keys = {
  field: { shape: text, text: 'A field of the rows.' },
  label: { shape: text, text: 'Its heading; the label of the field when absent.' },
  total: { shape: flag, text: 'Adds up in subtotals and totals.' },
  name: { shape: text, text: 'Name of a column that is worked out.' },
  sum: { shape: text, text: 'The field that is summed up in each group.' },
  count: { shape: flag, text: 'true: counts the records of each group.' },
}

const period: Keys = {
  from: { shape: text, text: 'The parameter with the first day.', required: true },
  to: { shape: text, text: 'The parameter with the last day.', required: true },
  maxDays: { shape: between(1, 3660), text: `The longest period in days; ${reportLimits.days} when absent.` },
  first: { shape: choice(reportFirsts, 'a period'), text: 'What is proposed: thisMonth (when absent), lastMonth, today.' },
}

const stringOr = (keys: Keys): Shape => either({ when: (value) => typeof value === 'string', shape: text }, { when: () => true, shape: object(keys) })

const keys: Keys = {
  of: { shape: text, text: 'The resource whose table the rows are read from.' },
  call: { shape: text, text: 'A call of the contract that answers the rows: WriteOffReport.list.' },
  fields: { shape: later('fields', () => fieldsShape), text: 'What the rows of a call hold; with "of" the fields are those of the resource.' },
  where: { shape: listOf(object(condition), 1), text: 'Which rows there are.' },
  groupBy: { shape: listOf(text, 1), text: 'A row for each of the values of these fields rather than for each record.' },
  columns: {
    shape: listOf(stringOr(column), 1),
    text: 'Columns in their order: a field, {"field", "label", "total"}, {"name", "label", "sum"} or {"name", "label", "count"}.',
    required: true,
  },
  subtotals: { shape: listOf(text, 1), text: 'Fields whose every value is followed by a subtotal.' },
  sort: { shape: listOf(text, 1), text: 'Fields to sort by, behind those of the subtotals; a minus in front = last first.' },
  period: { shape: object(period), text: 'From when to when.' },
  formats: { shape: listOf(choice(reportFormats, 'a format'), 1), text: 'Files that can be downloaded; xlsx and csv when absent.' },
  maxRows: { shape: between(1, reportLimits.rows.most), text: `Most rows; ${reportLimits.rows.usual} when absent.` },
}

/** What a query-and-print page shows. */
export const reportShape: Shape = object(keys)
