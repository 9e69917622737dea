import { expect, test } from 'vitest'
import { readAnswer } from '../../src/browser/answers/read-answer'
import type { CompanyLoginResponse, PayerLoginResponse } from '../../src/contract/call-responses'
import { companyLogin, payerBill, payerLogin, payerPayment } from './samples'

const read = (callId: string, outData: unknown, known: object = {}) => readAnswer(callId, outData, { ...known })

const bill = { SerialId: 1, ShouldPayAmount: 1800, PaymentEndDate: '2999-11-30' }

const payer = (answer: object) => read('PayerArea.Login', { JWTToken: 'x', ...answer }) as PayerLoginResponse

test('an answer with all fields stays what it is', () => {
  expect(read('EnterpriseArea.Login', companyLogin)).toEqual(companyLogin)
  expect(read('PayerArea.Login', payerLogin)).toEqual(payerLogin)
})

test('a bill without PaidAmount is unpaid, and the payer lands on the unpaid bills', () => {
  const { DataLists1, ModelType } = payer({ DataLists1: [bill] })
  expect(DataLists1[0]).toMatchObject({ PaidAmount: 0, BillStatus: 'Unpaid', FeeItems: [], CurrencyType: 'TWD' })
  expect(ModelType).toBe(1)
})

test('a bill that says that it is paid is paid, and the payer lands on the history', () => {
  const { DataLists1, ModelType } = payer({ DataLists1: [{ ...bill, BillStatus: 'Paid' }] })
  expect(DataLists1[0]?.PaidAmount).toBe(1800)
  expect(ModelType).toBe(2)
})

test('amounts and counts that are texts are numbers', () => {
  const [paid] = payer({ DataLists1: [{ ...bill, ShouldPayAmount: '1800', PaidAmount: '1800' }] }).DataLists1
  expect(paid).toMatchObject({ ShouldPayAmount: 1800, PaidAmount: 1800, BillStatus: 'Paid' })
  expect(read('Report.list', { Items: [{}], TotalCount: '1234' })).toMatchObject({ TotalCount: 1234 })
})

test('a bill after its deadline is overdue, and one that is void stays void', () => {
  const { DataLists1, ModelType } = payer({
    DataLists1: [
      { ...bill, PaymentEndDate: '2020-01-01' },
      { ...bill, BillState: 'Void' },
    ],
  })
  expect(DataLists1.map(({ BillStatus }) => BillStatus)).toEqual(['Overdue', 'Void'])
  expect(ModelType).toBe(1)
})

test('a payment without EntryState is live', () => {
  const { EntryState: _, CounterTime: __, ...payment } = payerPayment
  expect(payer({ DataLists2: [payment] }).DataLists2).toEqual([payerPayment])
})

test('the numbers of bills and payments are those of the lists', () => {
  expect(payer({ DataLists1: [payerBill], DataLists2: [payerPayment, payerPayment] }).data).toMatchObject({
    BillCount: 1,
    PaymentCount: 2,
    IsCut: false,
    MayReveal: false,
  })
})

test.each([
  ['PayerArea.Login', {}, 'JWTToken'],
  ['PayerArea.Login', { JWTToken: 'x', DataLists1: [{ SerialId: 1 }] }, 'ShouldPayAmount'],
  ['PayerArea.Login', { JWTToken: 'x', DataLists2: [{ SerialId: 1, PaidAmount: 1 }] }, 'PaidTime'],
  ['EnterpriseArea.Login', { data: {} }, 'JWTToken'],
  ['EnterpriseArea.ForgetMima', { UniformNo: '90000017' }, 'IdentifyCode'],
  ['Home.GetVICode', {}, 'VCode'],
])('%s: %o is refused, because it has no %s', (callId, outData, name) => {
  expect(() => read(callId, outData)).toThrow(`The answer has no ${name}.`)
})

