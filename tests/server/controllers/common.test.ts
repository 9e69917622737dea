import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'

const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  return here
}

test('the agreements of a user contain the company data that an upload copies', async () => {
  const here = await openPortal()
  const { data } = await (await here.as('CustomerMaker')).get('/Common/GetApplyCode')
  expect(data).toEqual([
    {
      Value: '77001',
      Text: '77001 示範社區管理費',
      ApplyCode: '77001',
      AgreementName: '示範社區管理費',
      UniformNo: '90000017',
      CustomerName: '示範社區管理委員會',
      CustomerPhone: '02-27001234',
      CustomerFax: null,
      ZipCode: '100006',
      Address: '臺北市中正區重慶南路一段１２２號',
      PayerNoLen: 6,
    },
  ])
})

test("the terms of an own agreement are listed newest first; another company's agreement is treated as missing", async () => {
  const here = await openPortal()
  await here.given.billTerm()
  await here.given.billTerm({
    BillTermId: '2026-12',
    BillTermName: '115年12月管理費',
    BillTermNo: '27',
    PaymentStartDate: '2026-12-01',
    PaymentEndDate: '2026-12-31',
  })
  const maker = await here.as('CustomerMaker')
  expect((await maker.get('/Common/GetBillTerm/77001')).data).toMatchObject([
    {
      Value: '2026-12',
      Text: '2026-12 115年12月管理費',
      BillCategoryCode: 'MGT',
      TermStatus: 'Open',
      PaymentEndDate: '2026-12-31',
    },
    { Value: '2026-11' },
  ])
  const foreign = await maker.get('/Common/GetBillTerm/77003')
  expect(foreign.status).toBe(404)
  expect(foreign.text).toBe((await maker.get('/Common/GetBillTerm/00000')).text)
})

test("a company assigns its own roles; only the bank assigns the bank's", async () => {
  const here = await openPortal()
  const roles = async (role: string) =>
    (await (await here.as(role)).get('/Common/GetCustomerPortalRoles')).data.map((one: { Value: string }) => one.Value)
  expect(await roles('CustomerAdmin')).toEqual(['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer'])
  expect(await roles('BankOperator')).toContain('BankViewer')
})

test('the states of a user have their texts', async () => {
  const here = await openPortal()
  expect((await (await here.as('CustomerAdmin')).get('/Common/GetAllUserStatus')).data).toContainEqual({
    Value: 'Locked',
    Text: '鎖定',
  })
})
