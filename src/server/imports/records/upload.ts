import { type ImportMapping, type ImportMode, importModes } from '../../../contract/imports'
import { Refusal } from '../../../domain/refusal'
import { type ImportSpec, importLimits } from '../../../schema/language/import'
import { isObject } from '../../../schema/language/shapes/shape'
import { HttpRefusal } from '../../http/call'
import type { SheetRow, Sheets } from '../../ports'

/** An uploaded sheet: its titles and its first rows. */
export interface UploadedSheet {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly titles: readonly string[]
  /** The first rows: at most one more than are imported during a call. */
  readonly rows: readonly SheetRow[]
  /** Number of rows that were read. */
  readonly total: number
}

/** Number of rows that are imported during the call; a file with more is imported by a job. */
export const maxImmediateRows = 1000

/** How much of a file is read: all of it, or only enough to know whether a job must import it. */
type Extent = 'whole' | 'beginning'

/** Reads the file of a form within the limits of the schema. */
export const readUpload = async (sheets: Sheets, form: FormData | undefined, spec: ImportSpec, extent: Extent): Promise<UploadedSheet> => {
  const file = form?.get('File')
  if (!(file instanceof File)) throw new HttpRefusal(400, '請選擇要匯入的檔案。')
  if (file.size > spec.maxBytes) throw new Refusal('3002', `檔案「${file.name}」超過 ${Math.floor(spec.maxBytes / 1_048_576)} MB，請分成幾個檔案匯入。`)
  const { name } = file
  const bytes = new Uint8Array(await file.arrayBuffer())
  const rows: SheetRow[] = []
  let total = 0
  for await (const row of sheets.read({ name, bytes }, limitsOf(spec))) {
    if (total++ <= maxImmediateRows + 1) rows.push(row)
    else if (extent === 'beginning') break
  }
  const [header, ...rest] = rows
  if (!header) throw new Refusal('3003', `檔案「${name}」沒有任何資料，請重新選擇檔案。`)
  if (rest.length === 0) throw new Refusal('3003', `檔案「${name}」只有標題列，沒有資料，請填寫後再匯入。`)
  return { name, bytes, titles: titlesIn(header), rows: rest, total: total - 1 }
}

/** Returns the limits for reading a file. */
export const limitsOf = ({ maxRows }: ImportSpec) => ({ maxRows, maxColumns: importLimits.columns })

/** Returns the titles of a file. */
export const titlesIn = ({ cells }: SheetRow): readonly string[] => cells.map((title) => title.trim())

/** Reads the user's mapping of columns; refuses unknown fields, columns that the file does not have, and required fields without a column. */
export const readMapping = (form: FormData | undefined, spec: ImportSpec, { titles }: Pick<UploadedSheet, 'titles'>): ImportMapping => {
  const mapping = parseMapping(form?.get('Mapping'))
  for (const [field, index] of Object.entries(mapping)) {
    if (!spec.columns.some((column) => column.field === field))
      throw new HttpRefusal(400, `匯入設定沒有「${field.slice(0, 40)}」這個欄位，請重新整理網頁後再試。`)
    if (!Number.isInteger(index) || index < 0 || index >= titles.length) throw new HttpRefusal(400, '選擇的欄位不在檔案裡，請重新選擇檔案。')
  }
  const missing = spec.columns.filter(({ field, required }) => required && !(field in mapping)).map(({ title }) => `「${title}」`)
  if (missing.length > 0) throw new Refusal('3004', `必填的欄位還沒有對應：${missing.join('、')}。請選擇檔案中的欄位，或下載範本填寫後再匯入。`)
  return mapping
}

/** Reads whether good rows are imported if others are bad. */
export const readMode = (form: FormData | undefined): ImportMode => {
  const mode = importModes.find((one) => one === form?.get('ImportMode'))
  if (!mode) throw new HttpRefusal(400, '請選擇匯入方式：全部正確才匯入，或只匯入正確的資料。')
  return mode
}

const parseMapping = (text: unknown): ImportMapping => {
  try {
    const value: unknown = JSON.parse(String(text ?? '{}'))
    if (isObject(value)) return value as ImportMapping
  } catch {}
  throw new HttpRefusal(400, '欄位對應的內容不正確，請重新整理網頁後再試。')
}
