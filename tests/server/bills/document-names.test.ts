import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test as plainTest } from 'vitest'
import { missingTools, readText } from '../../documents/tools'
import { emptyAuditTrail } from '../../support/audit-lines'
import type { Client } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'
import { signIn } from '../accounts/sign-in'

const test = plainTest.skipIf(missingTools() !== null)

const wang = { PayerId: 'A1-0501', PayerName: '王大明', IdNo: 'A123456789', Mobile: '0912345678' }
const inFull = '王大明'
const masked = '王○明'

/** A payer with an open bill, a paid one, and a paid one in the name of the person who had the number before. */
const openPortal = async (permissions?: object) => {
  const file = JSON.parse(readFileSync('schemas/bills.json', 'utf8'))
  const here = await portal(permissions ? { schemas: { bills: { ...file, permissions } } } : {})
  await twoCompanies(here)
  await here.given.billTerm()
  await here.given.payer(wang)
  const open = await here.given.bill({ ...wang, VACAccount: '77001260001235' })
  const paid = await here.given.bill({ ...wang, VACAccount: '77001260001242', PaidAmount: 1000, PayStatus: 'Paid' })
  const before = await here.given.bill({
    ...wang,
    PayerName: '陳小華',
    VACAccount: '77001260001259',
    PaidAmount: 1000,
    PayStatus: 'Paid',
  })
  await sql`
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    values ('D1', ${Number(paid.SerialId)}, 1000, '2026-11-10T01:15:30Z', '06', 'R1'),
      ('D2', ${Number(before.SerialId)}, 1000, '2026-11-10T01:15:30Z', '06', 'R2')`.execute(here.db)
  return { ...here, open, paid, before }
}

type OpenPortal = Awaited<ReturnType<typeof openPortal>>

const textOf = async (client: Client, path: string, query: Record<string, string | number> = {}): Promise<string> => {
  const answer = await client.get(path, query)
  if (answer.headers.get('Content-Type') !== 'application/pdf')
    throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return readText(answer.bytes)
}

const nameOn = (text: string): string[] => [inFull, masked].filter((name) => text.includes(name))

const trail = async ({ db }: OpenPortal) => {
  const { rows } = await sql<{ user_id: string; action: string; resource: string; record_key: string }>`
    select user_id, action, resource, record_key from audit_log order by at, action`.execute(db)
  return rows.map(({ user_id, action, resource, record_key }) => `${user_id}: ${action} ${resource} ${record_key}`)
}

const emptyTrail = ({ db }: OpenPortal) => emptyAuditTrail(db)

const companyDocuments = ({ open, paid }: OpenPortal) => [
  { action: 'DownloadPaymentPDF', bill: Number(open.SerialId) },
  { action: 'DownloadCertificatePDF', bill: Number(paid.SerialId) },
]

const payerDocuments = ({ open, paid }: OpenPortal): readonly PayerDocument[] => [
  { action: 'DownloadPaymentPDF', bill: Number(open.SerialId), query: { SerialId: Number(open.SerialId) } },
  { action: 'DownLoadCertificate', bill: Number(paid.SerialId), query: { SerialId: Number(paid.SerialId) } },
  { action: 'DownloadCertificateByDetail', bill: Number(paid.SerialId), query: { DetailId: 'D1' } },
]

interface PayerDocument {
  readonly action: string
  readonly bill: number
  readonly query: Readonly<Record<string, string | number>>
}

/**
 * Expects that a user's documents contain the name as the detail page shows it, with one audit line if it is unmasked.
 */
const expectAsOnScreen = async (here: OpenPortal, role: string, seen: string) => {
  const user = await here.given.user({ RoleId: role })
  const client = await here.as(user)
  for (const { action, bill } of companyDocuments(here)) {
    expect((await client.get(`/Bills/${bill}`)).data.PayerName, role).toBe(seen)
    await emptyTrail(here)
    expect(nameOn(await textOf(client, `/Bills/${bill}/${action}`)), `${role} ${action}`).toEqual([seen])
    expect(await trail(here)).toEqual(seen === inFull ? [`${user.UserId}: ${action} bills ${bill}`] : [])
  }
}

test.each([
  ['CustomerAdmin', inFull],
  ['CustomerMaker', inFull],
  ['CustomerChecker', masked],
  ['CustomerViewer', masked],
])('documents show a %s the name as the detail page does', async (role, seen) =>
  expectAsOnScreen(await openPortal(), role, seen),
)

