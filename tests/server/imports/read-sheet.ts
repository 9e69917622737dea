import type { Refusal } from '../../../src/domain/refusal'
import { sheets } from '../../../src/server/node/sheets'
import type { SheetRow, Sheets } from '../../../src/server/ports'
import { zip } from './files'

type Limits = Parameters<Sheets['read']>[1]

/** Limits that the files of these tests do not exceed, unless a test says so. */
export const limits: Limits = { maxRows: 100, maxColumns: 10 }

/** Returns a workbook with a sheet of these rows, as XML; `before` precedes them. */
export const sheetOf = (rows: string, before = ''): Uint8Array => {
  const relationships = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  return zip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet ${main}>${before}<sheetData>${rows}</sheetData></worksheet>`,
  })
}

/** Returns the rows of a file. */
export const read = async (name: string, bytes: Uint8Array, own = limits): Promise<SheetRow[]> => {
  const rows: SheetRow[] = []
  for await (const row of sheets().read({ name, bytes }, own)) rows.push(row)
  return rows
}

/** Returns the refusal of a file. */
export const refusalOf = (name: string, bytes: Uint8Array, own = limits): Promise<Refusal> =>
  read(name, bytes, own).then(
    () => Promise.reject(new Error('The file was accepted.')),
    (error: Refusal) => error,
  )
