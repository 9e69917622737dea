import { whiteListTemplate } from '../../domain/accounts/white-list-upload'
import { billTemplate } from '../../domain/bills/bill-upload'
import { taipeiToday } from '../../domain/dates/dates'
import type { UploadTemplate } from '../../domain/example-row'
import { mediaTypeOf } from '../../domain/file-kinds'
import { sampleToday } from '../../schema/field-types/samples'
import type { Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { type NewSheet, templateSheet } from '../../schema/sheets/sheet'
import { deleteHiddenFile, hideFile, makeFileVisible, writeFile } from '../files'
import { workingSheet } from '../imports/records/actions/working-file'
import { importTemplate } from '../imports/records/template'
import type { Db, Ports } from '../ports'
import { contentHash } from '../security/keys'

/** The sample of an upload: the file that users fill in, with its columns and an example. */
interface Sample {
  /** Name of the resource that takes the upload. */
  readonly of: string
  readonly name: string
  readonly description: string
  readonly sheet: NewSheet
}

/**
 * Updates the samples in the download area: adds those of new uploads, replaces those whose columns have changed, and
 * deletes those of uploads that no longer exist.
 * Returns their names.
 * A replaced sample keeps its number and its count of downloads, and is published on the day of the change.
 * Several processes may do this at the same time.
 */
export const updateSamples = async (
  { sheets, backgroundDb, clock }: Pick<Ports, 'sheets' | 'backgroundDb' | 'clock'>,
  schemas: SchemaSet,
): Promise<readonly string[]> => {
  const samples = samplesOf(schemas)
  const stored = await storedSamples(backgroundDb)
  const updated: string[] = []
  for (const { of, file } of stored) {
    if (samples.some((sample) => sample.of === of)) continue
    await deleteSample(backgroundDb, of, file)
    updated.push(of)
  }
  for (const sample of samples) {
    const hash = await contentHash(new TextEncoder().encode(JSON.stringify(sample)))
    if (stored.some(({ of, hash: storedHash }) => of === sample.of && storedHash === hash)) continue
    const bytes = await sheets.write(sample.sheet)
    if (await storeSample(backgroundDb, { ...sample, bytes, hash }, clock())) updated.push(sample.of)
  }
  return updated
}

/**
 * Returns the samples of all uploads.
 * They contain no data of a company and no current date, so that they are the same for everybody and change only with
 * the columns.
 */
export const samplesOf = (schemas: SchemaSet): readonly Sample[] => [
  uploadSample(schemas.get('billImportList'), billTemplate({ today: sampleToday, payerNoLength: 6 })),
  uploadSample(schemas.get('whiteListImportList'), whiteListTemplate(sampleToday)),
  ...schemas.resources.flatMap(importSample),
]

const uploadSample = ({ name: of, label }: Resource, template: UploadTemplate): Sample => ({
  of,
  name: `${template.name}.xlsx`,
  description: `「${label}」上傳檔的欄位與範例。`,
  sheet: templateSheet(template),
})

const importSample = (resource: Resource): readonly Sample[] => {
  const { name: of, noun, label, import: spec } = resource
  if (!spec) return []
  if (spec.action)
    return [
      {
        of,
        name: `${noun}處理檔範例.xlsx`,
        description: `「${label}」處理檔的欄位；請在該頁按「下載處理檔」取得要處理的資料。`,
        sheet: workingSheet(resource, spec.action, []),
      },
    ]
  return [
    {
      of,
      name: `${noun}匯入範例.xlsx`,
      description: `「${label}」匯入檔的欄位與範例。`,
      sheet: importTemplate({ resource, spec }, { today: sampleToday }),
    },
  ]
}

interface StoredSample {
  readonly of: string
  readonly file: string
  readonly hash: string | null
}

const storedSamples = async (db: Db): Promise<readonly StoredSample[]> =>
  db
    .selectFrom('published_file')
    .select(['sample_of as of', 'file', 'sample_hash as hash'])
    .where('sample_of', 'is not', null)
    .$narrowType<{ of: string; file: string }>()
    .execute()

/**
 * Stores a sample.
 * Returns false if another process has already stored this content.
 */
const storeSample = async (
  backgroundDb: Db,
  { of, name, description, bytes, hash }: Sample & { readonly bytes: Uint8Array<ArrayBuffer>; readonly hash: string },
  now: Date,
): Promise<boolean> => {
  const file = await writeFile(backgroundDb, { name, type: mediaTypeOf(name), bytes, uniformNo: '' })
  const unusedFile = await backgroundDb.transaction().execute(async (trx) => {
    const content = {
      file,
      file_name: name,
      description,
      file_size: bytes.length,
      publish_date: taipeiToday(now),
      sample_hash: hash,
    }
    const author = { create_user: '', create_time: now.toISOString(), update_user: '', update_time: now.toISOString() }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('published_file')
      .values({
        ...content,
        ...author,
        file_type: 'Sample',
        audience: 'Company',
        download_count: 0,
        sample_of: of,
      })
      .onConflict((conflict) => conflict.column('sample_of').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows) {
      await makeFileVisible(trx, file)
      return null
    }
    const former = await trx
      .selectFrom('published_file')
      .select(['file', 'sample_hash'])
      .where('sample_of', '=', of)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (former.sample_hash === hash) return file
    await trx
      .updateTable('published_file')
      .set({ ...content, update_time: author.update_time })
      .where('sample_of', '=', of)
      .execute()
    await makeFileVisible(trx, file)
    await hideFile(trx, String(former.file))
    return String(former.file)
  })
  if (unusedFile !== null) await deleteHiddenFile(backgroundDb, unusedFile)
  return unusedFile !== file
}

const deleteSample = async (backgroundDb: Db, of: string, file: string): Promise<void> => {
  await backgroundDb.transaction().execute(async (trx) => {
    await trx.deleteFrom('published_file').where('sample_of', '=', of).execute()
    await hideFile(trx, file)
  })
  await deleteHiddenFile(backgroundDb, file)
}