test('no document contains a value that the schema masks or hides from the role', async () => {
  const here = await openPortal({
    CustomerMaker: { operations: ['list', 'get'], fields: { PayerName: 'masked' } },
    CustomerChecker: { operations: ['list', 'get'], fields: { CurrencyType: 'hidden' } },
    CustomerViewer: { operations: ['list', 'get'], fields: { 'FeeItems.Amount': 'hidden', ShouldPayAmount: 'hidden' } },
  })
  await expectAsOnScreen(here, 'CustomerMaker', masked)
  await emptyTrail(here)
  for (const [role, label] of [
    ['CustomerChecker', '幣別'],
    ['CustomerViewer', '繳費項目明細'],
  ] as const) {
    const client = await here.as(role)
    for (const { action, bill } of companyDocuments(here))
      expect(await client.get(`/Bills/${bill}/${action}`), role).toMatchObject({
        code: '9001',
        message: expect.stringContaining(`「${label}」`),
      })
  }
  expect(await trail(here)).toEqual([])
})

const signedIn = async (here: OpenPortal, path: string, fields: Record<string, string>): Promise<Client> => {
  const { data } = await signIn(here, path, fields)
  return { get: (call: string, query = {}) => here.request('GET', call, { query, token: data.JWTToken }) } as Client
}

test('a payer who signed in with an account number only gets documents with the masked name of the screen, and no audit line is written', async () => {
  const here = await openPortal()
  for (const { action, query } of payerDocuments(here)) {
    const payer = await signedIn(here, '/PayerArea/Login', {
      UniformNo: '90000017',
      VACAccount: action === 'DownloadPaymentPDF' ? '77001260001235' : '77001260001242',
    })
    expect(nameOn(await textOf(payer, `/PayerArea/${action}`, query)), action).toEqual([masked])
  }
  expect(await trail(here)).toEqual([])
})

test('a payer who signed in with an id only gets the same', async () => {
  const here = await openPortal()
  await here.given.record('PayerLoginField', {
    UniformNo: '90000017',
    Field: 'IdNo',
    Label: '身分證字號',
    Required: true,
    SortNo: 1,
  })
  const payer = await signedIn(here, '/PayerArea/Login', { UniformNo: '90000017', IdNo: 'A123456789' })
  for (const { action, query } of payerDocuments(here))
    expect(nameOn(await textOf(payer, `/PayerArea/${action}`, query)), action).toEqual([masked])
  expect(await trail(here)).toEqual([])
})

test('a payer who signed in with two facts of the same person gets documents with their unmasked name, each with an audit line', async () => {
  const here = await openPortal()
  const payer = await signedIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: '0912345678' })
  for (const { action, query, bill } of payerDocuments(here)) {
    await emptyTrail(here)
    expect(nameOn(await textOf(payer, `/PayerArea/${action}`, query)), action).toEqual([inFull])
    expect(await trail(here)).toEqual([`payer 77001 A1-0501: ${action} bills ${bill}`])
  }
})

test("another person's name stays masked in these documents", async () => {
  const here = await openPortal()
  const payer = await signedIn(here, '/PayerArea/AccountLogin', { IdNo: 'A123456789', Mobile: '0912345678' })
  const text = await textOf(payer, '/PayerArea/DownLoadCertificate', { SerialId: Number(here.before.SerialId) })
  expect(text).toContain('陳○華')
  expect(text).not.toContain('陳小華')
  expect(await trail(here)).toEqual([])
})

test('a certificate is found genuine whether its name is masked or not', async () => {
  const here = await openPortal()
  const payer = await here.asPayer({ billIds: [Number(here.paid.SerialId)] })
  const texts = [
    await textOf(payer, '/PayerArea/DownLoadCertificate', { SerialId: Number(here.paid.SerialId) }),
    await textOf(await here.as('CustomerMaker'), `/Bills/${here.paid.SerialId}/DownloadCertificatePDF`),
  ]
  expect(texts.map(nameOn)).toEqual([[masked], [inFull]])
  for (const text of texts) {
    const query = {
      CertificateNo: /[BP]\d{10}/.exec(text)?.[0] ?? '',
      CheckCode: /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? '',
    }
    expect((await here.request('GET', '/Ext/Home/CheckCertificate', { query })).data.PayerName).toBe(masked)
  }
})
