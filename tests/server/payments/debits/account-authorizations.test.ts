import { beforeEach, describe, expect, test } from 'vitest'
import { allEndpoints } from '../../../../src/contract/all-endpoints'
import type { RecordValues } from '../../../../src/schema/language/language'
import type { Client } from '../../../support/client'
import { type Portal, portal } from '../../../support/portal'
import { debitBill, debitsOf, givenDebits } from './debits'

let here: Portal
let operator: Client

beforeEach(async () => {
  here = await portal()
  await givenDebits(here)
  operator = await here.as('BankOperator')
})

/** Creates a payer with an account at the bank, and a bill of the payer; returns the payer's number. */
const payerOf = async (values: RecordValues = {}): Promise<number> => {
  const { PayerId } = await debitBill(here, {
    payer: { PayerType: 'Account', DebitUserNo: null, DebitAuthStatus: 'None', ...values },
  })
  const payer = await here.db
    .selectFrom('payer')
    .select('serial_id')
    .where('payer_id', '=', String(PayerId))
    .executeTakeFirstOrThrow()
  return payer.serial_id
}

const path = '/Ext/DebitAuthorization'
const listPath = () => allEndpoints(here.schemas)['DebitAuthorization.list']?.path ?? ''

const act = async (action: string, id: number, body: RecordValues = { Note: '授權書 115-001' }, client = operator) => {
  const { data } = await operator.get(`${path}/${id}`)
  return client.post(`${path}/${id}/${action}`, { UpdateTime: data?.UpdateTime, ...body })
}

describe('an operator of the bank', () => {
  test('authorizes a payer by the signed form, and the bills of the payer can be exported', async () => {
    const id = await payerOf()
    const list = await operator.get(listPath())
    expect(list.data.Items).toMatchObject([
      { DebitAuthStatus: 'None', DebitAccount: expect.stringMatching(/^\*+\d{5}$/) },
    ])
    // The operator compares the form with the complete values.
    expect((await operator.get(`${path}/${id}`)).data).toMatchObject({
      DebitAccount: expect.stringMatching(/^\d{12}$/),
      DebitIdNo: 'A123456789',
    })
    expect((await act('Authorize', id, {})).code).toBe('2002')
    expect(await act('Authorize', id)).toMatchObject({ code: '0000' })
    const maker = await here.as('CustomerMaker')
    expect((await maker.get(`/Payer/${id}`)).data).toMatchObject({
      DebitAuthStatus: 'Authorized',
      DebitAuthNote: '授權書 115-001',
      DebitAuthTime: expect.any(String),
    })
    for (const MediaFormat of ['Fisc200', 'BankOwn'])
      expect((await debitsOf(maker).preview({ MediaFormat, TxId: undefined })).data).toMatchObject({ Count: 1 })
    expect(
      await here.db
        .selectFrom('audit_log')
        .select(['action', 'after'])
        .where('resource', '=', 'payer')
        .where('action', '<>', 'View')
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    ).toMatchObject({ action: 'Authorize', after: { DebitAuthStatus: 'Authorized', DebitAuthNote: '授權書 115-001' } })
  })

  test('cancels an authorization with a reason; a changed account ends it', async () => {
    const [cancelled, changed] = [await payerOf(), await payerOf()]
    await act('Authorize', cancelled)
    expect(await act('CancelAuthorization', cancelled, { Note: '繳款人終止' })).toMatchObject({ code: '0000' })
    await act('Authorize', changed)
    const maker = await here.as('CustomerMaker')
    const { data } = await maker.get(`/Payer/${changed}`)
    await maker.put(`/Payer/${changed}`, { UpdateTime: data.UpdateTime, DebitAccount: '98765432101234' })
    const rows = await here.db.selectFrom('payer').select('debit_auth_status').orderBy('serial_id').execute()
    expect(rows).toEqual([{ debit_auth_status: 'Cancelled' }, { debit_auth_status: 'None' }])
    expect(await act('CancelAuthorization', changed)).toMatchObject({ code: '2006' })
  })

  test.each<[string, RecordValues]>([
    ['without an account', { DebitAccount: null }],
    ['without an id', { DebitIdNo: null }],
    ['who is inactive', { PayerStatus: 'Inactive' }],
    ['who is already authorized', { DebitAuthStatus: 'Authorized' }],
  ])('does not authorize a payer %s', async (_, values) => {
    expect(await act('Authorize', await payerOf(values))).toMatchObject({ code: '2006' })
  })

  test('has no payers with ACH there, whom the clearing house authorizes', async () => {
    const id = await payerOf({ PayerType: 'ACH', DebitUserNo: 'U1' })
    expect((await operator.get(listPath())).data.Items).toEqual([])
    expect((await act('Authorize', id)).status).toBe(404)
  })
})

test('companies and viewers of the bank cannot authorize', async () => {
  const id = await payerOf()
  for (const role of ['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'BankViewer'])
    expect((await act('Authorize', id, undefined, await here.as(role))).status, role).toBe(403)
})
