import { type CellStyle, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import type { NewSheet, SheetColumn } from '../../ports'

/** Writes a workbook of one sheet. Texts are text cells: leading zeros stay, and nothing runs as a formula. */
export const writeSheet = async (sheet: NewSheet): Promise<Uint8Array<ArrayBuffer>> => {
  const { name, columns, preamble = [], rows } = sheet
  const head = preamble.length
  return new Uint8Array(
    await writeXlsx({
      sheets: [
        {
          name: sheetName(name),
          rows: [...preamble.map((text) => [text]), columns.map(({ title }) => title), ...rows.map(({ cells }) => [...cells])],
          columns: columns.map((column, place) => ({ width: widthOf(sheet, place), ...(column.format ? { numFmt: column.format } : {}) })),
          cells: styledCells(sheet),
          freezePane: { rows: head + 1 },
          dataValidations: columns.flatMap((column, place) => validationsOf(column, place, head + 2)),
          pageSetup: {
            paperSize: 'a4',
            orientation: columns.length > 6 ? 'landscape' : 'portrait',
            fitToPage: true,
            fitToHeight: 0,
            printTitlesRow: `$${head + 1}:$${head + 1}`,
          },
          headerFooter: { oddFooter: '&C第 &P 頁，共 &N 頁' },
        },
      ],
    }),
  )
}

type Cells = NonNullable<WriteSheet['cells']>

const strong: CellStyle = { font: { bold: true } }

const styledCells = ({ columns, preamble = [], rows }: NewSheet): Cells => {
  const cells: Cells = new Map()
  preamble.forEach((text, row) => void (row === 0 && cells.set('0,0', { value: text, style: { font: { bold: true, size: 14 } } })))
  columns.forEach(({ title, note }, place) => {
    cells.set(`${preamble.length},${place}`, { value: title, style: strong, ...(note ? { comment: { text: note } } : {}) })
  })
  rows.forEach(({ cells: values, bold }, row) => {
    values.forEach((value, place) => {
      const numFmt = columns[place]?.format
      const address = `${preamble.length + 1 + row},${place}`
      if (bold) cells.set(address, { value, style: { ...strong, ...(numFmt && typeof value === 'number' ? { numFmt } : {}) } })
      else if (value === null && numFmt) cells.set(address, { value, style: { numFmt } })
    })
  })
  return cells
}

// Excel accepts a list of options up to 255 characters.
const validationsOf = ({ options }: SheetColumn, place: number, firstRow: number): NonNullable<WriteSheet['dataValidations']> => {
  if (!options || options.join(',').length > 255) return []
  const letters = String.fromCharCode(65 + place)
  return place < 26 ? [{ type: 'list', values: [...options], allowBlank: true, range: `${letters}${firstRow}:${letters}5000` }] : []
}

// Excel rejects these characters, and more than 31 of any.
const sheetName = (name: string): string => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)

const widthOf = ({ columns, rows }: NewSheet, place: number): number =>
  Math.min(50, Math.max(...[columns[place]?.title ?? '', ...rows.slice(0, 200).map(({ cells }) => cells[place] ?? '')].map(charactersOf)) + 2)

// A Chinese character is twice as wide as a Latin one.
const charactersOf = (value: string | number): number => [...String(value)].reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 0)
