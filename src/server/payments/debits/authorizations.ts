import { sql } from 'kysely'
import type { AuthorizationPreview, NewDebitFile } from '../../../contract/call-responses'
import { maxListedDebits } from '../../../contract/debits'
import { Refusal } from '../../../domain/refusal'
import { isObject } from '../../../schema/language/shapes/shape'
import { layoutNamed } from '../../../schema/layouts/layout'
import { actorOf } from '../../access/caller'
import { maskedName } from '../../access/masks'
import { requireActiveAgreement } from '../../active-agreement'
import type { Call } from '../../call'
import { recordBody, throwIfFieldErrors, todayOf } from '../../context'
import { nextUpdateTime } from '../../database/times'
import type { Db } from '../../ports'
import { misfitText } from '../files/fit-value'
import { lockDebits, openBatch } from './batches'
import { auditFile, maxDebitRecords } from './make-file'
import { authorizationFormat, authorizationLayout, lineFiller, writtenLine } from './media'
import { debitAgreement, requireUsableAgreement } from './parameters'
import { type FileRecord, storeDebitFile } from './store-file'

/** What a file of authorizations is made of. */
interface AuthorizationRequest {
  readonly ApplyCode: string
  readonly TxId: string
  /** The payers whose authorization was rejected or has ended, and who apply again. */
  readonly ReapplyPayerIds: readonly string[]
  /** The payers whose authorization is cancelled. */
  readonly CancelPayerIds: readonly string[]
}

/** A payer who goes into a file of authorizations; A adds an authorization, D cancels it. */
export interface Applicant {
  readonly SerialId: number
  readonly PayerId: string
  readonly PayerName: string
  readonly IdNo: string | null
  readonly DebitBankCode: string | null
  readonly DebitAccount: string | null
  readonly DebitIdNo: string | null
  readonly DebitUserNo: string | null
  readonly AdMark: 'A' | 'D'
}

/** A payer who stays out of a file, because a value does not fit its layout. */
interface Misfit {
  readonly applicant: Applicant
  readonly text: string
}

/** The payers who go into a file, and those who stay out. */
interface Applications {
  readonly chosen: readonly Applicant[]
  /** The number of payers who go into further files, because a file has a limit. */
  readonly restCount: number
  readonly misfits: readonly Misfit[]
}

/** Returns which payers a file of authorizations would contain, and which stay out and why. Stores nothing. */
export const previewAuthorizations = async (call: Call): Promise<AuthorizationPreview> => {
  const { chosen, restCount, misfits } = await selectApplications(call, call.ports.db, readRequest(call))
  return {
    Count: chosen.length,
    RestCount: restCount,
    Payers: chosen.slice(0, maxListedDebits).map(payerItem),
    StayOutCount: misfits.length,
    StayOuts: misfits.slice(0, maxListedDebits).map(({ applicant, text }) => ({ ...payerItem(applicant), Text: text })),
  }
}

const payerItem = ({ SerialId, PayerId, PayerName, IdNo, AdMark }: Applicant) => ({
  ...{ SerialId, PayerId, AdMark },
  PayerName: maskedName(PayerName, IdNo),
})

/** Makes a file (P02) with which payers apply for authorizations or end them; new applicants are Applying afterwards. */
export const makeAuthorizationFile = async (call: Call): Promise<NewDebitFile> => {
  const request = readRequest(call)
  const { ApplyCode, TxId } = request
  return call.ports.db.transaction().execute(async (db) => {
    await lockDebits(db, ApplyCode)
    const agreement = await debitAgreement(db, ApplyCode)
    requireActiveAgreement(ApplyCode, agreement.AgreementStatus, '匯出約定扣款')
    const { chosen, misfits } = await selectApplications(call, db, request, { lock: true })
    if (chosen.length === 0) throw nothingToSend(misfits)
    const today = todayOf(call.ports)
    const batch = await openBatch(db, {
      ...{ ApplyCode, TxId, BillTermId: null, DebitDate: today },
      MediaFormat: authorizationFormat,
    })
    const file = await storeDebitFile(call.ports, db, {
      batchId: batch.BatchId,
      layoutName: authorizationLayout,
      mediaFormat: authorizationFormat,
      applyCode: ApplyCode,
      day: today,
      values: { UniformNo: agreement.UniformNo, RealAccount: agreement.RealAccount, TxId },
      includesExported: false,
      needsRelease: false,
      requestUser: actorOf(call.scope),
      records: chosen.map(authorizationRecord),
    })
    await markApplying(call, db, file.FileId)
    await auditFile(call, db, { action: 'Create', fileId: file.FileId, after: { ...request, Count: file.RecordCount } })
    return { FileId: file.FileId, State: 'Released' }
  })
}