test('a company session without data is that of the user who signed in', () => {
  const answer = { JWTToken: 'x', MenuInfos: [{ MenuId: 'fee' }, { Path: '/admin/payer' }] }
  const session = read('EnterpriseArea.Login', answer, { UniformNo: '90000017', UserId: 'maker01' })
  expect(session).toMatchObject({
    UniformNo: '90000017',
    data: { UniformNo: '90000017', UserId: 'maker01', UserName: 'maker01', MustChangeMima: false, MimaDaysLeft: null },
    MenuInfos: [
      { MenuId: 'fee', Path: '/admin/fee', ParentId: '' },
      { MenuId: 'payer', Path: '/admin/payer', ParentId: '' },
    ],
  })
  expect((session as CompanyLoginResponse).MenuInfos[0]?.Rights).toContain('Query')
})

test('an entry of the menu that others name as their parent is a group', () => {
  const answer = { JWTToken: 'x', MenuInfos: [{ MenuId: 'g' }, { MenuId: 'fee', ParentId: 'g' }] }
  expect((read('EnterpriseArea.Login', answer) as CompanyLoginResponse).MenuInfos[0]).toMatchObject({
    Path: '',
    Rights: [],
  })
})

test('the step of a one-time password lasts ten minutes unless the backend says otherwise', () => {
  expect(read('EnterpriseArea.EnabledUnformNo', { IdentifyCode: 'a' })).toMatchObject({
    IdentifyCode: 'a',
    ExpiresIn: 600,
    ResendAfter: 60,
  })
  expect(read('EnterpriseArea.EnabledUnformNo', { IdentifyCode: 'a', ExpiresIn: 30 })).toMatchObject({ ExpiresIn: 30 })
  expect(read('EnterpriseArea.VerifyOTP', null, { IdentifyCode: 'a', UserId: 'maker01' })).toEqual({
    IdentifyCode: 'a',
    ExpiresIn: 600,
    UserId: 'maker01',
  })
})

test('a text is the ticket of a captcha, the code of a step, or the address of a page', () => {
  expect(read('Home.GetVICode', 'ticket')).toEqual({ VCode: 'ticket' })
  expect(read('EnterpriseArea.ForgetMima', 'code')).toMatchObject({ IdentifyCode: 'code' })
  expect(read('PayerArea.GetEBillLink', 'https://pay.example')).toEqual({ Url: 'https://pay.example' })
})

test('a list has its rows and their number', () => {
  expect(read('fee.list', { Items: [{ SerialId: 1 }] })).toEqual({ Items: [{ SerialId: 1 }], TotalCount: 1 })
  expect(read('fee.list', [{ SerialId: 1 }])).toEqual({ Items: [{ SerialId: 1 }], TotalCount: 1 })
  expect(read('fee.list', null)).toEqual({ Items: [], TotalCount: 0 })
})

test('a list without a number of rows has at least one more after a full page', () => {
  const rows = (length: number) => Array.from({ length }, (_, no) => ({ SerialId: no }))
  const page = { PageNo: 2, PageSize: 20 }
  expect(read('fee.list', { Items: rows(20) }, page)).toMatchObject({ TotalCount: 41, IsMinimum: true })
  expect(read('fee.list', { Items: rows(19) }, page)).toEqual({ Items: rows(19), TotalCount: 39 })
  expect(read('fee.list', { Items: rows(0) }, page)).toEqual({ Items: [], TotalCount: 20 })
  // A backend without pages returns all rows.
  expect(read('fee.list', rows(300), { PageNo: 1, PageSize: 20 })).toEqual({ Items: rows(300), TotalCount: 300 })
  expect(read('fee.list', { Items: rows(20), TotalCount: 50 }, page)).toEqual({ Items: rows(20), TotalCount: 50 })
})

test('an option without a text is shown by its value', () => {
  expect(read('Common.GetApplyCode', [{ Value: '77001' }])).toEqual([{ Value: '77001', Text: '77001' }])
  expect(read('fee.GetAllSelectList', { ApplyCode: [{ Value: '77001', Text: '甲' }], Total: 3 })).toEqual({
    ApplyCode: [{ Value: '77001', Text: '甲' }],
  })
  expect(read('fee.GetAllSelectList', null)).toEqual({})
})

test('answers of extensions and of other calls stay unchanged', () => {
  expect(read('Ext.GetJobs', null)).toBeNull()
  expect(read('Bills.get', { SerialId: 1 })).toEqual({ SerialId: 1 })
})
