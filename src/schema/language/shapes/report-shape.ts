import { defaultPeriods, reportFormats } from '../report'
import { listOf, mapOf, object, oneOfValues, type SchemaKeys, type Shape, text } from './shape'

const total: SchemaKeys = {
  label: { shape: text, doc: 'Heading of the line at the end, in zh-TW.', required: true },
  subtotal: {
    shape: text,
    doc: 'Heading of the line after each group of rows, in zh-TW. Default: groups do not have the figure.',
  },
  part: {
    shape: text,
    doc: 'The label of the part of list.totalRules that the figure counts. Default: all rows that the rules count.',
  },
}

const form: SchemaKeys = {
  label: { shape: text, doc: 'Name of the form, in zh-TW.', required: true },
  call: { shape: text, doc: 'The call of the contract that returns its rows.', required: true },
  columns: { shape: listOf(text, 1), doc: 'Its columns in display order.', required: true },
  subtotals: { shape: listOf(text, 1), doc: 'Its fields with subtotals. Default: none.' },
}

const calls: SchemaKeys = {
  field: { shape: text, doc: 'Name of the choice in the query form, in PascalCase. No call gets it.', required: true },
  label: { shape: text, doc: 'Label of the choice, in zh-TW.', required: true },
  of: { shape: mapOf(object(form)), doc: 'The forms by code.', required: true },
}

const lines: SchemaKeys = {
  page: {
    shape: text,
    doc: 'The page with their list. Figures are links to it if it has filters for all filters, groups and parts of the report.',
    required: true,
  },
  where: { shape: mapOf(listOf(text, 1)), doc: 'The values that the lines of every figure have, by field.' },
}

const keys: SchemaKeys = {
  subtotals: {
    shape: listOf(text, 1),
    doc: 'Fields with a subtotal after each of their values, from the outermost group inwards. Rows are sorted by them first.',
  },
  totals: {
    shape: listOf(object(total), 1),
    doc: 'The figures of subtotals and of the end. Default: 小計 and 合計 of all rows that the rules of the list count.',
  },
  formats: { shape: listOf(oneOfValues(reportFormats, 'a format'), 1), doc: 'Formats for download. Default: all.' },
  first: {
    shape: oneOfValues(defaultPeriods, 'a period'),
    doc: 'The period that the query form proposes: thisMonth (default), lastMonth or today.',
  },
  lines: { shape: object(lines), doc: 'The lines behind the figures. Default: no page lists them.' },
  labels: { shape: mapOf(text), doc: 'Headings that differ from the labels of the fields, by field, in zh-TW.' },
  calls: {
    shape: object(calls),
    doc: 'The calls of a report with several forms, among which users choose. Default: the call of the list.',
  },
}

/** The shape of what a page of kind `report` adds to its list. */
export const reportShape: Shape = object(keys)
