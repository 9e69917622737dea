import { fieldsShape } from '../../field-types/field-shape'
import { calendar } from '../../field-types/shared-keys'
import { reportFormats, reportLimits, reportMatches, reportProposals, reportTotals } from '../report'
import { computedKinds } from '../types'
import { conditionRef, expressionRef } from './condition-shape'
import { between, choice, either, flag, isText, type Keys, later, listOf, mapOf, object, type Shape, scalar, text } from './shape'

const condition: Keys = {
  field: { shape: text, text: 'The field of the rows.', required: true },
  match: {
    shape: choice(reportMatches, 'a way to match'),
    text: 'exact (when absent; a list of values = any of them), contains, from, to, month (the days of a month).',
  },
  parameter: { shape: text, text: 'The parameter that it is compared with; nothing is asked while that is empty.' },
  values: { shape: listOf(scalar, 1), text: 'Fixed values, any of which will do.' },
  when: { shape: conditionRef, text: 'Asked only where the parameters fulfil this condition.' },
}

const column: Keys = {
  field: { shape: text, text: 'A field of the rows.' },
  label: { shape: text, text: 'Its heading; the label of the field when absent.' },
  total: {
    shape: either((value) => typeof value === 'boolean', flag, choice(reportTotals, 'a kind of total')),
    text: 'What subtotals and totals say: true or sum (adds up), min, max, average, count (of rows), value (its expression, from the line of the total).',
  },
  name: { shape: text, text: 'Name of a column that is worked out.' },
  sum: { shape: text, text: 'The field that is summed up in each group.' },
  count: { shape: flag, text: 'true: counts the records of each group.' },
  min: { shape: text, text: 'The field whose least value in each group is shown.' },
  max: { shape: text, text: 'The field whose greatest value in each group is shown.' },
  average: { shape: text, text: 'The field whose average in each group is shown.' },
  where: { shape: mapOf(listOf(text, 1)), text: 'Of a figure: only of the records whose field has one of these values.' },
  as: { shape: choice(computedKinds, 'a kind of computed value'), text: 'Of a value: what it is.' },
  value: { shape: expressionRef, text: 'A value that follows from the rest of the line, as data.' },
}

const date: Keys = {
  month: { shape: text, text: 'The day or moment of the rows whose month it is.' },
  day: { shape: text, text: 'The moment of the rows whose day it is.' },
  label: { shape: text, text: 'Its heading; made of the label of the moment when absent.' },
  calendar,
}

const period: Keys = {
  from: { shape: text, text: 'The parameter with the first day.', required: true },
  to: { shape: text, text: 'The parameter with the last day.', required: true },
  maxDays: { shape: between(1, 3660), text: `The longest period in days; ${reportLimits.days} when absent.` },
  first: { shape: choice(reportProposals, 'a period'), text: 'What is proposed: thisMonth (when absent), lastMonth, today.' },
}

const stringOr = (keys: Keys): Shape => either(isText, text, object(keys))

const keys: Keys = {
  of: { shape: text, text: 'The resource whose table the rows are read from.' },
  call: { shape: text, text: 'A call of the contract that answers the rows: ReportPrint.WriteOffReport.' },
  fields: { shape: later('fields', () => fieldsShape), text: 'What the rows of a call hold; with "of" the fields are those of the resource.' },
  where: { shape: listOf(object(condition), 1), text: 'Which rows there are.' },
  dates: {
    shape: mapOf(object(date)),
    text: 'Months and days of moments, to be grouped, subtotalled, sorted and shown like fields: {"PaidMonth": {"month": "PaidTime", "label": "…"}}.',
  },
  groupBy: { shape: listOf(text, 1), text: 'A row for each of the values of these fields rather than for each record.' },
  columns: {
    shape: listOf(stringOr(column), 1),
    text: 'Columns in their order: a field, {"field", "label", "total"}, {"name", "label", "sum"} (or count, min, max, average), or {"name", "label", "as", "value"}.',
    required: true,
  },
  subtotals: { shape: listOf(text, 1), text: 'Fields whose every value is followed by a subtotal.' },
  sort: { shape: listOf(text, 1), text: 'Fields to sort by, behind those of the subtotals; a minus in front = last first.' },
  period: { shape: object(period), text: 'From when to when.' },
  formats: { shape: listOf(choice(reportFormats, 'a format'), 1), text: 'Files that can be downloaded; xlsx and csv when absent.' },
  maxRows: { shape: between(1, reportLimits.rows.max), text: `Most rows; ${reportLimits.rows.default} when absent.` },
}

/** The content of a page of kind `report`. */
export const reportShape: Shape = object(keys)
