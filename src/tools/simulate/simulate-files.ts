import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays } from '../../domain/dates/dates'
import { type Layouts, layoutNamed } from '../../schema/layouts/layout'
import { paymentFiles, type SimulatedFile } from '../../server/demo/simulation/bank-files'
import { payerSlips } from '../../server/demo/simulation/payer-slips'
import type { ChannelPayment } from '../../server/demo/simulation/payment'
import {
  type RemittanceFile,
  remittanceFiles,
  remittancesOf,
  withoutLastPayment,
} from '../../server/demo/simulation/remittances'
import { paymentSimulator } from '../../server/demo/simulation/simulate'
import { bankFileTools } from '../../server/node/bank-file-tools'
import { replaceFileUsing } from '../../server/node/files/atomic-write'
import { writeBankFile } from '../../server/payments/files/write-bank-file'
import type { Db } from '../../server/ports'

type BankFile = SimulatedFile | RemittanceFile

interface Simulation {
  /** The number of simulated days, the last of which is yesterday. */
  readonly days: number
  /** Seed of the random numbers: the same seed gives the same payments. */
  readonly seed: number
  readonly today: string
}

/**
 * Returns the files that the channels would send about the payments of the simulated days, and the number of these
 * payments.
 */
export const simulateFiles = async (
  db: Db,
  { days, seed, today }: Simulation,
): Promise<{ readonly files: readonly BankFile[]; readonly paymentCount: number }> => {
  const period = { firstDay: addDays(today, -days), lastDay: addDays(today, -1) }
  const paymentsOf = paymentSimulator({ ...period, seed })
  const payments: ChannelPayment[] = []
  for await (const slip of payerSlips(db, period)) payments.push(...paymentsOf(slip))
  const holidays = new Set(
    (await db.selectFrom('holiday').select('holiday_date').execute()).map(({ holiday_date }) => holiday_date),
  )
  // The remittances lack one payment on purpose, so that the portal has a difference to report.
  const remittances = withoutLastPayment(remittancesOf(payments, { holidays, upTo: today }))
  return { files: [...paymentFiles(payments), ...remittanceFiles(remittances)], paymentCount: payments.length }
}

/**
 * Writes bank files that only their owner can read.
 * Each file gets its name when it is complete, because the portal takes the files of its folder.
 */
export const writeFiles = async (folder: string, files: readonly BankFile[], layouts: Layouts): Promise<void> => {
  for (const { name, layout, content } of files)
    await replaceFileUsing(join(folder, name), (partialFile) =>
      writeFile(partialFile, writeBankFile(layoutNamed(layouts, layout), content, bankFileTools.big5)),
    )
}
