import { csvText } from '../../domain/csv'
import type { ReportFormat } from '../../schema/reports/report-spec'
import { FileAnswer } from '../call'
import type { Ports } from '../ports'
import type { ReportDocument } from './document'

/** A report as a file. */
export const reportFile = async (ports: Pick<Ports, 'sheets' | 'reports'>, document: ReportDocument, format: ReportFormat): Promise<FileAnswer> =>
  new FileAnswer(`${document.title}.${format}`, types[format], await writers[format](ports, document))

const types: Readonly<Record<ReportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
}

type Writer = (ports: Pick<Ports, 'sheets' | 'reports'>, document: ReportDocument) => Promise<Uint8Array<ArrayBuffer>>

const writers: Readonly<Record<ReportFormat, Writer>> = {
  xlsx: ({ sheets }, { title, company, conditions, made, columns, rows }) =>
    sheets.write({
      name: title,
      above: [title, ...(company ? [company] : []), ...conditions, made],
      columns: columns.map((column, place) => ({ title: column.title, ...(column.numeric ? { format: formatOf(rows, place) } : {}) })),
      rows: rows.map(({ cells, strong }) => ({ cells, strong })),
    }),
  csv: async (_, { columns, rows }) => new TextEncoder().encode(csvText([columns.map(({ title }) => title), ...rows.map(({ cells }) => cells)])),
  pdf: async ({ reports }, document) => new Uint8Array(await reports.print(document)),
}

// Decimals where one of the amounts has some.
const formatOf = (rows: ReportDocument['rows'], place: number): string =>
  rows.some(({ cells }) => typeof cells[place] === 'number' && !Number.isInteger(cells[place])) ? '#,##0.00' : '#,##0'
