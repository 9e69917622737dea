import { Refusal } from '../../domain/refusal'
import { rulesOf } from '../../schema/field-types'
import { periodErrors } from '../../schema/reports/period'
import { reportParams } from '../../schema/reports/report-endpoints'
import { type ReportFormat, type ReportResource, reportFormats } from '../../schema/reports/report-spec'
import type { Around, Row } from '../../schema/types'
import { validate } from '../../schema/validate'
import { type Call, HttpRefusal } from '../call'
import { refuseWrong } from '../records/context'

/** The parameters of a report's call, judged by the rules of its fields and by its period. */
export const readParameters = (resource: ReportResource, query: Call['query'], around: Around): Row => {
  const own: readonly string[] = Object.values(reportParams)
  const given = Object.entries(query).filter(([name, values]) => !own.includes(name) && values.some(Boolean))
  const input = Object.fromEntries(
    given.map(([name, values]) => {
      const field = resource.fields.find((one) => one.name === name)
      return [name, field && rulesOf(field.type).list ? values.filter(Boolean) : values[0]]
    }),
  )
  const { value, errors } = validate(resource, input, { mode: 'create', ...around })
  refuseWrong({ ...periodErrors(resource.report, value), ...errors })
  return value
}

/** Which page of the lines is asked for. */
export const readPage = (query: Call['query'], most: number): { readonly page: number; readonly pageSize: number } => {
  const page = whole(query[reportParams.page]?.[0] ?? '1', most)
  const pageSize = whole(query[reportParams.pageSize]?.[0] ?? '100', most)
  if (page && pageSize) return { page, pageSize }
  throw new Refusal('2002', `頁碼與每頁列數須為 1 到 ${most.toLocaleString('en')} 的整數。`)
}

/** Which file is asked for. */
export const readFormat = ({ report }: ReportResource, query: Call['query']): ReportFormat => {
  const format = reportFormats.find((one) => one === query[reportParams.format]?.[0])
  if (format && report.formats.includes(format)) return format
  throw new HttpRefusal(400, `這份報表可以下載的格式是 ${report.formats.join('、')}。`)
}

const whole = (text: string, most: number): number | undefined => {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}
