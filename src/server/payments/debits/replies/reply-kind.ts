import { sql } from 'kysely'
import type { Layout } from '../../../../schema/layouts/layout'
import type { Db, JobRun } from '../../../ports'
import { type BankFileKind, type BankFilePorts, defineBankFileKind, type StoredBankFile } from '../../bank-files/kind'
import { endFile, markAsFailed, storeSummary } from '../../bank-files/outcome'
import { storedLines } from '../../book-file'
import { lockDebits } from '../batches'
import { freeBills } from '../free-bills'
import { authorizationFormat, type DebitFormat } from '../media'
import { answersIn, type NamedAnswer, nameAnswers, namingFields } from './answers'
import type { AppliedAnswer } from './applied-answer'
import { applyAuthorizations, unchangedPayers } from './apply-authorizations'
import { bookDebits } from './settled-lines'
import { newAnswers, refuseOtherResults, type VerifiedReply, verifyReply } from './verify-reply'

/**
 * Returns the kind of the files that answer those of a format.
 * A success settles the bill as a payment of the channel; any other code frees the bill for another file.
 * An authorization changes the payer.
 */
export const debitReply = (format: DebitFormat): BankFileKind => {
  const { day, reference } = namingFields(format)
  const fields = ['Seq', day, reference, 'ResultCode', ...(format === authorizationFormat ? ['AdMark'] : ['Amount'])]
  return defineBankFileKind<VerifiedReply>({
    layout: { fields, headerFields: [] },
    verify: (ports, file) => verifyReply(ports, file, format),
    book: async (ports, { file, verified }, run) => {
      await storeSummary(ports.backgroundDb, file.id, verified.summary)
      await applyAnswers(ports, { file, format, count: verified.summary.count }, run)
      const figures = await figuresOf(ports.backgroundDb, file.id, verified)
      await ports.backgroundDb
        .transaction()
        .execute((trx) =>
          endFile(ports, trx, { id: file.id, run, result: figures, resultText: resultText(format, verified, figures) }),
        )
    },
    // The stored summary stays: it shows that some of the lines may be processed.
    onFailure: markAsFailed,
  })
}

interface Reply {
  readonly file: StoredBankFile
  readonly format: DebitFormat
  readonly count: number
}

/**
 * Applies the answers in batches, each in a transaction of its own.
 * If the process dies, the job starts again; records that are answered have no effect.
 */
const applyAnswers = async (ports: BankFilePorts, { file, format, count }: Reply, run: JobRun): Promise<void> => {
  const { backgroundDb: db, bankFileTools, clock } = ports
  let done = 0
  for await (const answers of answersIn(file.layout, file.open(), { ...bankFileTools, format })) {
    await run.progress(done, count)
    const context = { now: clock().toISOString(), user: 'system' }
    await db.transaction().execute(async (trx) => {
      await lockAgreements(trx, await nameAnswers(trx, format, { answers }))
      const named = await nameAnswers(trx, format, { answers, lock: true })
      // Another reply may have come first since this one was verified.
      refuseOtherResults(file.layout, named, done)
      const applied = newAnswers(named).map(({ answer, record }) => ({
        ...{ answer, record },
        isSuccess: answer.code === successCode(file.layout, answer.kind),
      }))
      await storeAnswers(trx, { file, applied, now: context.now })
      if (format === authorizationFormat) return applyAuthorizations(trx, file.layout, applied, context)
      await bookDebits(trx, { file, format, applied: applied.filter(({ isSuccess }) => isSuccess) }, context)
      const bills = applied.flatMap(({ record: { BillSerialId } }) => BillSerialId ?? [])
      await freeBills({ db: trx, clock }, { bills: sql`select unnest(${bills}::bigint[])`, user: context.user })
    })
    done += answers.length
  }
  await run.progress(done, count)
}

/**
 * Locks the files of all agreements that the answers name, so that no file takes a bill while a reply frees it.
 * The order prevents a deadlock of two replies.
 */
const lockAgreements = async (db: Db, named: readonly NamedAnswer[]): Promise<void> => {
  const applyCodes = new Set(named.flatMap(({ record }) => record?.ApplyCode ?? []))
  for (const applyCode of [...applyCodes].sort()) await lockDebits(db, applyCode)
}

/** Returns the code of a request that was carried out. */
const successCode = (layout: Layout, kind: string): string => {
  const success = layout.details[kind]?.fields.ResultCode?.success
  if (success === undefined) throw new Error(`The layout '${layout.label}' does not say which code means success.`)
  return success
}

const storeAnswers = async (
  db: Db,
  {
    file,
    applied,
    now,
  }: { readonly file: StoredBankFile; readonly applied: readonly AppliedAnswer[]; readonly now: string },
): Promise<void> => {
  const rows = applied.map(({ answer, record, isSuccess }) => ({
    id: record.RecordId,
    state: isSuccess ? 'Succeeded' : 'Refused',
    code: answer.code,
  }))
  await sql`
    update internal_debit_record r
    set state = a.state, result_code = a.code, reply_file_serial_id = ${file.id}, answer_time = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as a (id bigint, state text, code text)
    where r.debit_record_id = a.id`.execute(db)
  await countAnswers(db, applied)
}

