import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { asAudited, writeLines } from '../../support/audit-lines'
import { companies } from '../../support/builders'
import { whiteListRow } from '../../support/payments/white-list'
import { portal } from '../../support/portal'
import { goodBatch } from '../bills/batches/batches'
import { csv } from '../imports/files'
import { header, plain, twoCompaniesWithTerms, upload } from '../imports/uploads'

// every-resource.test.ts compares the audit lines of resources whose records users create, change and delete.
// Here are the others.
const here = await portal()
const { as, given, db, schemas } = here
await twoCompaniesWithTerms(here)
await given.fee({ FeeCode: 'F01', FeeName: '管理費' })
const [maker, admin] = [await as('CustomerMaker'), await as('CustomerAdmin')]

const linesOf = async (resource: string, { SerialId }: RecordValues) => writeLines(db, resource, String(SerialId))

test.each([
  [
    'bills',
    '/Bills',
    {
      ApplyCode: '77001',
      BillTermId: '2026-11',
      PayerNo: '000123',
      PayerName: '王大明',
      FeeItems: [{ FeeCode: 'F01', Amount: 1000 }],
    },
    { FeeItems: [{ FeeCode: 'F01', Amount: 900 }] },
  ],
  ['whiteList', '/WhiteList', whiteListRow(1), { PayerName: '王小明' }],
  ['noticeTemplate', '/NoticeTemplate', {}, { MailSubject: '繳費通知' }],
])('the audit lines of %s contain the record as its detail page returns it', async (resource, path, body, change) => {
  const { data: made, message } = await admin.post(path, body)
  const created = asAudited(schemas.get(resource), (await admin.get(`${path}/${made.SerialId}`)).data)
  expect(await linesOf(resource, made), message).toEqual([{ action: 'Create', before: null, after: created }])
  await admin.put(`${path}/${made.SerialId}`, { ...change, UpdateTime: made.UpdateTime })
  const changed = asAudited(schemas.get(resource), (await admin.get(`${path}/${made.SerialId}`)).data)
  expect(changed).toMatchObject(change)
  expect((await linesOf(resource, made)).slice(1)).toEqual([{ action: 'Update', before: created, after: changed }])
})

test('the audit lines of a collection, a batch and an uploaded file contain the record that the call returns', async () => {
  const bill = await given.bill()
  const collection = {
    ApplyCode: '77001',
    BillSerialId: bill.SerialId,
    CollectAmount: 1000,
    CollectDate: '2026-11-20',
    CollectMethod: 'Cash',
  }
  for (const [resource, answer] of [
    ['selfCollection', await maker.post('/SelfCollection', collection)],
    ['makePDFList', await maker.post('/MakePDFList', goodBatch)],
    ['billImportList', await upload(maker, 'bills.csv', csv([header, ...plain(1)]))],
  ] as const) {
    expect(answer, answer.message).toMatchObject({ code: '0000' })
    expect(await linesOf(resource, answer.data)).toEqual([
      { action: 'Create', before: null, after: asAudited(schemas.get(resource), answer.data) },
    ])
  }
})

test('the audit line of a changed company contains it as the list returns it', async () => {
  const read = async () => asAudited(schemas.get('Customer'), (await admin.get('/Customer')).data.Items[0])
  const before = await read()
  expect(
    await admin.put(`/Customer/${companies.committee}`, { ContactName: '王大明', UpdateTime: before.UpdateTime }),
  ).toMatchObject({ code: '0000' })
  expect(await writeLines(db, 'Customer', companies.committee)).toEqual([
    { action: 'Update', before, after: await read() },
  ])
})
