import { sql } from 'kysely'
import { maxAmount } from '../../../../domain/bills/bill-upload'
import { addDays } from '../../../../domain/dates/dates'
import { Refusal } from '../../../../domain/refusal'
import type { Layout } from '../../../../schema/layouts/layout'
import type { Db } from '../../../ports'
import type { BankFilePorts, StoredBankFile } from '../../bank-files/kind'
import { BankFileRefusal, type BankFileSummary, positionText } from '../../files/bank-file'
import type { DebitFormat } from '../media'
import { type Answer, answersIn, changedValue, type NamedAnswer, nameAnswers, type SentRecord } from './answers'

/** A reply that was read to its end without a mistake. */
export interface VerifiedReply {
  readonly summary: BankFileSummary
  /** Number of lines without a result. */
  readonly blank: number
  /** Number of lines that name no record, and the first of them. */
  readonly unknown: number
  readonly firstUnknown: readonly Answer[]
}

/** Number of lines without a record that the result names. */
const maxNamedUnknown = 3

/**
 * Reads a reply to its end, so that no line of a wrong one takes effect.
 * Throws a refusal for a reply that answers nothing, for a line that differs from what was sent or has an implausible
 * day, and for a result that differs from an earlier one.
 */
export const verifyReply = async (
  { backgroundDb, bankFileTools }: BankFilePorts,
  { id, layout, open, receivedOn }: Pick<StoredBankFile, 'id' | 'layout' | 'open' | 'receivedOn'>,
  format: DebitFormat,
): Promise<VerifiedReply> => {
  const processed = await processedBefore(backgroundDb, id)
  const batches = answersIn(layout, open(), { ...bankFileTools, format })
  const codes = new Map<number, string>()
  const firstUnknown: Answer[] = []
  let [blank, unknown] = [0, 0]
  for (;;) {
    const { done, value } = await batches.next()
    if (done) {
      refuseIfNothingAnswered({ known: codes.size, blank })
      return { summary: value, blank, unknown, firstUnknown }
    }
    for (const { answer, record } of await nameAnswers(backgroundDb, format, { answers: value })) {
      refuseImplausibleAmount(layout, answer)
      if (record === null) {
        unknown += 1
        if (firstUnknown.length < maxNamedUnknown) firstUnknown.push(answer)
        continue
      }
      refuseChangedLine(layout, { answer, record })
      refuseImplausibleDay(layout, { answer, record }, receivedOn)
      if (answer.code === '') blank += 1
      else
        refuseOtherResult(layout, answer, {
          earlier: codes.get(record.RecordId) ?? record.ResultCode,
          processed,
        })
      if (answer.code !== '') codes.set(record.RecordId, answer.code)
    }
  }
}

/** Returns the number of lines that took effect before the file failed and was processed again. */
const processedBefore = async (db: Db, id: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from internal_debit_record where reply_file_serial_id = ${id}`.execute(db)
  return Number(rows[0]?.count)
}

const refuseIfNothingAnswered = ({ known, blank }: { readonly known: number; readonly blank: number }): void => {
  if (known > 0) return
  throw new Refusal(
    '3001',
    blank > 0
      ? '檔案的每一筆都沒有回覆代碼，可能是送出的檔案而不是回覆檔。請重新取得回覆檔。'
      : '檔案沒有任何一筆屬於本系統匯出的檔案，可能是其他批次或其他單位的回覆。請確認檔案後重新上傳。',
  )
}

const refuseImplausibleAmount = (layout: Layout, { lineNo, kind, values: { Amount } }: Answer): void => {
  if (Amount === undefined || (Number(Amount) >= 1 && Number(Amount) <= maxAmount)) return
  const { offset = 1, label } = layout.details[kind]?.fields.Amount ?? {}
  throw new BankFileRefusal(
    `${positionText(lineNo, offset, label)}應為 1 到 ${maxAmount.toLocaleString('en')} 的金額。${askAgain}`,
    lineNo,
    offset,
  )
}

/** Maximum number of days by which a debit may follow its requested day, or the day on which the reply was received. */
const maxDelayDays = 7

/** Throws a refusal for a day of a debit that is before the requested one, or much later: no report would show it. */
const refuseImplausibleDay = (
  layout: Layout,
  { answer: { lineNo, kind, values }, record: { Day } }: { readonly answer: Answer; readonly record: SentRecord },
  receivedOn: string,
): void => {
  const { ActualDate } = values
  if (ActualDate === undefined) return
  const last = addDays(receivedOn > Day ? receivedOn : Day, maxDelayDays)
  if (ActualDate >= Day && ActualDate <= last) return
  const { offset = 1, label } = layout.details[kind]?.fields.ActualDate ?? {}
  const [day, from, to] = [String(ActualDate), Day, last].map((date) => date.replaceAll('-', '/'))
  throw new BankFileRefusal(
    `${positionText(lineNo, offset, label)}是「${day}」，應為 ${from} 到 ${to} 之間的日期，整個檔案沒有處理。${askAgain}`,
    lineNo,
    offset,
  )
}

const askAgain = '請重新取得正確的回覆檔。'

/** Throws a refusal for a line with another value than the record that it names. */
const refuseChangedLine = (
  layout: Layout,
  { answer, record }: { readonly answer: Answer; readonly record: SentRecord },
): void => {
  const changed = changedValue(answer, record)
  if (changed === null) return
  const { lineNo, kind } = answer
  const { offset = 1, label } = layout.details[kind]?.fields[changed] ?? {}
  throw new BankFileRefusal(
    `${positionText(lineNo, offset, label)}與匯出檔（序號 ${record.FileId}）的交易序號 ${record.Seq} 不同，整個檔案沒有處理。${askAgain}`,
    lineNo,
    offset,
  )
}

const refuseOtherResult = (
  layout: Layout,
  { lineNo, kind, code }: Answer,
  { earlier, processed }: { readonly earlier: string | null; readonly processed: number },
): void => {
  if (earlier === null || earlier === code) return
  const effect = processed === 0 ? '整個檔案沒有處理' : `前面 ${processed.toLocaleString('en')} 筆已處理，其餘沒有處理`
  const { offset = 1, label } = layout.details[kind]?.fields.ResultCode ?? {}
  throw new BankFileRefusal(
    `${positionText(lineNo, offset, label)}是「${code}」，但這一筆先前已回覆「${earlier}」，${effect}。請向回覆單位查明。`,
    lineNo,
    offset,
  )
}

/**
 * Throws a refusal for a result that differs from one that has been stored since the reply was verified.
 * `processed` is the number of lines of the reply that have taken effect before.
 */
export const refuseOtherResults = (layout: Layout, named: readonly NamedAnswer[], processed: number): void => {
  for (const { answer, record } of named) {
    if (record !== null && answer.code !== '')
      refuseOtherResult(layout, answer, { earlier: record.ResultCode, processed })
  }
}

/** Returns the answers that name a record without an answer. */
export const newAnswers = (
  named: readonly NamedAnswer[],
): readonly { readonly answer: Answer; readonly record: SentRecord }[] => {
  const taken = new Set<number>()
  return named.flatMap(({ answer, record }) => {
    if (record === null || !isOpen(record) || answer.code === '' || taken.has(record.RecordId)) return []
    taken.add(record.RecordId)
    return [{ answer, record }]
  })
}

// A record of a withdrawn file can still be answered: what the bank has carried out is a fact.
const isOpen = ({ State }: SentRecord): boolean => State === 'Unanswered' || State === 'Voided'