const nothingToSend = ([first]: readonly Misfit[]): Refusal =>
  first
    ? new Refusal(
        '2002',
        `繳款人 ${first.applicant.PayerId} 的${first.text}，沒有其他可以送出的授權申請或取消；請更正後再製作。`,
      )
    : new Refusal('2006', '沒有可以送出的授權申請或取消：申請中的繳款人都已送出、尚未回覆。')

/** Returns the record of a payer. */
export const authorizationRecord = ({ SerialId, PayerId, AdMark, ...payer }: Applicant): FileRecord => ({
  reference: payer.DebitUserNo ?? '',
  billSerialId: null,
  payerSerialId: SerialId,
  amount: 0,
  values: {
    DebitBankCode: payer.DebitBankCode,
    DebitAccount: payer.DebitAccount,
    DebitIdNo: payer.DebitIdNo,
    DebitUserNo: payer.DebitUserNo,
    PayerId,
    AdMark,
  },
  title: `繳款人 ${PayerId} `,
})

const readRequest = (call: Call): AuthorizationRequest => {
  const { ApplyCode, TxId, ReapplyPayerIds, CancelPayerIds } = recordBody(call.body)
  const [applyCode, txId] = [String(ApplyCode ?? ''), String(TxId ?? '')]
  throwIfFieldErrors({
    ...(applyCode === '' ? { ApplyCode: '請選擇委託單位代號。' } : {}),
    ...(/^\d{3}$/.test(txId) ? {} : { TxId: '交易代號須為 3 位數字。' }),
  })
  requireUsableAgreement(call.scope, applyCode)
  return {
    ApplyCode: applyCode,
    TxId: txId,
    ReapplyPayerIds: readIds('ReapplyPayerIds', ReapplyPayerIds),
    CancelPayerIds: readIds('CancelPayerIds', CancelPayerIds),
  }
}

/** Maximum number of payers that a call names. */
const maxNamedPayers = 500

const readIds = (name: string, value: unknown): readonly string[] => {
  if (value === undefined || value === null) return []
  const isValid = Array.isArray(value) && value.length <= maxNamedPayers && !value.some((id) => typeof id !== 'string')
  if (!isValid || isObject(value)) throwIfFieldErrors({ [name]: `須為繳款人代號的清單，最多 ${maxNamedPayers} 位。` })
  return Array.isArray(value) ? value.map(String) : []
}

/**
 * Selects the payers of a file, of whom those with a value that does not fit its layout stay out.
 * Throws a refusal (2002) that names the payers in the request who cannot apply again or be cancelled.
 */
const selectApplications = async (
  { ports: { layouts, bankFileTools } }: Call,
  db: Db,
  request: AuthorizationRequest,
  options: { readonly lock?: boolean } = {},
): Promise<Applications> => {
  const applicants = await selectApplicants(db, request, options)
  refuseUnknownPayers(request, applicants)
  const [, line] = writtenLine(layoutNamed(layouts, authorizationLayout))
  const fields = Object.fromEntries(Object.entries(line.fields).filter(([name]) => payerFields.includes(name)))
  const fill = lineFiller({ fields })
  const misfits = applicants.flatMap((applicant) => {
    const text = misfitText({ fields }, fill(authorizationRecord(applicant).values), bankFileTools.big5)
    return text === null ? [] : [{ applicant, text }]
  })
  const excluded = new Set(misfits.map(({ applicant }) => applicant))
  const fitting = applicants.filter((applicant) => !excluded.has(applicant))
  const chosen = fitting.slice(0, maxDebitRecords)
  return { chosen, restCount: fitting.length - chosen.length, misfits }
}

