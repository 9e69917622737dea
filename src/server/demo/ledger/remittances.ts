import type { Holidays } from '../../../domain/dates/business-days'
import { addDays } from '../../../domain/dates/dates'
import { unknownMediaType } from '../../../domain/file-kinds'
import { layoutNamed } from '../../../schema/layouts/layout'
import { contentHasher } from '../../payments/files/content-hash'
import { writeBankFile } from '../../payments/files/write-bank-file'
import { resultText } from '../../payments/kinds/cash-flow'
import { refreshRecentRemittanceChecks, repeatedDays } from '../../payments/remittances/check'
import { storeRemittances } from '../../payments/remittances/store'
import type { Ports } from '../../ports'
import type { DemoPortal } from '../demo-portal'
import { insertReturningIds } from '../insert-rows'
import type { ChannelPayment } from '../simulation/payment'
import { type Remittance, type RemittanceFile, remittanceFiles, remittancesOf } from '../simulation/remittances'
import { insertFiles } from '../uploads'

/**
 * Stores the remittances of the last `repeatedDays` days in one file for each day, then compares them with the
 * payments.
 * The portal compares no earlier days.
 */
export const seedRemittances = async (
  { ports, today }: DemoPortal,
  payments: readonly ChannelPayment[],
  holidays: Holidays,
): Promise<void> => {
  const { db, clock } = ports
  const remittances = remittancesOf(payments, { holidays, upTo: addDays(today, -1) }).filter(
    ({ day }) => day >= addDays(today, -repeatedDays),
  )
  const files = await Promise.all(
    remittanceFiles(withDifferences(remittances)).map((file) => toStoredFile(ports, file)),
  )
  await insertFiles(
    db,
    files.map(({ content }) => content),
  )
  const serialIds = await insertReturningIds(
    db,
    'bank_file',
    files.map(({ record }) => record),
    { user: '', at: clock().toISOString() },
  )
  const layout = layoutNamed(ports.layouts, 'cashFlow')
  for (const [index, { content }] of files.entries()) {
    const bytes = async function* () {
      yield content.bytes
    }
    await storeRemittances(
      ports,
      { serialId: serialIds[index] ?? 0, layout, receivedOn: today, content: bytes() },
      { confirm: async () => {} },
    )
  }
  await refreshRecentRemittanceChecks(db, clock())
}

/**
 * Returns the remittances with one difference of each kind: one lacks its last payment, one contains its last payment
 * twice, and one is from a store at which nobody paid.
 * Only remittances of several payments are changed, and not two in a row.
 */
const withDifferences = (remittances: readonly Remittance[]): readonly Remittance[] => {
  const [tooLow, , tooHigh, , fromOtherStore] = remittances
    .filter(({ amount, lastAmount }) => amount > lastAmount)
    .toReversed()
  return remittances.map((remittance) => {
    const { amount, lastAmount } = remittance
    if (remittance === tooLow) return { ...remittance, amount: amount - lastAmount }
    if (remittance === tooHigh) return { ...remittance, amount: amount + lastAmount }
    return remittance === fromOtherStore ? { ...remittance, channel: unusedStore } : remittance
  })
}

/** A store (美廉社) at which no payer of the demo pays. */
const unusedStore = '14'

/** Returns a file and its record, as the portal stores them when a file arrives in the drop folder. */
const toStoredFile = async (
  { layouts, bankFileTools }: Ports,
  { day, name, layout, content: { details } }: RemittanceFile,
) => {
  const lines = [...details]
  const bytes = new Uint8Array(
    await new Blob(
      [...writeBankFile(layoutNamed(layouts, layout), { details: lines }, bankFileTools.big5)].map(
        (line) => new Uint8Array(line),
      ),
    ).arrayBuffer(),
  )
  const hash = contentHasher(bankFileTools)
  hash.add(bytes)
  const fileHash = hash.hex()
  const [id, time] = [fileHash.slice(0, 32), `${day}T10:30:00+08:00`]
  return {
    content: { id, name, type: unknownMediaType, uniformNo: '', bytes, time },
    record: {
      File: id,
      Layout: layout,
      FileName: name,
      FileSize: bytes.length,
      FileHash: fileHash,
      Source: 'Folder',
      ImportStatus: 'Succeeded',
      LineCount: lines.length,
      TotalAmount: lines.reduce((sum, { values }) => sum + Number(values.Amount), 0),
      RepeatedCount: 0,
      ResultText: resultText(lines.length, 0),
      UploadTime: time,
      FinishTime: time,
    },
  }
}
