import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { withoutApostrophe } from '../../../src/domain/csv'
import { callIdOf, reportFileCallId } from '../../../src/schema/calls/endpoints'
import { facetsOf, isChoiceType, isShownReference } from '../../../src/schema/field-types'
import { isReport, type ReportResource, type Resource } from '../../../src/schema/language/resource'
import type { Field } from '../../../src/schema/language/types'
import { cellText } from '../../../src/schema/reports/cell-text'
import { reportColumns } from '../../../src/schema/reports/report-form'
import { type ReportLine, reportLines } from '../../../src/schema/reports/report-lines'
import type { Client } from '../../support/client'

/**
 * Compares the files of a report with its lines on the screen, cell by cell; the PDF line by line.
 * Returns the number of lines.
 */
export const sameFigures = async (client: Client, resource: Resource, query: object): Promise<number> => {
  if (!isReport(resource)) throw new Error(`${resource.name} is no report.`)
  const lines = await linesOnScreen(client, resource, query)
  const file = async (FileFormat: string) => {
    const path = `/Ext/${reportFileCallId(callIdOf(resource, 'list')).replace('.', '/')}`
    const answer = await client.get(path, { ...query, FileFormat })
    expect(answer.status, `${resource.name}, ${FileFormat}`).toBe(200)
    return answer
  }
  const fields = reportColumns(resource)
  const shown = lines.map((line) => fields.map((field, index) => cellText(field, line, index)))
  const written = shown.map((texts) => bare(texts.join('')))
  expect(
    (await printedLines((await file('Pdf')).bytes)).filter((line) => written.includes(line)),
    'pdf',
  ).toEqual(written)
  const values = lines.map((line) => fields.map((field, index) => fileValue(field, line, index)))
  for (const [format, separator] of [
    ['Csv', ','],
    ['Txt', '\t'],
  ] as const) {
    const rows = textRows((await file(format)).bytes, separator).map((row) => unguarded(fields, joined(fields, row)))
    expect(rows[0], format).toEqual(joined(fields, titlesOf(fields)))
    expect(rows.slice(1), format).toEqual(
      lines.map((line, no) =>
        fields.map((field, index) => String(values[no]?.[index] ?? cellText(field, line, index))),
      ),
    )
  }
  const [sheet] = (await readXlsx((await file('Xlsx')).bytes)).sheets
  const cells = (sheet?.rows ?? []).slice(-lines.length).map((row) => joined(fields, fields.length === 0 ? [] : row))
  expect(
    cells.map((row) =>
      row.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))),
    ),
    'xlsx',
  ).toEqual(
    lines.map((line, no) =>
      fields.map((field, index) =>
        String(dayOf(field, line, index) ?? values[no]?.[index] ?? cellText(field, line, index)),
      ),
    ),
  )
  return lines.length
}

/** The lines that a screen makes of the pages of a report, by default of very short ones. */
export const linesOnScreen = async (
  client: Client,
  resource: ReportResource,
  query: object,
  PageSize = 3,
): Promise<ReportLine[]> => {
  const path = resource.endpoints.listCall
    ? `/${resource.endpoints.listCall.replace('.', '/')}`
    : resource.endpoints.base
  const maker = reportLines(resource)
  const lines: ReportLine[] = []
  for (let PageNo = 1; ; PageNo += 1) {
    const { data, message } = await client.get(path, { ...query, PageNo, PageSize })
    expect(data, message).toBeTruthy()
    lines.push(...maker.push(data.Items))
    if (PageNo * PageSize >= data.TotalCount) return [...lines, ...maker.end()]
  }
}

/** A number as in a file: amounts in whole units of their currency. */
const fileValue = (field: Field, { text, values }: ReportLine, index: number): number | undefined => {
  const value = values[field.name]
  if (typeof value !== 'number' || (index === 0 && text !== '')) return undefined
  const hasCents =
    facetsOf(field).numberKind?.isAmount && !['TWD', 'JPY', undefined].includes(values.CurrencyType as string)
  return hasCents ? value / 100 : value
}

const dayOf = (field: Field, { text, values }: ReportLine, index: number): unknown =>
  facetsOf(field).comparedAs === 'date' && !(index === 0 && text !== '') ? (values[field.name] ?? '') : undefined

const hasTwoColumns = (field: Field): boolean => isShownReference(field) && field.storedAs !== 'bigint'

const titlesOf = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap((field) =>
    hasTwoColumns(field) ? [field.label, `${field.label.replace(/(代號|代碼|編號)$/, '')}名稱`] : [field.label],
  )

/** A row of a file as on the screen: code and name of a reference are one column there. */
const joined = (fields: readonly Field[], row: readonly unknown[]): readonly unknown[] => {
  const rest = [...row]
  return fields.map((field) => {
    const cells = rest.splice(0, hasTwoColumns(field) ? 2 : 1)
    return cells.length === 1 ? (cells[0] ?? '') : cells.filter(Boolean).join(' ')
  })
}

/** A row of a text file without the apostrophes before formulas. Options have none, so theirs would be a difference. */
const unguarded = (fields: readonly Field[], row: readonly unknown[]): readonly unknown[] =>
  row.map((cell, index) => {
    const field = fields[index]
    return index > 0 && field && isChoiceType(field.type) ? cell : withoutApostrophe(String(cell))
  })

const textRows = (bytes: Uint8Array, separator: string): readonly (readonly string[])[] => {
  expect([...bytes.slice(0, 3)], 'the byte order mark').toEqual([0xef, 0xbb, 0xbf])
  return new TextDecoder()
    .decode(bytes)
    .replace(/\r\n$/, '')
    .split('\r\n')
    .map((line) => cellsIn(line, separator).map((cell) => cell.replace(/^"(.*)"$/, '$1')))
}

/** The cells of a line; a quoted one may contain the separator. */
const cellsIn = (line: string, separator: string): readonly string[] =>
  [...`${line}${separator}`.matchAll(new RegExp(`("[^"]*"|[^${separator}]*)${separator}`, 'g'))].map(
    ([, cell = '']) => cell,
  )

/** The lines of the table, without the blanks between and within its cells. */
const printedLines = async (pdf: Uint8Array): Promise<readonly string[]> => {
  const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.pdf')
  writeFileSync(path, pdf)
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).split('\n').map(bare).filter(Boolean)
}

const bare = (text: string): string => text.replace(/\s/g, '')
