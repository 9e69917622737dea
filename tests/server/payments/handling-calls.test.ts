import { afterEach, describe, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { portal } from '../../support/portal'
import { givenAgreements, givenBill, newAccount, paidOn } from './support/booking'
import { billOf, waiting } from './support/exceptions'
import { expectCorrectLedger } from './support/persons'

const here = await portal()
await givenAgreements(here)
await here.given.agreement({ ApplyCode: '77004', DualControl: true })
await here.given.billCategory({ ApplyCode: '77004' })
const own = { ApplyCodes: ['77001', '77002', '77004'] }
const maker = await here.as('CustomerMaker', { UserId: 'maker01', ...own })
const checker = await here.as('CustomerChecker', { UserId: 'checker01', ...own })

afterEach(() => expectCorrectLedger(here))

const page = '/TLDetailExceptionHandling'
const Reason = '繳款人誤植帳號'
const half = (values: RecordValues = {}) => givenBill(here, { ShouldPayAmount: 500, ...values })

describe('the four actions', () => {
  test('smoke', async () => {
    const [line, bill, other] = [await waiting(here), await givenBill(here), await half()]
    expect((await maker.get(page)).data.Items).toHaveLength(1)
    const bills = await maker.get(`${page}/${line}/GetChangeBills`)
    expect(bills.data).toMatchObject({ Items: [{ SerialId: bill.SerialId, Match: 'Amount' }, { SerialId: other.SerialId }] })
    const preview = await maker.post(`/Ext${page}/${line}/PreviewHandling`, {
      Action: 'ChangeBill',
      BillSerialId: bill.SerialId,
      Reason,
    })
    expect(preview.data).toMatchObject({ NeedsRelease: false })
    const answer = await maker.put(`${page}/${line}/ChangeBill`, { BillSerialId: bill.SerialId, Reason })
    expect(answer.data).toMatchObject({ WriteOffStatus: 'ChangedBill' })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000 })
    const undone = await checker.post(`/Ext${page}/${line}/Undo`, { Reason, UpdateTime: answer.data.UpdateTime })
    expect(undone.data).toMatchObject({ WriteOffStatus: 'Exception' })
    expect((await checker.get(`/Ext${page}/${line}/GetHandlings`)).data.Items).toHaveLength(1)
    const dual = await waiting(here, { VACAccount: newAccount('77004') })
    const dualBill = await billOf(here, '77004')
    await maker.put(`${page}/${dual}/ChangeBill`, { BillSerialId: dualBill.SerialId, Reason })
    expect((await maker.post(`/Ext${page}/${dual}/Withdraw`, {})).data).toMatchObject({ WriteOffStatus: 'Exception' })
    expect((await maker.get(`${page}/GetAllSelectList`)).code).toBe('0000')
  })
})
