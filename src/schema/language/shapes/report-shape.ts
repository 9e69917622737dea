import { fieldsShape } from '../../field-types/field-shape'
import { calendar } from '../../field-types/shared-keys'
import { defaultPeriods, reportFormats, reportLimits, reportMatches, reportTotals } from '../report'
import { computedKinds } from '../types'
import { conditionRef, expressionRef } from './condition-shape'
import {
  eitherShape,
  flag,
  integerBetween,
  isText,
  listOf,
  mapOf,
  object,
  oneOfValues,
  type SchemaKeys,
  type Shape,
  scalar,
  shapeReference,
  text,
} from './shape'

const condition: SchemaKeys = {
  field: { shape: text, doc: 'The field of the rows.', required: true },
  match: {
    shape: oneOfValues(reportMatches, 'a way to match'),
    doc: 'exact (default; any of several values), contains, from, to, or month (the days of a month).',
  },
  parameter: {
    shape: text,
    doc: 'The parameter to compare with; the condition is ignored while the parameter is empty.',
  },
  values: { shape: listOf(scalar, 1), doc: 'Fixed values; a row must match one of them.' },
  when: { shape: conditionRef, doc: 'Applied only where the parameters fulfil this condition.' },
}

const column: SchemaKeys = {
  field: { shape: text, doc: 'A field of the rows.' },
  label: { shape: text, doc: 'Heading. Default: the label of the field.' },
  total: {
    shape: eitherShape((value) => typeof value === 'boolean', flag, oneOfValues(reportTotals, 'a kind of total')),
    doc: 'The aggregate that subtotals and totals show: sum (also true), min, max, average, count (the number of rows), or value (the expression, applied to the line of the total).',
  },
  name: { shape: text, doc: 'Name of an aggregated or computed column.' },
  sum: { shape: text, doc: 'The field to add up in each group.' },
  count: { shape: flag, doc: 'true: counts the records of each group.' },
  min: { shape: text, doc: 'The field whose minimum in each group is shown.' },
  max: { shape: text, doc: 'The field whose maximum in each group is shown.' },
  average: { shape: text, doc: 'The field whose average in each group is shown.' },
  where: {
    shape: mapOf(listOf(text, 1)),
    doc: 'Restricts sum, count, min, max or average to the records whose fields have one of these values.',
  },
  as: {
    shape: oneOfValues(computedKinds, 'a kind of computed value'),
    doc: 'The type of a computed value; required with value.',
  },
  value: { shape: expressionRef, doc: 'An expression that computes the value from the other columns of the line.' },
}

const date: SchemaKeys = {
  month: { shape: text, doc: 'The date or datetime field from which the month is derived.' },
  day: { shape: text, doc: 'The datetime field from which the day is derived.' },
  label: { shape: text, doc: 'Heading. Default: derived from the label of the field.' },
  calendar,
}

const period: SchemaKeys = {
  from: { shape: text, doc: 'The parameter with the first day.', required: true },
  to: { shape: text, doc: 'The parameter with the last day.', required: true },
  maxDays: {
    shape: integerBetween(1, 3660),
    doc: `Maximum length of the period in days. Default: ${reportLimits.days}.`,
  },
  first: {
    shape: oneOfValues(defaultPeriods, 'a period'),
    doc: 'The period that the form proposes: thisMonth (default), lastMonth or today.',
  },
}

const textOrObject = (keys: SchemaKeys): Shape => eitherShape(isText, text, object(keys))

const keys: SchemaKeys = {
  of: { shape: text, doc: 'The resource from whose table the rows are read.' },
  call: { shape: text, doc: 'A call of the contract that returns the rows: ReportPrint.WriteOffReport.' },
  fields: {
    shape: shapeReference('fields', () => fieldsShape),
    doc: 'The fields of the rows that the call returns. With "of", the rows have the fields of the resource.',
  },
  where: { shape: listOf(object(condition), 1), doc: 'Conditions that select the rows.' },
  dates: {
    shape: mapOf(object(date)),
    doc: 'Months and days derived from fields, for grouping, subtotals, sorting and columns: {"PaidMonth": {"month": "PaidTime", "label": "…"}}.',
  },
  groupBy: {
    shape: listOf(text, 1),
    doc: 'One row for each combination of values of these fields. Default: one row for each record.',
  },
  columns: {
    shape: listOf(textOrObject(column), 1),
    doc: 'Columns in display order: a field, {"field", "label", "total"}, {"name", "label", "sum"} (or count, min, max, average), or {"name", "label", "as", "value"}.',
    required: true,
  },
  subtotals: { shape: listOf(text, 1), doc: 'Fields with a subtotal after each of their values.' },
  sort: {
    shape: listOf(text, 1),
    doc: 'Fields to sort by, after the fields of the subtotals; a leading minus = descending.',
  },
  period: { shape: object(period), doc: 'The parameters with the start and end of the period.' },
  formats: {
    shape: listOf(oneOfValues(reportFormats, 'a format'), 1),
    doc: 'Formats for download. Default: xlsx and csv.',
  },
  maxRows: {
    shape: integerBetween(1, reportLimits.rows.max),
    doc: `Maximum number of rows. Default: ${reportLimits.rows.default}.`,
  },
}

/** The shape of the content of a page of kind `report`. */
export const reportShape: Shape = object(keys)
