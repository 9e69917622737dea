import { debitMedia, type MediaFormat } from '../../../../domain/debits/media'
import { lineFee } from '../../../../domain/payments/channel-fee'
import { expectedRemitDate } from '../../../../domain/payments/remit-date'
import type { Db } from '../../../ports'
import type { StoredBankFile } from '../../bank-files/kind'
import type { ReportedLine } from '../../book-lines'
import { holidaysFrom } from '../../reported-lines'
import type { AppliedAnswer } from './applied-answer'

/** Length of the serials in the bank's information flow. */
const serialLength = 6

/**
 * Returns successful debits as lines of their channel.
 * Their transaction number is the sequence number of the file, so that the bank's information flow, which reports a
 * debit with the same number, books nothing twice (decision 0166).
 */
export const settledLines = async (
  db: Db,
  {
    file,
    format,
    applied,
  }: { readonly file: StoredBankFile; readonly format: MediaFormat; readonly applied: readonly AppliedAnswer[] },
): Promise<readonly ReportedLine[]> => {
  if (applied.length === 0) return []
  const ChannelId = debitMedia[format].channel
  const holidays = await holidaysFrom(db, file.receivedOn)
  const ExpectRemitDate = expectedRemitDate({ ChannelId, TransDate: file.receivedOn }, null, holidays)
  return applied.map(({ answer, record: { Seq, Day, Reference, Amount } }) => ({
    ChannelId,
    MarketItemCode: null,
    StoreNo: null,
    TradeDate: Day,
    TradeTime: null,
    TransDate: file.receivedOn,
    AccountDate: Day,
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
  }))
}

/** Maximum length of the file name that a line stores. */
const maxNameLength = 60
