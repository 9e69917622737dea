import { bankFileTools } from '../../server/node/bank-file-tools'
import type { BankFileLine } from '../../server/payments/files/bank-file'
import { verifyBankFile } from '../../server/payments/files/read-bank-file'
import { writeBankFile } from '../../server/payments/files/write-bank-file'
import { readPortalSchemas } from '../portal-schemas'
import { type BenchSizes, type Measurement, medianTimesAlternating, timeOf, withLimit } from './measure'

/** Measures reading and verifying a file of convenience stores by its layout, compared with code that reads at fixed offsets and verifies only the totals. */
export const benchBankFiles = async ({ bankFileLines }: BenchSizes): Promise<readonly Measurement[]> => {
  const layout = readPortalSchemas('schemas').layouts.store
  const file = Buffer.concat([...writeBankFile(layout, { header, details: generatePayments(bankFileLines) }, bankFileTools.big5)])
  const chunks = Array.from({ length: Math.ceil(file.length / chunkBytes) }, (_, index) => file.subarray(index * chunkBytes, (index + 1) * chunkBytes))
  const title = `a store file of ${bankFileLines.toLocaleString('en-US')} lines, read and verified`
  const times = await medianTimesAlternating(
    { runs: 5, warmUpMs: 2000 },
    () => timeOf(() => verifyBankFile(layout, chunks, bankFileTools)),
    () => timeOf(() => readByOffsets(file)),
  )
  return [
    { title, ...times, unit: 'ms', reference: 'fixed offsets in code' },
    withLimit({ title, portalFigure: times.portalFigure, unit: 'ms' }, { max: 2000 }),
  ]
}

const chunkBytes = 65_536

const header = { CompanyCode: '7A1', AgencyCode: '7111111', TransDate: '2026-11-28' }

const generatePayments = function* (count: number): Generator<Pick<BankFileLine, 'kind' | 'values'>> {
  for (let index = 0; index < count; index++) {
    const values = {
      ...header,
      StoreNo: String(100_000 + (index % 9000)),
      TransferAccount: '0'.repeat(14),
      AccountDate: '2026-11-28',
      TradeDate: index % 2 ? '2026-11-27' : '2026-11-26',
      Barcode1: '1511307A1',
      Barcode2: `00${77_001_260_000_000 + index}`,
      Barcode3: `113023${String(1000 + (index % 19_000)).padStart(9, '0')}`,
    }
    yield { kind: 'payment', values }
  }
}

/** Reads the payments at fixed offsets; throws if their number or sum differs from the trailer. */
const readByOffsets = (file: Buffer): void => {
  const lines = file.toString('latin1').split('\r\n')
  const payments = lines
    .filter((line) => line.startsWith('2'))
    .map((line) => ({
      companyCode: line.slice(1, 9).trimEnd(),
      agencyCode: line.slice(9, 17).trimEnd(),
      storeNo: line.slice(17, 25).trimEnd(),
      accountDate: `${line.slice(44, 48)}-${line.slice(48, 50)}-${line.slice(50, 52)}`,
      tradeDate: `${line.slice(52, 56)}-${line.slice(56, 58)}-${line.slice(58, 60)}`,
      item: line.slice(66, 69),
      account: line.slice(69, 85).replace(/^0+/, ''),
      amount: Number(line.slice(95, 104)),
    }))
  const trailer = lines.at(-2) ?? ''
  const sum = payments.reduce((total, { amount }) => total + amount, 0)
  // The trailer has the sum with two decimal places.
  if (Number(trailer.slice(28, 44)) !== sum * 100 || Number(trailer.slice(44, 54)) !== payments.length) throw new Error('The totals are wrong.')
}
