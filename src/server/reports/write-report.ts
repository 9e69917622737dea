import { csvLines, csvText, type TextCell, tabbedLines } from '../../domain/csv'
import type { ReportFormat } from '../../schema/language/report'
import type { ReportResource } from '../../schema/language/resource'
import type { RecordValues } from '../../schema/language/types'
import type { ReportLine } from '../../schema/reports/report-lines'
import type { Ports } from '../ports'
import { printLines, type ReportHead, reportTable } from './document'

/** A report whose lines are read while its file is written. */
export interface WrittenReport {
  readonly report: ReportResource
  readonly head: ReportHead
  /** The currencies of its amounts, each as the values of a record. */
  readonly currencies: readonly RecordValues[]
  /** The first lines, which determine the widths of the columns. */
  readonly first: readonly ReportLine[]
  readonly more: AsyncIterable<readonly ReportLine[]>
}

type Writer = (ports: Pick<Ports, 'sheets' | 'reports'>, written: WrittenReport) => AsyncIterable<Uint8Array>

/**
 * Writes the file of a report in a format, while its lines are read: a request for a file, and a job with a million
 * lines, need the same memory.
 */
export const writeReport = (
  ports: Pick<Ports, 'sheets' | 'reports'>,
  format: ReportFormat,
  written: WrittenReport,
): AsyncIterable<Uint8Array> => writers[format](ports, written)

const writers: Readonly<Record<ReportFormat, Writer>> = {
  Xlsx: ({ sheets }, { report, head, currencies, first, more }) => {
    const { sheetColumns, sheetRows } = reportTable(report)
    const { title, issuer, conditions, timeAndUser } = head
    return sheets.stream({
      name: title,
      preamble: [title, ...(issuer ? [issuer] : []), ...conditions, timeAndUser],
      columns: sheetColumns(first, currencies),
      firstRows: sheetRows(first),
      moreRows: mapped(more, sheetRows),
    })
  },
  Pdf: ({ reports }, { report, head, first, more }) => {
    const lines = printLines(report)
    return reports.print(head, lines(first), mapped(more, lines))
  },
  Csv: (_, written) => textFile(written, { begin: csvText, lines: csvLines }),
  // Fields are separated by tabs, as in the text files that the portal reads, and numbers have no separators, so that
  // accounting programs read the file without settings.
  Txt: (_, written) => textFile(written, { begin: (rows) => `\uFEFF${tabbedLines(rows)}`, lines: tabbedLines }),
}

type TextRows = readonly (readonly TextCell[])[]

/** Writes a text file with titles, without the head of the report, which programs could not read as a row. */
const textFile = async function* (
  { report, first, more }: WrittenReport,
  { begin, lines }: { readonly begin: (rows: TextRows) => string; readonly lines: (rows: TextRows) => string },
): AsyncGenerator<Uint8Array> {
  const { titles, textRows } = reportTable(report)
  const encoder = new TextEncoder()
  yield encoder.encode(begin([titles, ...textRows(first)]))
  for await (const step of more) yield encoder.encode(lines(textRows(step)))
}

const mapped = async function* <Item, Result>(
  items: AsyncIterable<Item>,
  convert: (item: Item) => Result,
): AsyncGenerator<Result> {
  for await (const item of items) yield convert(item)
}
