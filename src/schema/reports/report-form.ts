import { callIdOf } from '../calls/endpoints'
import type { ReportForm } from '../language/report'
import type { ReportResource } from '../language/resource'
import { type Field, fieldNamed } from '../language/types'

/** Returns a report in the form with this code; in its only form if it has no others. */
export const reportInForm = (resource: ReportResource, code: unknown): ReportResource =>
  inForm(resource, resource.report.forms.find((form) => form.code === code) ?? resource.report.forms[0])

/** Returns a report in the form whose rows a call returns; undefined if it has no such call. */
export const reportOfCall = (resource: ReportResource, call: string): ReportResource | undefined => {
  const { forms } = resource.report
  if (forms.length === 0) return callIdOf(resource, 'list') === call ? resource : undefined
  const form = forms.find((candidate) => candidate.call === call)
  return form && inForm(resource, form)
}

const inForm = (resource: ReportResource, form: ReportForm | undefined): ReportResource => {
  if (!form) return resource
  const { call, columns, subtotals } = form
  return {
    ...resource,
    endpoints: { ...resource.endpoints, listCall: call },
    list: { ...resource.list, columns, totals: resource.list.totals.filter((name) => columns.includes(name)) },
    report: { ...resource.report, subtotals },
  }
}

/** Returns the fields that a report shows, in the order of its columns. */
export const reportColumns = ({ fields, list }: ReportResource): readonly Field[] =>
  list.columns.flatMap((name) => fieldNamed(fields, name) ?? [])
