import { expect, test } from 'vitest'
import { certificateNo, composeCertificate, parseCertificateNo } from '../../../src/domain/bills/certificate'

test('the number of a certificate distinguishes bills from payments, and can be parsed', () => {
  expect([certificateNo({ kind: 'Bill', id: 123 }), certificateNo({ kind: 'Payment', id: 7 })]).toEqual([
    'B0000000123',
    'P0000000007',
  ])
  expect(parseCertificateNo('B0000000123')).toEqual({ kind: 'Bill', id: 123 })
  expect(parseCertificateNo('P0000000007')).toEqual({ kind: 'Payment', id: 7 })
  for (const wrong of ['', 'B123', 'X0000000123', 'b0000000123', 'B00000000123', ' B0000000123'])
    expect(parseCertificateNo(wrong), wrong).toBeNull()
})

test('the amount is given in figures and in words, with the decimals of its currency', () => {
  const source = {
    certificateNo: 'B0000000123',
    checkCode: 'K7QM-2PXD',
    portalName: '代收繳費服務網',
    verificationUrl: null,
    bankName: '示範商業銀行',
    companyName: '示範社區管理委員會',
    uniformNo: '90000017',
    payerName: '王大明',
    termName: '115年11月管理費',
    billNo: 'B202611-000004',
    items: [],
    payments: [],
    printedOn: '民國115年11月20日',
  }
  expect(composeCertificate({ ...source, currency: 'TWD', paidAmount: 1050 })).toMatchObject({
    title: '繳費證明',
    paidText: '1,050',
    paidInWords: '壹仟零伍拾元整',
  })
  expect(composeCertificate({ ...source, currency: 'USD', paidAmount: 105_000 }).paidText).toBe('1,050.00')
})
