import { enumText } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import { toTaipei } from '../../database/times'
import type { Db } from '../../ports'

/** Throws a refusal (2003) that names the earlier file with the same content, if there is one. */
export const refuseRepeatedFile = async (db: Db, hash: string): Promise<void> => {
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

const statusAdvice: Readonly<Record<string, string>> = { Held: '還沒有入帳；請開啟該檔案，確認是「更正版」或「追加」。' }

/** Returns what to do about a file that failed. A file whose number of lines is unknown was not read to its end. None of its lines was booked, so it can be deleted. */
const failedAdvice = (lineCount: number | null): string =>
  lineCount === null
    ? '沒有入帳。如要再處理一次，請先刪除該檔案，再指定檔案種類重新上傳；內容有誤時，請向通路取得更正後的檔案。'
    : '如要再處理一次，請開啟該檔案，按「重新處理」。'
