import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { missingTools, readText } from '../../documents/tools'
import { portal, twoCompanies } from '../../support/portal'
import { signIn } from '../accounts/sign-in'

const company = '臺灣示範電力股份有限公司'
const masked = '臺○○○司'

/** The same name with the id numbers that a bill may have; only a 統一編號 with a valid check digit makes it public. */
const cases = [
  { title: 'with a 統一編號', IdNo: '12345675', shown: company },
  { title: 'with a wrong check digit', IdNo: '12345678', shown: masked },
  { title: 'with the id of a person', IdNo: 'A123456789', shown: masked },
  { title: 'without an id', IdNo: null, shown: masked },
]

const billNames = {
  label: '姓名',
  kind: 'report',
  of: 'bills',
  menu: { group: 'report', order: 910, icon: 'Assessment' },
  list: { columns: ['BillNo', 'PayerName'] },
  report: {},
}

// Id numbers are hidden from the maker's role, but still determine the mask.
const bills = {
  ...JSON.parse(readFileSync('schemas/bills.json', 'utf8')),
  permissions: { CustomerMaker: { operations: ['list', 'get'], fields: { IdNo: 'hidden', PayerName: 'masked' } } },
}

const here = await portal({
  schemas: {
    bills,
    billNames,
  },
})
const { as, given, db, request, asPayer } = here
await twoCompanies(here)
await given.billTerm()

const records = await Promise.all(
  cases.map(async ({ IdNo, ...rest }, index) => {
    const payer = await given.payer({ PayerName: company, IdNo, Mobile: `091234567${index}` })
    const open = await given.bill({
      PayerName: company,
      IdNo,
      PayerId: payer.PayerId,
      VACAccount: `7700126000${1000 + index}`,
    })
    const paid = await given.bill({
      PayerName: company,
      IdNo,
      VACAccount: `7700126000${2000 + index}`,
      PaidAmount: 1000,
      PayStatus: 'Paid',
    })
    await sql`
      insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
      values (${`D${index}`}, ${Number(paid.SerialId)}, 1000, '2026-11-10T01:15:30Z', '06', ${`R${index}`})`.execute(db)
    return { ...rest, payer, open, paid }
  }),
)
const clients = { maker: await as('CustomerMaker'), viewer: await as('CustomerViewer') }

test.each(records)(
  'a legal person’s name $title is shown as $shown in lists, exports, labels, options and detail pages',
  async ({ open, payer, shown }) => {
    for (const client of Object.values(clients)) {
      for (const query of [{}, { AllFields: true }]) {
        const [item] = (await client.get('/Bills', { BillNo: String(open.BillNo), ...query })).data.Items
        expect(item).toMatchObject({ PayerName: shown, Labels: { PayerId: `${payer.PayerId} ${shown}` } })
      }
      expect((await client.get(`/Bills/${open.SerialId}`)).data.PayerName).toBe(shown)
    }
    expect((await clients.viewer.get('/Payer', { PayerId: String(payer.PayerId) })).data.Items[0].PayerName).toBe(shown)
    const { data } = await clients.viewer.get('/Bills/GetAllSelectList')
    expect(data.PayerId.find(({ Value }: { Value: string }) => Value === payer.PayerId).Text).toBe(
      `${payer.PayerId} ${shown}`,
    )
  },
)

test('a list that uses id numbers for the mask does not send them', async () => {
  for (const client of Object.values(clients))
    expect((await client.get('/Bills')).data.Items[0]).not.toHaveProperty('IdNo')
  expect((await clients.maker.get('/Bills', { AllFields: true })).data.Items[0]).not.toHaveProperty('IdNo')
})

test('a report without id numbers masks every name, also in its files', async () => {
  const { Items } = (await clients.maker.get('/BillNames', { PageSize: 100 })).data
  const { text } = await clients.maker.get('/Ext/BillNames/listFile', { FileFormat: 'Csv' })
  for (const { open } of records) {
    expect(Items).toContainEqual(expect.objectContaining({ BillNo: open.BillNo, PayerName: masked }))
    expect(text).toContain(`${open.BillNo},${masked}`)
  }
  expect(Items[0]).not.toHaveProperty('IdNo')
})

test.skipIf(missingTools() !== null).each(records)(
  'documents and their check show the name $title as $shown and leave no line',
  async ({ open, paid, shown }) => {
    const payer = await asPayer({ billIds: [Number(open.SerialId), Number(paid.SerialId)] })
    const lines = () => sql`select 1 from audit_log where action like '%ownload%'`.execute(db)
    const before = (await lines()).rows.length
    const documents = [
      await clients.viewer.get(`/Bills/${open.SerialId}/DownloadPaymentPDF`),
      await clients.maker.get(`/Bills/${paid.SerialId}/DownloadCertificatePDF`),
      await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: Number(open.SerialId) }),
      await payer.get('/PayerArea/DownLoadCertificate', { SerialId: Number(paid.SerialId) }),
    ]
    for (const { bytes } of documents) expect(await readText(bytes)).toContain(shown)
    expect((await lines()).rows).toHaveLength(before)
    const text = await readText(documents[1]?.bytes ?? new Uint8Array())
    const query = {
      CertificateNo: /[BP]\d{10}/.exec(text)?.[0] ?? '',
      CheckCode: /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? '',
    }
    expect((await request('GET', '/Ext/Home/CheckCertificate', { query })).data.PayerName).toBe(shown)
  },
)

test.each(records)('the payer area shows the name $title as $shown', async ({ open, shown }) => {
  const { data } = await signIn(here, '/PayerArea/Login', {
    UniformNo: '90000017',
    VACAccount: String(open.VACAccount),
  })
  expect(data.data.PayerName).toBe(shown)
  expect(data.DataLists1[0]).toMatchObject({ PayerName: shown })
  expect(data.DataLists1[0]).not.toHaveProperty('IdNo')
})

test('the name of a payer without bills follows the same rule', async () => {
  const payer = await given.payer({ PayerName: company, IdNo: '12345675', Mobile: '0987654321' })
  const { data } = await signIn(here, '/PayerArea/AccountLogin', { IdNo: '12345675', Mobile: '0987654321' })
  expect(data.data.PayerName, String(payer.PayerId)).toBe(company)
})

test('a mask that another system stored does not replace the name of a legal person', async () => {
  const { SerialId } = await given.payer({ PayerName: company, IdNo: '12345675' })
  const { UpdateTime } = (await clients.maker.get(`/Payer/${SerialId}`)).data
  const answer = await clients.maker.put(`/Payer/${SerialId}`, { PayerName: masked, UpdateTime })
  expect(answer.code).toBe('2002')
  expect(Object.keys(answer.errors)).toEqual(['PayerName'])
})
