import { sql } from 'kysely'
import { expect, test as plainTest } from 'vitest'
import { certificateNo } from '../../../src/domain/bills/certificate'
import { certificateOf } from '../../../src/server/bills/certificate'
import { checkCodeOf } from '../../../src/server/bills/certificate-facts'
import { missingTools, readPdf } from '../../documents/tools'
import type { Answer } from '../../support/client'
import { addPayment, counterPayment } from '../../support/payments/entries'
import { insurer, portal, twoCompanies } from '../../support/portal'

const test = plainTest.skipIf(missingTools() !== null)

/** The committee with a bill that was paid in two parts, an unpaid one, and another payer's bill. */
const openPortal = async () => {
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
  return {
    ...here,
    paid,
    open,
    neighbour,
    payer: await here.asPayer({ payers: [{ ApplyCode: '77001', PayerId: 'A1-0501' }] }),
  }
}

const numbersOn = async (file: Answer) => {
  const { text, barcodes } = (await readPdf(file.bytes)).pages[0] ?? { text: '', barcodes: [] }
  return {
    CertificateNo: /[BP]\d{10}/.exec(text)?.[0] ?? '',
    CheckCode: /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? '',
    text,
    barcodes,
  }
}

test('the files of a bill and of each of its payments have different names', async () => {
  const { payer, paid } = await openPortal()
  const files = [
    await payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(paid.SerialId) }),
    await payer.get('/PayerArea/DownloadCertificateByDetail', { DetailId: 'D1' }),
    await payer.get('/PayerArea/DownloadCertificateByDetail', { DetailId: 'D2' }),
  ]
  const names = files.map(({ headers }) => decodeURIComponent(headers.get('Content-Disposition') ?? ''))
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(name).toContain(`繳費證明_${paid.BillNo}_`)
})

test('the certificate of a bill contains the paid amount in figures and words, and how to verify it', async () => {
  const here = await openPortal()
  const file = await here.payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) })
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  expect(decodeURIComponent(file.headers.get('Content-Disposition') ?? '')).toContain(
    `繳費證明_${here.paid.BillNo}_B${String(here.paid.SerialId).padStart(10, '0')}.pdf`,
  )
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
  const checked = await here.request('GET', '/Ext/Home/CheckCertificate', {
    query: { CertificateNo: CertificateNo.toLowerCase(), CheckCode },
  })
  expect(checked.data).toEqual({
    CertificateNo,
    CustomerName: '示範社區管理委員會',
    BillNo: here.paid.BillNo,
    PayerName: '王○明',
    CurrencyType: 'TWD',
    PaidAmount: 1050,
    PaidTime: '2026-11-13T00:30:00.000000+08:00',
    CurrentAmount: 1050,
    EntryState: 'Live',
    CounterAmount: 0,
    CounterTime: null,
  })
})

test('the QR code of a printed certificate leads to its check; a portal that does not know its own URL prints no code', async () => {
  const here = await openPortal()
  const { CertificateNo, CheckCode, barcodes, text } = await numbersOn(
    await here.payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) }),
  )
  expect(barcodes).toEqual([
    `https://pay.bank.example/certificate-check?CertificateNo=${CertificateNo}&CheckCode=${CheckCode}`,
  ])
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
  const here = await openPortal()
  const { text, CertificateNo, CheckCode } = await numbersOn(
    await here.payer.get('/PayerArea/DownloadCertificateByDetail', { DetailId: 'D1' }),
  )
  expect(text).toContain('伍拾元整')
  expect(text).not.toContain('R2')
  expect(
    (await here.request('GET', '/Ext/Home/CheckCertificate', { query: { CertificateNo, CheckCode } })).data.PaidAmount,
  ).toBe(50)
})

test('a company can print the certificate of its own bill, another company cannot', async () => {
  const here = await openPortal()
  const path = `/Bills/${here.paid.SerialId}/DownloadCertificatePDF`
  const own = await numbersOn(await (await here.as('CustomerMaker')).get(path))
  const payers = await numbersOn(
    await here.payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) }),
  )
  expect(own.CheckCode).toBe(payers.CheckCode)
  expect((await (await here.as('CustomerMaker', insurer)).get(path)).status).toBe(404)
})

test("an unpaid bill has no certificate; another payer's bill or payment is treated as one that does not exist", async () => {
  const here = await openPortal()
  const get = (path: string, query: Record<string, string | number>) => here.payer.get(`/PayerArea/${path}`, query)
  expect((await get('DownLoadCertificate', { SerialId: Number(here.open.SerialId) })).code).toBe('2006')
  expect((await get('DownLoadCertificate', { SerialId: Number(here.neighbour.SerialId) })).text).toBe(
    (await get('DownLoadCertificate', { SerialId: 999_999 })).text,
  )
  expect((await get('DownloadCertificateByDetail', { DetailId: 'D3' })).text).toBe(
    (await get('DownloadCertificateByDetail', { DetailId: 'none' })).text,
  )
  expect((await get('DownloadCertificateByDetail', {})).status).toBe(404)
})

test('a certificate with a wrong code or another number is not known', async () => {
  const here = await openPortal()
  const { CertificateNo, CheckCode } = await numbersOn(
    await here.payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) }),
  )
  const check = async (query: Record<string, string>) =>
    (await here.request('GET', '/Ext/Home/CheckCertificate', { query })).code
  expect(await check({ CertificateNo, CheckCode: 'AAAA-AAAA' })).toBe('2004')
  expect(await check({ CertificateNo: CertificateNo.replace('B', 'P'), CheckCode })).toBe('2004')
  expect(await check({ CertificateNo: 'B1', CheckCode })).toBe('2004')
  expect(await check({})).toBe('2004')
  expect(await check({ CertificateNo, CheckCode })).toBe('0000')
})

