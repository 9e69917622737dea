import { sql } from 'kysely'
import type { AuthorizationPreview, DebitApplications, NewDebitFile } from '../../../contract/call-responses'
import { maxListedDebits } from '../../../contract/debits'
import { Refusal } from '../../../domain/refusal'
import { isObject } from '../../../schema/language/shapes/shape'
import { actorOf } from '../../access/caller'
import { maskedName } from '../../access/masks'
import { requireActiveAgreement } from '../../active-agreement'
import type { Call } from '../../call'
import { contextOf, keyOf, recordBody, throwIfFieldErrors, todayOf } from '../../context'
import { nextUpdateTime, toTaipei } from '../../database/times'
import type { Db } from '../../ports'
import { findRecord } from '../../records/get'
import { lockDebits, openBatch } from './batches'
import { auditFile } from './make-file'
import { authorizationFormat, authorizationLayout, replyText } from './media'
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
interface Applicant {
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

/** Returns which payers a file of authorizations would contain. Stores nothing. */
export const previewAuthorizations = async (call: Call): Promise<AuthorizationPreview> => {
  const applicants = await selectApplicants(call.ports.db, readRequest(call))
  return {
    Count: applicants.length,
    Payers: applicants.slice(0, maxListedDebits).map(({ SerialId, PayerId, PayerName, IdNo, AdMark }) => ({
      SerialId,
      PayerId,
      PayerName: maskedName(PayerName, IdNo),
      AdMark,
    })),
  }
}

/** Makes a file (P02) with which payers apply for authorizations or end them; new applicants are Applying afterwards. */
export const makeAuthorizationFile = async (call: Call): Promise<NewDebitFile> => {
  const request = readRequest(call)
  const { ApplyCode, TxId } = request
  return call.ports.db.transaction().execute(async (db) => {
    await lockDebits(db, ApplyCode)
    const agreement = await debitAgreement(db, ApplyCode)
    requireActiveAgreement(ApplyCode, agreement.AgreementStatus, '匯出約定扣款')
    const applicants = await selectApplicants(db, request, { lock: true })
    if (applicants.length === 0)
      throw new Refusal('2006', '沒有可以送出的授權申請或取消：申請中的繳款人已送出、尚未回覆，或代號不符。')
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
      records: applicants.map(recordOf),
    })
    await markApplying(call, db, file.FileId)
    await auditFile(call, db, { action: 'Create', fileId: file.FileId, after: { ...request, Count: file.RecordCount } })
    return { FileId: file.FileId, State: 'Released' }
  })
}

const recordOf = ({ SerialId, PayerId, AdMark, ...payer }: Applicant): FileRecord => ({
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
 * Selects the active payers with ACH who have not applied yet or are Applying, those who apply again, and those whose
 * authorization is cancelled; not those of a file without an answer.
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
    where p.apply_code = ${ApplyCode} and p.payer_type = 'ACH' and p.payer_status = 'Active'
      and (
        p.debit_auth_status in ('None', 'Applying')
        or p.debit_auth_status in ('Rejected', 'Cancelled') and p.payer_id = any(${ReapplyPayerIds}::text[])
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

const markApplying = async ({ ports: { clock }, scope }: Call, db: Db, fileId: number): Promise<void> => {
  await sql`
    update payer p
    set debit_auth_status = 'Applying', update_user = ${actorOf(scope)}, update_time = ${nextUpdateTime(clock(), 'p.update_time')}
    from internal_debit_record r
    where r.debit_file_id = ${fileId} and p.serial_id = r.payer_serial_id and r.sent ->> 'AdMark' = 'A' and p.debit_auth_status <> 'Applying'`.execute(
    db,
  )
}

/** Maximum number of applications that the page of a payer shows. */
const maxListedApplications = 10

/** Returns the latest applications of a payer with their replies, newest first. */
export const debitApplicationsOf = async (call: Call): Promise<DebitApplications> => {
  const { ports, schemas } = call
  const payer = await findRecord(contextOf(call), schemas.get('payer'), keyOf(schemas.get('payer'), call))
  const { rows } = await sql<Omit<DebitApplications['Applications'][number], 'ResultText'>>`
    select r.debit_file_id as "FileId", f.request_time as "RequestTime", r.sent ->> 'AdMark' as "AdMark", r.state as "State",
      r.result_code as "ResultCode", r.answer_time as "AnswerTime"
    from internal_debit_record r
    join internal_debit_file f using (debit_file_id)
    where r.payer_serial_id = ${payer.SerialId}
    order by r.debit_record_id desc
    limit ${maxListedApplications}`.execute(ports.db)
  return {
    Applications: rows.map((row) => ({
      ...row,
      RequestTime: toTaipei(row.RequestTime),
      AnswerTime: row.AnswerTime === null ? null : toTaipei(row.AnswerTime),
      ResultText: row.ResultCode === null ? null : replyText(ports.layouts, authorizationFormat, row.ResultCode),
    })),
  }
}
