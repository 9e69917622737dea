import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { insurer, portal } from '../../support/portal'
import { csv } from '../imports/files'
import { header, imported, twoCompaniesWithTerms } from '../imports/uploads'

const open = await portal()
await twoCompaniesWithTerms(open)
const maker = await open.as('CustomerMaker')

const uploaded = async (no: string) => {
  const done = await imported(open, maker, 'bills.csv', csv([[...header], [`A${no}`, no, '王大明', '1000']]))
  return (await maker.get('/Bills', { ImportBatchNo: done.ImportBatchNo })).data.Items[0]
}

const textOf = (pdf: Uint8Array): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'slip-')), 'slip.pdf')
  writeFileSync(file, pdf)
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
}

test('an uploaded bill has a slip with its account, amount and barcodes, and counts its prints', async () => {
  const bill = await uploaded('000123')
  const slip = await maker.get(`/Bills/${bill.SerialId}/DownloadPaymentPDF`)
  expect(slip.headers.get('Content-Type')).toBe('application/pdf')
  expect(decodeURIComponent(slip.headers.get('Content-Disposition') ?? '')).toContain(
    `繳款單_${bill.BillNo}_77001260001235.pdf`,
  )
  const text = textOf(slip.bytes)
  for (const words of ['77001260001235', '1511307A1', '示範社區管理委員會', '王大明']) expect(text).toContain(words)
  expect((await maker.get(`/Bills/${bill.SerialId}`)).data.PrintCount).toBe(1)
})

test('a payer without a record finds an uploaded bill by its account', async () => {
  const bill = await uploaded('000124')
  const payer = await open.asPayer({ billIds: [bill.SerialId] })
  expect(
    (await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: bill.SerialId })).headers.get('Content-Type'),
  ).toBe('application/pdf')
})

test('a void or paid bill has no slip', async () => {
  const bill = await uploaded('000125')
  await open.db
    .updateTable('bill')
    .set({ paid_amount: 1000, pay_status: 'Paid' })
    .where('serial_id', '=', bill.SerialId)
    .execute()
  expect(await maker.get(`/Bills/${bill.SerialId}/DownloadPaymentPDF`)).toMatchObject({ code: '2006' })
  await open.db
    .updateTable('bill')
    .set({ paid_amount: 0, pay_status: 'Unpaid', bill_state: 'Void' })
    .where('serial_id', '=', bill.SerialId)
    .execute()
  expect(await maker.get(`/Bills/${bill.SerialId}/DownloadPaymentPDF`)).toMatchObject({ code: '2006' })
})

test('the slip of another company is not found', async () => {
  const bill = await uploaded('000126')
  const otherCompany = await open.as('CustomerMaker', insurer)
  expect((await otherCompany.get(`/Bills/${bill.SerialId}/DownloadPaymentPDF`)).status).toBe(404)
})
