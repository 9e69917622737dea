import { tenantFields } from '../../domain/access/roles'
import type { RawReport, RawReportCalls, RawResource } from '../language/raw-resource'
import { type ReportForm, type ReportSpec, type ReportTotal, reportFormats } from '../language/report'
import type { ReportResource, Resource } from '../language/resource'
import type { Field } from '../language/types'
import { compileField } from './compile-field'

/** Returns a compiled list with what a page of kind `report` adds to it. */
export const compileReport = (base: Resource, { report = {} }: RawResource): ReportResource => ({
  ...base,
  fields: base.fields.map((field) => ({ ...labelled(field, report), required: false, readOnly: true })),
  form: [],
  report: {
    title: base.label.replace(/列印$/, ''),
    ...formsOf(report.calls),
    subtotals: report.subtotals ?? [],
    totals: report.totals ?? defaultTotals,
    formats: report.formats ?? reportFormats,
    first: report.first ?? 'thisMonth',
    ...(report.lines === undefined ? {} : { lines: report.lines }),
  },
})

// A field of a referenced record is named by its path in the file, and has the last part of it as its name.
const labelled = (field: Field, { labels = {} }: RawReport): Field => {
  const label = Object.entries(labels).find(([path]) => path.split('.').at(-1) === field.name)?.[1]
  return label === undefined ? field : { ...field, label }
}

const defaultTotals: readonly ReportTotal[] = [{ label: '合計', subtotal: '小計' }]

const formsOf = (calls: RawReportCalls | undefined): Pick<ReportSpec, 'forms' | 'formField'> => {
  if (!calls) return { forms: [] }
  const forms = Object.entries(calls.of).map(([code, form]): ReportForm => ({ subtotals: [], ...form, code }))
  const options = Object.fromEntries(forms.map(({ code, label }) => [code, label]))
  const context = { rawOf: () => ({}), file: {}, tenant: tenantFields.agreement }
  return {
    forms,
    formField: compileField(calls.field, { type: 'enum', label: calls.label, required: true, options }, context),
  }
}
