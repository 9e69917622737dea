import { enumText } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { actorOf } from '../../access/caller'
import type { Call } from '../../call'
import { toTaipei } from '../../database/times'
import type { Db, Ports } from '../../ports'
import { createWithFiles } from '../../records/form-files'
import { contentHasher } from '../files/content-hash'
import { guessLayout, unknownLayoutMessage } from '../files/guess-layout'
import { enqueueBankFile } from './enqueue'

/**
 * Accepts a bank file from a form: recognizes its kind, refuses a file with the same content as an earlier one, then
 * stores the file, its record and its job.
 */
export const uploadBankFile = async (call: Call): Promise<RecordValues> => {
  const { ports, schemas, scope } = call
  const recognized: { hash?: string; values?: RecordValues } = {}
  try {
    return await createWithFiles(call, schemas.get('bankFile'), {
      check: async ({ db }, { files, input }) => {
        for (const { name, bytes } of files) {
          recognized.hash = hashOf(ports, bytes)
          await refuseRepeatedFile(db, recognized.hash)
          // A form sends a blank text if no layout is chosen.
          const Layout = String(input.Layout ?? '').trim() || (await requireLayout(ports, bytes))
          recognized.values = { Layout, FileName: name, FileHash: recognized.hash, FileSize: bytes.length }
        }
      },
      values: async () => ({
        ...recognized.values,
        Source: 'Upload',
        ImportStatus: 'Pending',
        UploadUser: actorOf(scope),
        UploadTime: ports.clock().toISOString(),
      }),
      afterWrite: ({ db }, { SerialId }) => enqueueBankFile(call, db, SerialId),
    })
  } catch (error) {
    // Another upload with the same content may have been stored after the check.
    if (recognized.hash !== undefined && error instanceof Refusal && error.code === '2003')
      await refuseRepeatedFile(ports.db, recognized.hash)
    throw error
  }
}

const hashOf = ({ bankFileTools }: Ports, bytes: Uint8Array): string => {
  const hash = contentHasher(bankFileTools)
  hash.add(bytes)
  return hash.hex()
}

const requireLayout = async ({ layouts, bankFileTools }: Ports, bytes: Uint8Array): Promise<string> => {
  const layout = await guessLayout(layouts, bytes, bankFileTools)
  if (layout !== null) return layout
  const message = unknownLayoutMessage(layouts)
  throw new Refusal('3001', message, { File: message })
}

/** Throws a refusal (2003) that names the earlier file with the same content, if there is one. */
const refuseRepeatedFile = async (db: Db, hash: string): Promise<void> => {
  const earlier = await db
    .selectFrom('bank_file')
    .select(['serial_id', 'file_name', 'import_status', 'line_count', 'source', 'upload_user', 'upload_time'])
    .where('file_hash', '=', hash)
    .executeTakeFirst()
  if (!earlier) return
  const time = toTaipei(String(earlier.upload_time)).slice(0, 16).replaceAll('-', '/').replace('T', ' ')
  const sender = earlier.source === 'Folder' ? '由自動收檔收進' : `由 ${earlier.upload_user} 上傳`
  const status = String(earlier.import_status)
  const advice = status === 'Failed' ? failedAdvice(earlier.line_count) : (statusAdvice[status] ?? '不會再次入帳。')
  const message = `這個檔案已於 ${time} ${sender}（序號 ${earlier.serial_id}「${earlier.file_name}」，${enumText('BankFileStatus', status)}），${advice}`
  throw new Refusal('2003', message, { File: message })
}

const statusAdvice: Readonly<Record<string, string>> = {
  Held: '還沒有入帳；請開啟該檔案，確認是「更正版」或「追加」。',
  PendingRelease: '還沒有入帳；須由上傳者以外的銀行作業人員放行。',
}

/**
 * Returns what to do about a file that failed.
 * A file whose number of lines is unknown was not read to its end.
 * None of its lines was booked, so it can be deleted.
 */
const failedAdvice = (lineCount: number | null): string =>
  lineCount === null
    ? '沒有入帳。如要再處理一次，請先刪除該檔案，再指定檔案種類重新上傳；內容有誤時，請向通路取得更正後的檔案。'
    : '如要再處理一次，請開啟該檔案，按「重新處理」。'
