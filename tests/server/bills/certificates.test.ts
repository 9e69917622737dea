import { sql } from 'kysely'
import { expect, test as plainTest } from 'vitest'
import { certificateOf } from '../../../src/server/bills/certificate'
import { missingTools, readPdf } from '../../documents/tools'
import type { Answer } from '../../support/client'
import { insurer, portal, twoCompanies } from '../../support/portal'

const test = plainTest.skipIf(missingTools() !== null)

/** The committee with a bill that was paid in two parts, an unpaid one, and another payer's bill. */
const house = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  const wang = { PayerId: 'A1-0501', PayerName: '王大明' }
  await here.given.payer(wang)
  const paid = await here.given.bill({ ...wang, ShouldPayAmount: 1050, PaidAmount: 1050, PayStatus: 'Paid' })
  const open = await here.given.bill(wang)
  const neighbour = await here.given.bill({ PayerId: 'A1-0502', PaidAmount: 1000, PayStatus: 'Paid' })
  await sql`
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    values ('D1', ${Number(paid.SerialId)}, 50, '2026-11-10T01:15:30Z', '06', 'R1'), ('D2', ${Number(paid.SerialId)}, 1000, '2026-11-12T16:30:00Z', '01', 'R2'),
      ('D3', ${Number(neighbour.SerialId)}, 1000, '2026-11-12T16:30:00Z', '01', 'R3')`.execute(here.db)
  return { ...here, paid, open, neighbour, payer: await here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'A1-0501' }] }) }
}

const numbersOn = async (file: Answer) => {
  const { text, barcodes } = (await readPdf(file.bytes)).pages[0] ?? { text: '', barcodes: [] }
  return { CertificateNo: /[BP]\d{10}/.exec(text)?.[0] ?? '', CheckCode: /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? '', text, barcodes }
}

test('the certificate of a bill contains the paid amount in figures and words, and how to verify it', async () => {
  const here = await house()
  const file = await here.payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) })
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  expect(decodeURIComponent(file.headers.get('Content-Disposition') ?? '')).toContain(`繳費證明_${here.paid.BillNo}.pdf`)
  const { text, CertificateNo, CheckCode } = await numbersOn(file)
  for (const words of [
    '繳費證明',
    '示範社區管理委員會',
    '王○明',
    String(here.paid.BillNo),
    '1,050',
    '壹仟零伍拾元整',
    'R1',
    'R2',
    '2026/11/13 00:30',
    '115年11月管理費',
  ])
    expect(text, words).toContain(words)
  const checked = await here.request('GET', '/Ext/Home/CheckCertificate', { query: { CertificateNo: CertificateNo.toLowerCase(), CheckCode } })
  expect(checked.data).toEqual({
    CertificateNo,
    CustomerName: '示範社區管理委員會',
    BillNo: here.paid.BillNo,
    PayerName: '王○明',
    CurrencyType: 'TWD',
    PaidAmount: 1050,
    PaidTime: '2026-11-13T00:30:00.000000+08:00',
  })
})

test('the QR code of a printed certificate leads to its check; a portal that does not know its own URL prints no code', async () => {
  const here = await house()
  const { CertificateNo, CheckCode, barcodes, text } = await numbersOn(
    await here.payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) }),
  )
  expect(barcodes).toEqual([`https://pay.bank.example/certificate-check?CertificateNo=${CertificateNo}&CheckCode=${CheckCode}`])
  expect(text).toContain('https://pay.bank.example/certificate-check')
  const ports = { ...here.ports, settings: { ...here.ports.settings, publicAddress: null } }
  const certificate = await certificateOf(
    ports,
    { canSeeName: () => false, address: 'masked', audit: async () => {} },
    { kind: 'Bill', id: Number(here.paid.SerialId) },
  )
  if (certificate === undefined) throw new Error('The bill has no certificate.')
  const [page] = (await readPdf(await ports.certificates.print(certificate))).pages
  expect(page?.barcodes).toEqual([])
  expect(page?.text).toContain('查驗碼')
  expect(page?.text).not.toContain('https://')
})

test('the certificate of one payment contains only that amount', async () => {
  const here = await house()
  const { text, CertificateNo, CheckCode } = await numbersOn(await here.payer.get('/PayerArea/DownloadCertificateByDetail', { DetailId: 'D1' }))
  expect(text).toContain('伍拾元整')
  expect(text).not.toContain('R2')
  expect((await here.request('GET', '/Ext/Home/CheckCertificate', { query: { CertificateNo, CheckCode } })).data.PaidAmount).toBe(50)
})

test('a company can print the certificate of its own bill, another company cannot', async () => {
  const here = await house()
  const path = `/Bills/${here.paid.SerialId}/DownloadCertificatePDF`
  const own = await numbersOn(await (await here.as('CustomerMaker')).get(path))
  const payers = await numbersOn(await here.payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) }))
  expect(own.CheckCode).toBe(payers.CheckCode)
  expect((await (await here.as('CustomerMaker', insurer)).get(path)).status).toBe(404)
})

test("an unpaid bill has no certificate; another payer's bill or payment is treated as one that does not exist", async () => {
  const here = await house()
  const get = (path: string, query: Record<string, string | number>) => here.payer.get(`/PayerArea/${path}`, query)
  expect((await get('DownLoadCertificate', { SerialId: Number(here.open.SerialId) })).code).toBe('2006')
  expect((await get('DownLoadCertificate', { SerialId: Number(here.neighbour.SerialId) })).text).toBe(
    (await get('DownLoadCertificate', { SerialId: 999_999 })).text,
  )
  expect((await get('DownloadCertificateByDetail', { DetailId: 'D3' })).text).toBe((await get('DownloadCertificateByDetail', { DetailId: 'none' })).text)
  expect((await get('DownloadCertificateByDetail', {})).status).toBe(404)
})

test('a certificate with a wrong code, another number, or a payment that was reversed is not known', async () => {
  const here = await house()
  const { CertificateNo, CheckCode } = await numbersOn(await here.payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) }))
  const check = async (query: Record<string, string>) => (await here.request('GET', '/Ext/Home/CheckCertificate', { query })).code
  expect(await check({ CertificateNo, CheckCode: 'AAAA-AAAA' })).toBe('2004')
  expect(await check({ CertificateNo: CertificateNo.replace('B', 'P'), CheckCode })).toBe('2004')
  expect(await check({ CertificateNo: 'B1', CheckCode })).toBe('2004')
  expect(await check({})).toBe('2004')
  expect(await check({ CertificateNo, CheckCode })).toBe('0000')
  await sql`update bill set paid_amount = 1000 where serial_id = ${Number(here.paid.SerialId)}`.execute(here.db)
  expect(await check({ CertificateNo, CheckCode })).toBe('2004')
})
