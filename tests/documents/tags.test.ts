import { expect, test } from 'vitest'
import { composeCertificate } from '../../src/domain/bills/certificate'
import { composeFeeReceipt } from '../../src/domain/payments/fee-receipt'
import { composeReceipt } from '../../src/domain/payments/receipt'
import { documentPorts } from '../../src/server/node/pdf'
import { sampleSlip } from '../../src/tools/sample-slips'
import { slips as templates } from '../support/slips/slip-templates'
import { missingTools, readStructure, readText } from './tools'

// Screen readers read the documents of payers by the marks in them.

const ports = documentPorts(templates)

const certificate = composeCertificate({
  certificateNo: 'C20261130000001',
  checkCode: '7KQ2-9XNB',
  portalName: '代收繳費服務網',
  verificationUrl: 'https://pay.example.com/certificate-check?no=C20261130000001',
  bankName: '示範商業銀行',
  companyName: '示範社區管理委員會',
  uniformNo: '90000017',
  payerName: '林○梅',
  termName: '115年11月管理費',
  billNo: 'B202611-000001',
  currency: 'TWD',
  items: [{ name: '管理費', amount: 1250 }],
  payments: [{ paidTime: '2026/11/20 10:00', channel: 'ATM', receiptNo: 'R0001', amount: 1250 }],
  paidAmount: 1250,
  printedOn: '2026/11/30',
})

const receipt = composeReceipt({
  receiptNo: 'S0001',
  companyName: '示範社區管理委員會',
  uniformNo: '90000017',
  payerName: '林○梅',
  termName: '115年11月管理費',
  billNo: 'B202611-000001',
  method: 'Cash',
  currency: 'TWD',
  amount: 1250,
  collectedOn: '2026/11/20',
  collectedBy: 'maker01',
  remark: '櫃台收款',
  cancellation: '2026/11/21 重複收款',
  printedOn: '2026/11/30',
})

const feeReceipt = composeFeeReceipt({
  issuer: '示範商業銀行',
  receiptNo: 'F0001',
  customerName: '示範社區管理委員會',
  uniformNo: '90000017',
  account: '00012345678901',
  applyCode: '77001',
  month: '2026-10',
  channels: [{ code: '01', count: 12, fee: 180 }],
  totalInWords: '壹佰捌拾元整',
  printDate: '2026-11-30',
})

/** Beside the line where a slip is torn; screen readers skip it. */
const tearText = '請沿虛線撕開'

const withoutSpaces = (text: string): string => text.replace(/\s/g, '')

test.skipIf(missingTools() !== null).each([
  ['slip', () => ports.slips.print([sampleSlip('000001')]), ['Sect', 'H1', 'Figure']],
  [
    'certificate',
    () => ports.certificates.print(certificate),
    ['Sect', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'Figure'],
  ],
  ['receipt', () => ports.receipts.print(receipt), ['Sect', 'H1', 'P']],
  ['receipt for fees', () => ports.feeReceipts.print([feeReceipt]), ['Sect', 'H1', 'P', 'Table', 'TR', 'TH', 'TD']],
] as const)('every text of a %s has a mark, and headings and tables have their own', async (_, print, tags) => {
  const pdf = await print()
  const structure = await readStructure(pdf)
  for (const tag of tags) expect(structure).toMatch(new RegExp(`^\\s*${tag}\\b`, 'm'))
  const marked = withoutSpaces(structure)
  const words = (await readText(pdf, '-raw')).replaceAll(tearText, ' ').split(/\s+/).filter(Boolean)
  for (const word of words) expect(marked).toContain(word)
})
