import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { facetsOf, isReference } from '../../../src/schema/field-types'
import type { Resource } from '../../../src/schema/language/resource'
import type { Field } from '../../../src/schema/language/types'
import { cellText } from '../../../src/schema/reports/cell-text'
import type { ReportLine } from '../../../src/schema/reports/report-lines'
import { isMoney } from '../../../src/schema/text/value-text'
import { sheets } from '../../../src/server/node/sheets'
import type { Client } from '../../support/client'

/**
 * Compares the three files of a report with its screen: the PDF word by word, the others also by their numbers.
 * Returns the number of lines.
 */
export const sameFigures = async (client: Client, resource: Resource, query: object): Promise<number> => {
  const { report } = resource
  if (!report) throw new Error(`${resource.name} is no report.`)
  const base = `/Ext${resource.endpoints.base}`
  const lines: readonly ReportLine[] = (await client.get(`${base}/QueryReport`, { ...query })).data.Lines
  const file = (FileFormat: string) => client.get(`${base}/DownloadReportFile`, { ...query, FileFormat })
  const screen = lines.map((line) => report.columns.map((_, place) => cellText(report, line, place)))
  const numbers = lines.map((line) =>
    report.columns.map(({ field }) => numberIn(line.Values, field.name, isMoney(field))),
  )

  const written = screen.map((texts) => bare(texts.join('')))
  // Between the headings and the foot of each page.
  const printed = linesOf((await file('pdf')).bytes).filter((line) => written.includes(line))
  expect(printed, `${resource.label}, pdf`).toEqual(written)
  for (const format of ['csv', 'xlsx']) {
    const rows = await rowsOf((await file(format)).bytes, format)
    const told = rows.slice(-lines.length).map((row) => joined(resource, row))
    const seen = told.map((row, line) =>
      row.map((cell, place) => (numbers[line]?.[place] === undefined ? cell : Number(cell))),
    )
    const shown = screen.map((texts, line) =>
      texts.map(
        (text, place) => (format === 'xlsx' ? timeIn(lines[line], report.columns[place]?.field) : undefined) ?? text,
      ),
    )
    expect(seen, `${resource.label}, ${format}`).toEqual(
      shown.map((texts, line) => texts.map((text, place) => numbers[line]?.[place] ?? text)),
    )
  }
  return lines.length
}

/** A row of a file as on the screen: code and name of a reference are one column there. */
const joined = ({ report }: Resource, row: readonly string[]): readonly string[] => {
  const rest = [...row]
  return (report?.columns ?? []).map(({ field }) =>
    rest
      .splice(0, isReference(field) && field.storedAs !== 'bigint' ? 2 : 1)
      .filter(Boolean)
      .join(' '),
  )
}

/** The content of a date cell; undefined if the spreadsheet has a text. */
const timeIn = (line: ReportLine | undefined, field: Field | undefined): string | undefined => {
  const value = field && line?.Values[field.name]
  if (!field || typeof value !== 'string') return undefined
  const { comparedAs } = facetsOf(field)
  if (comparedAs === 'date') return value
  return comparedAs === 'datetime' ? value.slice(0, 19).replace('T', ' ').replace(' 00:00:00', '') : undefined
}

/** A figure as in a spreadsheet: amounts in whole units of their currency. */
const numberIn = (values: ReportLine['Values'], name: string, money: boolean): number | undefined => {
  const value = values[name]
  if (typeof value !== 'number') return undefined
  const whole = ['TWD', 'JPY', undefined].includes(values.CurrencyType as string | undefined)
  return money && !whole ? value / 100 : value
}

/** The lines of the table, without the blanks between and within its cells. */
const linesOf = (pdf: Uint8Array): readonly string[] => {
  const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.pdf')
  writeFileSync(path, pdf)
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).split('\n').map(bare).filter(Boolean)
}

const bare = (text: string): string => text.replace(/\s/g, '')

const rowsOf = async (bytes: Uint8Array, format: string): Promise<readonly (readonly string[])[]> => {
  const rows: (readonly string[])[] = []
  for await (const { cells } of sheets().read({ name: `a.${format}`, bytes }, { maxRows: 1000, maxColumns: 40 }))
    rows.push(cells)
  return rows
}