/** The fields of a line that belong to a payer; the other ones are the same in the whole file. */
const payerFields: readonly string[] = ['DebitBankCode', 'DebitAccount', 'DebitIdNo', 'DebitUserNo']

const refuseUnknownPayers = (
  { ReapplyPayerIds, CancelPayerIds }: AuthorizationRequest,
  applicants: readonly Applicant[],
): void => {
  const marks = new Map(applicants.map(({ PayerId, AdMark }) => [PayerId, AdMark]))
  const [reapply, cancel] = [
    ReapplyPayerIds.filter((id) => marks.get(id) !== 'A'),
    CancelPayerIds.filter((id) => marks.get(id) !== 'D'),
  ]
  throwIfFieldErrors({
    ...(reapply.length > 0
      ? {
          ReapplyPayerIds: `不能再申請的繳款人代號：${reapply.join('、')}。須為這個委託單位啟用中、授權失敗或已終止的 ACH 繳款人，且沒有尚未回覆的授權檔。`,
        }
      : {}),
    ...(cancel.length > 0
      ? {
          CancelPayerIds: `不能取消授權的繳款人代號：${cancel.join('、')}。須為這個委託單位已授權的 ACH 繳款人，且沒有尚未回覆的授權檔。`,
        }
      : {}),
  })
}

/**
 * Selects the active payers with ACH who have not applied yet or are Applying, those who apply again, and those, even
 * inactive, whose authorization is cancelled; not those of a file without an answer.
 */
const selectApplicants = async (
  db: Db,
  { ApplyCode, ReapplyPayerIds, CancelPayerIds }: AuthorizationRequest,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<readonly Applicant[]> => {
  const isCancelled = sql`p.debit_auth_status = 'Authorized' and p.payer_id = any(${CancelPayerIds}::text[])`
  const { rows } = await sql<Applicant>`
    select p.serial_id as "SerialId", p.payer_id as "PayerId", p.payer_name as "PayerName", p.id_no as "IdNo",
      p.debit_bank_code as "DebitBankCode", p.debit_account as "DebitAccount", p.debit_id_no as "DebitIdNo", p.debit_user_no as "DebitUserNo",
      case when ${isCancelled} then 'D' else 'A' end as "AdMark"
    from payer p
    where p.apply_code = ${ApplyCode} and p.payer_type = 'ACH'
      and (
        p.payer_status = 'Active' and (
          p.debit_auth_status in ('None', 'Applying')
          or p.debit_auth_status in ('Rejected', 'Cancelled') and p.payer_id = any(${ReapplyPayerIds}::text[])
        )
        or ${isCancelled}
      )
      and not exists (
        select from internal_debit_record r
        where r.payer_serial_id = p.serial_id and r.payer_serial_id is not null and r.state = 'Unanswered'
      )
    order by p.serial_id
    ${lock ? sql`for update of p` : sql``}`.execute(db)
  return rows
}

/** Makes new applicants Applying, and stores the status of all for a withdrawal of the file. */
const markApplying = async ({ ports: { clock }, scope }: Call, db: Db, fileId: number): Promise<void> => {
  await sql`
    update internal_debit_record r
    set former_status = p.debit_auth_status
    from payer p
    where r.debit_file_id = ${fileId} and p.serial_id = r.payer_serial_id`.execute(db)
  await sql`
    update payer p
    set debit_auth_status = 'Applying', update_user = ${actorOf(scope)}, update_time = ${nextUpdateTime(clock(), 'p.update_time')}
    from internal_debit_record r
    where r.debit_file_id = ${fileId} and p.serial_id = r.payer_serial_id and r.sent ->> 'AdMark' = 'A' and p.debit_auth_status <> 'Applying'`.execute(
    db,
  )
}
