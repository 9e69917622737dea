import { defineBankFile } from '../../module'
import { defineBankFileKind } from '../bank-files/kind'
import { endFile, markAsFailed, storeSummary } from '../bank-files/outcome'
import { BankFileRefusal } from '../files/bank-file'
import { verifyBankFile } from '../files/read-bank-file'
import { refreshRemittanceChecks } from '../remittances/check'
import { storeRemittances } from '../remittances/store'

/** The files in which channels report what they remit (金流). */
export const cashFlow = defineBankFileKind({
  // Remittances are recognized by all their values, so files have no header by which they are compared.
  layout: { fields: ['RemitDate', 'ChannelId', 'MarketItemCode', 'Amount'], headerFields: [] },
  verify: async ({ bankFileTools }, { layout, open }) => ({
    summary: await verifyBankFile(layout, open(), bankFileTools),
  }),
  book: async (ports, { file: { id, layout, receivedOn, open }, verified: { summary } }, run) => {
    const { backgroundDb: db, clock } = ports
    await storeSummary(db, id, summary)
    await run.progress(0, summary.count)
    await db.transaction().execute(async (trx) => {
      const { days, repeated } = await storeRemittances(
        { ...ports, db: trx },
        { serialId: id, layout, receivedOn, content: open(trx) },
        run,
      )
      await refreshRemittanceChecks(trx, { days, now: clock() })
      await endFile(ports, trx, { id, run, result: { repeated }, resultText: resultText(summary.count, repeated) })
    })
  },
  // A file may be refused after its summary was stored; then none of its lines was stored.
  onFailure: (ports, failed) =>
    markAsFailed(ports, { ...failed, isNothingBooked: failed.reason instanceof BankFileRefusal }),
})

export default defineBankFile('cashFlow', cashFlow)

/** Returns the result of a file as a sentence in zh-TW. */
export const resultText = (lineCount: number, repeated: number): string => {
  const newText = `${(lineCount - repeated).toLocaleString('en-US')} 筆撥款已收進`
  const repeatedText = repeated > 0 ? `，${repeated.toLocaleString('en-US')} 筆先前已收過、沒有再次計入` : ''
  return `${newText}${repeatedText}；與資訊流的比對結果請見「撥款對帳」。`
}
