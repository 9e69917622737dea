import { expect } from 'vitest'
import type { LineValues } from '../../../../src/server/payments/files/bank-file'
import type { Answer, Client } from '../../../support/client'
import { uploadBankFile } from '../../../support/payments/bank-file-upload'
import { writeAll } from '../../../support/payments/bank-files'
import type { Portal } from '../../../support/portal'

/**
 * Returns the function that uploads a file, waits until it is processed, and returns its record.
 * The form sends an empty text where no kind is chosen.
 */
export const uploader =
  ({ ports }: Pick<Portal, 'ports'>, operator: Client) =>
  async (
    bytes: Uint8Array,
    fields: Readonly<Record<string, string>> = { Layout: '' },
    name = 'CVS1119.txt',
  ): Promise<Answer['data']> => {
    const answer = await uploadBankFile(operator, bytes, fields, name)
    expect(answer, answer.message).toMatchObject({ code: '0000' })
    await ports.jobs.runUntilIdle()
    return (await operator.get(`/BankFile/${answer.data.SerialId}`)).data
  }

/** A valid line of a file of remittances. */
export const remittance = (amount: number, values: LineValues = {}): LineValues => ({
  RemitDate: '2026-11-19',
  RemitTime: '090000',
  ChannelId: '01',
  MarketItemCode: '7A1',
  Amount: amount,
  BatchNo: '01',
  ...values,
})

/** Returns a file of remittances. */
export const cashFlow = (...lines: readonly LineValues[]): Buffer =>
  writeAll('cashFlow', { details: lines.map((values) => ({ kind: 'remittance', values })) })

/** The header of a file of a store chain. */
export const header = { CompanyCode: '7A1', AgencyCode: '7111111', TransDate: '2026-11-19' }

/** A valid line of a file of a store chain. */
export const payment = {
  CompanyCode: '7A1',
  AgencyCode: '7111111',
  StoreNo: '123456',
  TransferAccount: '00000000000000',
  AccountDate: '2026-11-19',
  TradeDate: '2026-11-18',
  Barcode1: '1511307A1',
  Barcode2: '0077001260001235',
  Barcode3: '113023000001000',
}

/** Returns a file of a store chain with payments of these amounts. */
export const storeFile = (...amounts: readonly number[]): Buffer =>
  writeAll('store', {
    header,
    details: amounts.map((amount) => ({
      kind: 'payment',
      values: { ...payment, Barcode3: `113023${String(amount).padStart(9, '0')}` },
    })),
  })
