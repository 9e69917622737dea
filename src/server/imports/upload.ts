import type { ImportMode, ImportPreview } from '../../contract/imports'
import { enums } from '../../domain/enums'
import { Refusal } from '../../domain/refusal'
import { type ImportSpec, importLimits } from '../../schema/language/import'
import { isErrorTitle } from '../../schema/sheets/failed-rows'
import { type Call, HttpRefusal } from '../call'
import type { SheetRow, Sheets } from '../ports'
import { onlyExampleProblem, withoutExample } from './example-row'
import { proposedMapping } from './mapping'
import { asksAboutHidden, readUploadedFile, storeUpload, type UploadedFile } from './uploaded-files'

/** An uploaded file with its titles and its first rows. */
export interface UploadedSheet extends UploadedFile {
  readonly titles: readonly string[]
  /**
   * The first rows below the titles: at most one more than `maxImmediateRows`, so that a file that needs a job is
   * recognized.
   */
  readonly rows: readonly SheetRow[]
  /** Number of rows below the titles that were read. */
  readonly total: number
}

/** Maximum number of rows that are imported during the call. A larger file is imported by a job. */
export const maxImmediateRows = 1000

/**
 * The part of a file to read: all rows, or only the rows that are needed to decide whether a job must import the file.
 */
type Extent = 'all' | 'firstRows'

/** Reads the file of a call. Throws a refusal if the file exceeds the limits of the schema's import. */
export const readUpload = async (
  call: Call,
  resource: string,
  spec: ImportSpec,
  extent: Extent,
): Promise<UploadedSheet> => {
  const file = await readUploadedFile(call, resource)
  if (!file) throw new HttpRefusal(400, '請選擇要匯入的檔案。')
  if (file.bytes.length > spec.maxBytes)
    throw new Refusal(
      '3002',
      `檔案「${file.name}」超過 ${Math.floor(spec.maxBytes / 1_048_576)} MB，請分成幾個檔案匯入。`,
    )
  return readSheet(call.ports.sheets, file, { ...limitsOf(spec), asksAboutHidden: asksAboutHidden(call, file) }, extent)
}

const readSheet = async (
  sheets: Sheets,
  file: UploadedFile,
  limits: Parameters<Sheets['read']>[1],
  extent: Extent,
): Promise<UploadedSheet> => {
  const { name, bytes } = file
  const rows: SheetRow[] = []
  let total = 0
  for await (const row of sheets.read({ name, bytes }, limits)) {
    total++
    if (rows.length <= maxImmediateRows + 1) rows.push(row)
    else if (extent === 'firstRows') break
  }
  const [titleRow, ...dataRows] = rows
  if (!titleRow) throw new Refusal('3003', `檔案「${name}」沒有任何資料，請重新選擇檔案。`)
  if (dataRows.length === 0) throw new Refusal('3003', `檔案「${name}」只有標題列，沒有資料，請填寫後再匯入。`)
  const onlyExample = onlyExampleProblem(name, dataRows)
  if (onlyExample !== undefined) throw new Refusal('3003', onlyExample)
  return { ...file, titles: titlesIn(titleRow), rows: dataRows, total: total - 1 }
}

/** Returns the limits for reading a file of a declared import. */
export const limitsOf = ({ maxRows }: Pick<ImportSpec, 'maxRows'>) => ({
  maxRows,
  maxColumns: importLimits.columns.max,
})

/** Returns the titles in the title row of a file. */
export const titlesIn = ({ cells }: SheetRow): readonly string[] => cells.map((title) => title.trim())

const maxSamples = 3

/**
 * Returns the columns of a file with the proposed mapping, and stores the file, so that later calls need not send it
 * again.
 */
export const previewUpload = async (
  call: Call,
  resource: string,
  spec: ImportSpec,
): Promise<Omit<ImportPreview, 'EarlierImport'>> => {
  const file = await readUpload(call, resource, spec, 'all')
  const { name, titles, rows: readRows, total } = file
  const { rows, warnings } = withoutExample(readRows, titles)
  const mapping = Object.entries(await proposedMapping(call, { resource, spec, titles }))
  const columns = titles.map((Title, Place) => ({
    Place,
    Title,
    Samples: rows
      .map(({ cells }) => (cells[Place] ?? '').trim())
      .filter(Boolean)
      .slice(0, maxSamples),
    Field: mapping.find(([, columnIndex]) => columnIndex === Place)?.[0] ?? null,
  }))
  return {
    FileId: file.id ?? (await storeUpload(call, resource, file)),
    FileName: name,
    TotalCount: total - warnings.length,
    Columns: columns.filter(({ Title }) => !isErrorTitle(Title)),
  }
}

/**
 * Returns the import mode of a form, which determines whether good rows are imported if other rows are bad.
 * Throws a refusal (400) if no mode is chosen.
 */
export const readMode = (form: FormData | undefined): ImportMode => {
  const mode = form?.get('ImportMode')
  if (isImportMode(mode)) return mode
  throw new HttpRefusal(400, '請選擇匯入方式：全部正確才匯入，或只匯入正確的資料。')
}

const isImportMode = (mode: unknown): mode is ImportMode =>
  typeof mode === 'string' && Object.hasOwn(enums.ImportMode, mode)