type OpenPortal = Awaited<ReturnType<typeof openPortal>>

const ofBill = async (here: OpenPortal) =>
  numbersOn(await here.payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) }))
const ofPayment = async (here: OpenPortal, DetailId: string) =>
  numbersOn(await here.payer.get('/PayerArea/DownloadCertificateByDetail', { DetailId }))
const check = async (here: OpenPortal, { CertificateNo, CheckCode }: Record<'CertificateNo' | 'CheckCode', string>) =>
  (await here.request('GET', '/Ext/Home/CheckCertificate', { query: { CertificateNo, CheckCode } })).data

/** Takes back the payment with this receipt number, as a reversal at 11:30 on 2026-11-20 does. */
const reverse = async ({ db, paid }: OpenPortal, receiptNo: string): Promise<void> => {
  const payment = await db
    .selectFrom('payment')
    .select(['payment_id', 'amount'])
    .where('receipt_no', '=', receiptNo)
    .executeTakeFirstOrThrow()
  await counterPayment(db, payment.payment_id)
  await sql`update bill set paid_amount = paid_amount - ${payment.amount} where serial_id = ${Number(paid.SerialId)}`.execute(
    db,
  )
}

const reversed = { EntryState: 'Reversed', CounterTime: '2026-11-20T11:30:00.000000+08:00' }
const live = { EntryState: 'Live', CounterAmount: 0, CounterTime: null }

test('the certificate of a reversed payment says so, and is not printed again', async () => {
  const here = await openPortal()
  const [first, second] = [await ofPayment(here, 'D1'), await ofPayment(here, 'D2')]
  await reverse(here, 'R1')
  expect(await check(here, first)).toMatchObject({ PaidAmount: 50, CurrentAmount: 0, CounterAmount: 50, ...reversed })
  expect(await check(here, second)).toMatchObject({ PaidAmount: 1000, CurrentAmount: 1000, ...live })
  expect(await here.payer.get('/PayerArea/DownloadCertificateByDetail', { DetailId: 'D1' })).toMatchObject({
    code: '2006',
    message: `帳單 ${here.paid.BillNo} 的這筆繳費已於 2026/11/20 沖正，沒有繳費證明；如有疑問，請洽收款單位。`,
  })
})

test('the certificate of a bill says which part was reversed since; the next one states what is left', async () => {
  const here = await openPortal()
  const printed = await ofBill(here)
  await reverse(here, 'R2')
  expect(await check(here, printed)).toMatchObject({
    PaidAmount: 1050,
    PaidTime: '2026-11-13T00:30:00.000000+08:00',
    CurrentAmount: 50,
    CounterAmount: 1000,
    ...reversed,
  })
  const next = await ofBill(here)
  expect(next.text).toContain('伍拾元整')
  expect(next.text).not.toContain('R2')
  expect(await check(here, next)).toMatchObject({ PaidAmount: 50, CurrentAmount: 50, ...live })
})

test('a bill whose payments are all reversed has no certificate, and says when', async () => {
  const here = await openPortal()
  await reverse(here, 'R1')
  await reverse(here, 'R2')
  const message = `帳單 ${here.paid.BillNo} 的繳費已於 2026/11/20 沖正，重新繳費入帳後才能下載繳費證明。`
  expect(
    await here.payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) }),
  ).toMatchObject({ code: '2006', message })
  expect(
    await (await here.as('CustomerMaker')).get(`/Bills/${here.paid.SerialId}/DownloadCertificatePDF`),
  ).toMatchObject({ code: '2006', message })
})

test('a bill whose payments are all reversed has no valid certificate, even with the right check code', async () => {
  const here = await openPortal()
  await reverse(here, 'R1')
  await reverse(here, 'R2')
  const subject = { kind: 'Bill', id: Number(here.paid.SerialId) } as const
  const CheckCode = await checkCodeOf(here.ports.settings.certificateSecrets[0], subject, {
    paidAmount: 0,
    counterCount: 2,
  })
  const query = { CertificateNo: certificateNo(subject), CheckCode }
  expect(await here.request('GET', '/Ext/Home/CheckCertificate', { query })).toMatchObject({ code: '2004' })
})

test('a certificate of reversed money is not taken for that of the same amount paid again', async () => {
  const here = await openPortal()
  const former = await ofBill(here)
  await reverse(here, 'R2')
  await addPayment(here.db, here.paid, 1000, { at: '2026-11-21T02:00:00Z', receiptNo: 'R9' })
  const current = await ofBill(here)
  expect(current.CheckCode).not.toBe(former.CheckCode)
  expect(await check(here, former)).toMatchObject({
    PaidAmount: 1050,
    CurrentAmount: 1050,
    CounterAmount: 1000,
    ...reversed,
  })
  expect(await check(here, current)).toMatchObject({
    PaidAmount: 1050,
    PaidTime: '2026-11-21T10:00:00.000000+08:00',
    ...live,
  })
})

test('a certificate that was printed before the next payment stays valid and has the amount paid by now', async () => {
  const here = await openPortal()
  const printed = await ofBill(here)
  await addPayment(here.db, here.paid, 200)
  expect(await check(here, printed)).toMatchObject({ PaidAmount: 1050, CurrentAmount: 1250, ...live })
})

test('a certificate that a former version printed keeps its code', async () => {
  const secret = new Uint8Array(32).fill(9)
  expect(await checkCodeOf(secret, { kind: 'Bill', id: 7 }, { paidAmount: 1050, counterCount: 0 })).toBe('A8DR-CMUB')
  expect(await checkCodeOf(secret, { kind: 'Payment', id: 7 }, { paidAmount: 50, counterCount: 0 })).toBe('CBDX-YGNL')
})
