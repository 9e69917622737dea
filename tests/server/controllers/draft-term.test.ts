import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demoBankResponse } from '../../../src/server/demo/bank'
import { portal, twoCompanies } from '../../support/portal'
import { signIn } from '../accounts/sign-in'

const wang = { PayerId: 'A1-0501', PayerName: '王大明', IdNo: 'A123456789', Mobile: '0912345678' }
const byIdAndMobile = { IdNo: wang.IdNo, Mobile: wang.Mobile }

/**
 * A payer with a bill of an open term and two of a draft, one unpaid and one partly paid; and a payer without a record
 * whose only bill is of the draft.
 */
const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  const { given } = here
  await given.billTerm()
  await given.billTerm({
    BillTermId: '2026-12',
    BillTermName: '115年12月管理費',
    BillTermNo: '27',
    TermStatus: 'Draft',
  })
  await given.payer(wang)
  const open = await given.bill({ ...wang, VACAccount: '77001260001235' })
  const draft = await given.bill({ ...wang, BillTermId: '2026-12', VACAccount: '77001270001234' })
  const paid = await given.bill({
    ...wang,
    BillTermId: '2026-12',
    VACAccount: '77001270001241',
    PaidAmount: 1000,
    PayStatus: 'Paid',
  })
  const guest = { PayerId: 'GONE', PayerName: '林小華', IdNo: 'F234567898', Mobile: '0987654321' }
  const foreign = await given.bill({ ...guest, BillTermId: '2026-12', VACAccount: '77001270001258' })
  await sql`
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    values ('D1', ${Number(paid.SerialId)}, 1000, '2026-11-10T01:15:30Z', '06', 'R1')`.execute(here.db)
  const payer = await here.asPayer({
    payers: [{ ApplyCode: '77001', PayerId: wang.PayerId }],
    billIds: [Number(foreign.SerialId)],
  })
  return { ...here, open, draft, paid, foreign, payer }
}

type OpenPortal = Awaited<ReturnType<typeof openPortal>>

const openTerm = ({ db }: OpenPortal) => sql`update bill_term set term_status = 'Open'`.execute(db)

test('signing in does not find bills of a draft', async () => {
  const here = await openPortal()
  const byAccount = (VACAccount: string) => signIn(here, '/PayerArea/Login', { UniformNo: '90000017', VACAccount })
  const [draft, unknown] = [await byAccount('77001270001234'), await byAccount('77001999999999')]
  expect([draft.status, draft.code, draft.message]).toEqual([unknown.status, '1001', unknown.message])
  expect((await signIn(here, '/PayerArea/AccountLogin', { IdNo: 'F234567898', Mobile: '0987654321' })).code).toBe(
    '1001',
  )
  const { data } = await signIn(here, '/PayerArea/AccountLogin', byIdAndMobile)
  expect(data.DataLists1.map(({ SerialId }: { SerialId: number }) => SerialId)).toEqual([here.open.SerialId])
  expect(data).toMatchObject({ ModelType: 1, DataLists2: [], data: { BillCount: 1, PaymentCount: 0 } })
  await sql`update bill set paid_amount = 1000, pay_status = 'Paid' where serial_id = ${Number(here.open.SerialId)}`.execute(
    here.db,
  )
  expect(
    (await signIn(here, '/PayerArea/AccountLogin', byIdAndMobile)).data.ModelType,
    'what is owed in a draft is not owed yet',
  ).toBe(2)
})

test('a session shows no bill of a draft until the term is opened', async () => {
  const here = await openPortal()
  const listed = async () => (await here.payer.get('/Ext/PayerArea/GetPaymentData')).data
  const before = await listed()
  expect([before.DataLists1.length, before.DataLists2.length, before.data.BillCount, before.data.PaymentCount]).toEqual(
    [1, 0, 1, 0],
  )
  await openTerm(here)
  const after = await listed()
  expect([after.DataLists1.length, after.DataLists2.length, after.data.BillCount, after.data.PaymentCount]).toEqual([
    4, 1, 4, 1,
  ])
})

test('slip, links and certificates of a draft are treated as those of a bill that does not exist', async () => {
  const here = await openPortal()
  const calls = [
    ['DownloadPaymentPDF', { SerialId: Number(here.draft.SerialId) }, { SerialId: 999_999 }],
    ['DownloadPaymentPDF', { SerialId: Number(here.foreign.SerialId) }, { SerialId: 999_999 }],
    ['GetEBillLink', { SerialId: Number(here.draft.SerialId) }, { SerialId: 999_999 }],
    ['GetBankMobileLink', { SerialId: Number(here.draft.SerialId) }, { SerialId: 999_999 }],
    ['DownLoadCertificate', { SerialId: Number(here.paid.SerialId) }, { SerialId: 999_999 }],
    ['DownloadCertificateByDetail', { DetailId: 'D1' }, { DetailId: 'none' }],
  ] as const
  for (const [call, draft, missing] of calls) {
    const [one, other] = [
      await here.payer.get(`/PayerArea/${call}`, draft),
      await here.payer.get(`/PayerArea/${call}`, missing),
    ]
    expect([one.status, one.text], call).toEqual([404, other.text])
  }
  await openTerm(here)
  for (const [call, query] of calls) expect((await here.payer.get(`/PayerArea/${call}`, query)).status, call).toBe(200)
})

test('the demo bank does not find bills of a draft', async () => {
  const here = await openPortal()
  const bank = async () =>
    (await demoBankResponse(here, new Request('http://localhost/demo/bank?Account=77001270001234'))).status
  expect(await bank()).toBe(404)
  await openTerm(here)
  expect(await bank()).toBe(200)
})

test('the company sees the bills of its draft and prints their slips', async () => {
  const here = await openPortal()
  const maker = await here.as('CustomerMaker')
  expect((await maker.get('/Bills', { BillTermId: '2026-12' })).data.TotalCount).toBe(3)
  const slip = await maker.get(`/Bills/${here.draft.SerialId}/DownloadPaymentPDF`)
  expect([slip.status, slip.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
})
