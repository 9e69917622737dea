import { expect, test } from 'vitest'
import { composeFeeReceipt } from '../../../src/domain/payments/fee-receipt'

test('a receipt has the names of its channels, their sum and its words', () => {
  const receipt = composeFeeReceipt({
    issuer: '示範商業銀行',
    receiptNo: '77001-11510-01',
    customerName: '示範社區管理委員會',
    uniformNo: '90000017',
    account: '*********67890',
    applyCode: '77001',
    month: '2026-10',
    channels: [
      { code: '01', count: 1003, fee: 10_030 },
      { code: '05', count: -2, fee: -20 },
    ],
    totalInWords: '壹萬零壹拾元整',
    printDate: '2026-11-20',
  })
  expect(receipt).toMatchObject({
    title: '代收手續費收據',
    channels: [
      { name: '統一超商', count: '1,003', fee: '10,030' },
      { name: '郵局臨櫃', count: '-2', fee: '-20' },
    ],
    totalText: '新臺幣 10,010 元',
    totalInWords: '新臺幣壹萬零壹拾元整',
    printedOn: '民國115年11月20日',
  })
  expect(receipt.labelledValues).toContainEqual({ label: '年月', value: '民國115年10月' })
})