/** Adds the answers to the numbers of their files. */
const countAnswers = async (db: Db, applied: readonly AppliedAnswer[]): Promise<void> => {
  const rows = applied.map(({ record: { FileId }, isSuccess }) => ({ file: FileId, success: isSuccess }))
  await sql`
    update internal_debit_file f
    set succeeded_count = f.succeeded_count + n.succeeded, refused_count = f.refused_count + n.refused
    from (
      select file, count(*) filter (where success) as succeeded, count(*) filter (where not success) as refused
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as a (file bigint, success boolean)
      group by file
    ) n
    where f.debit_file_id = n.file`.execute(db)
}

interface Figures {
  readonly succeeded: number
  readonly refused: number
  readonly repeated: number
  /** Records of the answered files that are still without an answer. */
  readonly unanswered: number
  readonly writtenOff: number
  readonly exceptions: number
  readonly reversed: number
  /** The payers whose authorization the reply leaves as it is, because their values have changed. */
  readonly unchanged: readonly string[]
  /** The bills or payers of withdrawn files whose debits or applications were carried out all the same. */
  readonly withdrawn: readonly string[]
}

const figuresOf = async (db: Db, fileId: number, { summary, blank, unknown }: VerifiedReply): Promise<Figures> => {
  const { rows } = await sql<Pick<Figures, 'succeeded' | 'refused' | 'unanswered'>>`
    select count(*) filter (where r.reply_file_serial_id = ${fileId} and r.state = 'Succeeded') as succeeded,
      count(*) filter (where r.reply_file_serial_id = ${fileId} and r.state = 'Refused') as refused,
      count(*) filter (where r.state = 'Unanswered') as unanswered
    from internal_debit_record r
    where r.debit_file_id in (select debit_file_id from internal_debit_record where reply_file_serial_id = ${fileId})`.execute(
    db,
  )
  const { succeeded = 0, refused = 0, unanswered = 0 } = rows[0] ?? {}
  const { writtenOff, exceptions, reversed } = await storedLines(db, fileId)
  const repeated = summary.count - succeeded - refused - blank - unknown
  const unchanged = await unchangedPayers(db, fileId)
  const withdrawn = await carriedOutAfterWithdrawal(db, fileId)
  return { succeeded, refused, unanswered, repeated, writtenOff, exceptions, reversed, unchanged, withdrawn }
}

const carriedOutAfterWithdrawal = async (db: Db, fileId: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select coalesce(b.bill_no, p.payer_id, r.reference) as name
    from internal_debit_record r
    join internal_debit_file f using (debit_file_id)
    left join bill b on b.serial_id = r.bill_serial_id
    left join payer p on p.serial_id = r.payer_serial_id
    where r.reply_file_serial_id = ${fileId} and r.state = 'Succeeded' and f.state = 'Withdrawn'
    order by r.debit_record_id`.execute(db)
  return rows.map(({ name }) => name)
}

const resultText = (
  format: DebitFormat,
  { summary, blank, unknown, firstUnknown }: VerifiedReply,
  { succeeded, refused, repeated, unanswered, writtenOff, exceptions, unchanged, withdrawn }: Figures,
): string => {
  const isDebit = format !== authorizationFormat
  const booked =
    isDebit && succeeded > 0 ? `（銷帳 ${countText(writtenOff)} 筆、例外 ${countText(exceptions)} 筆）` : ''
  const named = firstUnknown.map(({ lineNo, reference }) => `第 ${lineNo} 列「${reference}」`).join('、')
  const parts = [
    `成功 ${countText(succeeded)} 筆${booked}`,
    `失敗 ${countText(refused)} 筆`,
    ...(withdrawn.length > 0
      ? [`匯出檔已作廢、仍執行成功 ${countText(withdrawn.length)} 筆（${namesText(withdrawn)}）`]
      : []),
    ...(unchanged.length > 0
      ? [`送出後扣款資料已變更、授權狀態沒有改變 ${countText(unchanged.length)} 位（${namesText(unchanged)}）`]
      : []),
    ...(repeated ? [`先前已回覆、沒有再次處理 ${countText(repeated)} 筆`] : []),
    ...(blank ? [`沒有回覆代碼 ${countText(blank)} 筆`] : []),
    ...(unknown
      ? [`查無匯出紀錄、沒有處理 ${countText(unknown)} 筆（${named}${unknown > firstUnknown.length ? '等' : ''}）`]
      : []),
  ]
  const rest = unanswered > 0 ? `這些匯出檔還有 ${countText(unanswered)} 筆未回覆。` : ''
  return `${countText(summary.count)} 筆回覆已處理：${parts.join('，')}。${rest}`
}

/** Number of bills or payers that the result names. */
const maxNames = 3

const namesText = (names: readonly string[]): string =>
  `${names.slice(0, maxNames).join('、')}${names.length > maxNames ? '等' : ''}`

const countText = (count: number): string => count.toLocaleString('en-US')
