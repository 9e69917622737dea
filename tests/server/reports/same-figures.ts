import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Resource } from '../../../src/schema/language/resource'
import { cellText } from '../../../src/schema/reports/cell-text'
import type { ReportLine } from '../../../src/schema/reports/report-lines'
import { isMoney } from '../../../src/schema/text/value-text'
import { sheets } from '../../../src/server/node/sheets'
import type { Client } from '../../support/client'

/** Holds the three files of a report against what its screen shows: the PDF word by word, the others also by their numbers. Answers how many lines there were. */
export const sameFigures = async (client: Client, resource: Resource, query: object): Promise<number> => {
  const { report } = resource
  if (!report) throw new Error(`${resource.name} is no report.`)
  const base = `/Ext${resource.endpoints.base}`
  const lines: readonly ReportLine[] = (await client.get(`${base}/QueryReport`, { ...query })).data.Lines
  const file = (FileFormat: string) => client.get(`${base}/DownloadReportFile`, { ...query, FileFormat })
  const screen = lines.map((line) => report.columns.map((_, place) => cellText(report, line, place)))
  const numbers = lines.map((line) => report.columns.map(({ field }) => numberIn(line.Values, field.name, isMoney(field))))

  const written = screen.map((texts) => bare(texts.join('')))
  // Between the headings and the foot of each page.
  const printed = linesOf((await file('pdf')).bytes).filter((line) => written.includes(line))
  expect(printed, `${resource.label}, pdf`).toEqual(written)
  for (const format of ['csv', 'xlsx']) {
    const rows = await rowsOf((await file(format)).bytes, format)
    const told = rows.slice(-lines.length).map((row) => report.columns.map((_, place) => row[place] ?? ''))
    const seen = told.map((row, line) => row.map((cell, place) => (numbers[line]?.[place] === undefined ? cell : Number(cell))))
    expect(seen, `${resource.label}, ${format}`).toEqual(screen.map((texts, line) => texts.map((text, place) => numbers[line]?.[place] ?? text)))
  }
  return lines.length
}

/** A figure as a spreadsheet has it: amounts in whole units of their currency. */
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
  for await (const { cells } of sheets().read({ name: `a.${format}`, bytes }, { maxRows: 1000, maxColumns: 40 })) rows.push(cells)
  return rows
}
