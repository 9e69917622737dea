import { sql } from 'kysely'
import { debitMedia, type MediaFormat } from '../../../../domain/debits/media'
import { lineFee } from '../../../../domain/payments/channel-fee'
import { expectedRemitDate } from '../../../../domain/payments/remit-date'
import { lineIdentity } from '../../../database/bills-and-lines/line-identity'
import type { Db } from '../../../ports'
import type { StoredBankFile } from '../../bank-files/kind'
import { bookLines, type ReportedLine } from '../../book-lines'
import type { LedgerContext } from '../../ledger-context'
import { holidaysFrom } from '../../reported-lines'
import type { AppliedAnswer } from './applied-answer'

/** Length of the serials in the bank's information flow. */
const serialLength = 6

/** Successful debits of a reply. */
interface Debits {
  readonly file: StoredBankFile
  readonly format: MediaFormat
  readonly applied: readonly AppliedAnswer[]
}

/** Books successful debits, and writes to their records which lines they are. */
export const bookDebits = async (db: Db, debits: Debits, context: LedgerContext): Promise<void> => {
  if (debits.applied.length === 0) return
  const lines = await settledLines(db, debits)
  await bookLines(db, lines, context)
  await storeLines(db, debits.applied, lines)
}

/** Finds the lines by what identifies them: the bank's information flow may have reported a line first. */
const storeLines = async (db: Db, applied: readonly AppliedAnswer[], lines: readonly ReportedLine[]): Promise<void> => {
  const rows = lines.map(({ ChannelId, TradeDate, TxnSeq, VACAccount, Amount }, index) => ({
    ...{ record: applied[index]?.record.RecordId, channel_id: ChannelId, trade_date: TradeDate, txn_seq: TxnSeq },
    ...{ vac_account: VACAccount, original_vac_account: null, amount_sign: 'Plus', amount: Amount },
  }))
  await sql`
    update internal_debit_record r
    set line_serial_id = l.serial_id
    from (
      select record, ${lineIdentity}
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as d (
        record bigint, channel_id text, trade_date date, txn_seq text, vac_account text, original_vac_account text, amount_sign text, amount bigint
      )
    ) as d (record, channel, day, seq, account, sign, amount)
    join (select serial_id, ${lineIdentity} from transaction_line where parent_serial_id is null)
      as l (serial_id, channel, day, seq, account, sign, amount) using (channel, day, seq, account, sign, amount)
    where r.debit_record_id = d.record`.execute(db)
}

/**
 * Returns successful debits as lines of their channel.
 * Their day is that on which the money was debited, which the reply may name; by the requested day it names the record.
 * Their transaction number is the sequence number of the file, so that the bank's information flow, which reports a
 * debit with the same number, books nothing twice (decision 0168).
 */
const settledLines = async (db: Db, { file, format, applied }: Debits): Promise<readonly ReportedLine[]> => {
  const ChannelId = debitMedia[format].channel
  const holidays = await holidaysFrom(db, file.receivedOn)
  const ExpectRemitDate = expectedRemitDate({ ChannelId, TransDate: file.receivedOn }, null, holidays)
  return applied.map(({ answer, record: { Seq, Day, Reference, Amount } }) => {
    const day = String(answer.values.ActualDate ?? Day)
    return {
      ChannelId,
      MarketItemCode: null,
      StoreNo: null,
      TradeDate: day,
      TradeTime: null,
      TransDate: file.receivedOn,
      AccountDate: day,
      ExpectRemitDate,
      TxnSeq: String(Seq).padStart(serialLength, '0'),
      VACAccount: Reference,
      CurrencyType: 'TWD',
      AmountSign: 'Plus',
      Amount,
      ...lineFee({ ChannelId, Amount, CurrencyType: 'TWD' }, null),
      Barcode1: null,
      Barcode2: null,
      Barcode3: null,
      SourceFile: file.name.slice(0, maxNameLength),
      BankFileSerialId: file.id,
      LineNo: answer.lineNo,
    }
  })
}

/** Maximum length of the file name that a line stores. */
const maxNameLength = 60
