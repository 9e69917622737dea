import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ApiError } from '../../src/browser/http/api-error'
import { call, download, fetchFile } from '../../src/browser/http/client'
import { configureSite } from '../../src/browser/http/config'
import { openCompanySession, openPayerSession } from '../../src/browser/session/session'
import { storeCaptchaTicket, storeOtpData } from '../../src/browser/session/verification'
import { writeCookie } from '../../src/browser/storage/cookie'
import { failures, network, onRequest, respondWith } from '../support/browser/msw'
import { draw } from '../support/browser/page'
import { companyLogin, payerBill, payerLogin, payerPayment } from './samples'

const worker = network()
const config = {
  baseAddress: '',
  source: 'Web',
  clientIP: '127.0.0.1',
  serviceType: 'Portal',
  idleMinutes: 10,
  demo: null,
}

beforeEach(() => configureSite(config))

/** Lets the calls of a path succeed and records what they sent. */
const record = (path: string) => {
  const requests: Request[] = []
  worker.use(
    http.all(`*/api${path}`, ({ request }) => {
      requests.push(request.clone())
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: { ok: true } })
    }),
  )
  return requests
}

test('every call sends Source, ClientIP and RevServiceType, and leaves out values that are not available', async () => {
  const requests = record('/Home/GetNotices')
  await call('Home.GetNotices')
  const headers = requests[0]?.headers
  expect(headers?.get('Source')).toBe('Web')
  expect(headers?.get('ClientIP')).toBe('127.0.0.1')
  expect(headers?.get('RevServiceType')).toBe('Portal')
  for (const name of ['VCode', 'Authorization', 'UniformNo']) expect(headers?.has(name)).toBe(false)
})

test('VCode, Authorization and UniformNo are sent when available', async () => {
  openCompanySession(companyLogin)
  storeCaptchaTicket('ticket-1')
  const requests = record('/Common/GetApplyCode')
  await call('Common.GetApplyCode')
  expect(requests[0]?.headers.get('VCode')).toBe('ticket-1')
  expect(requests[0]?.headers.get('Authorization')).toBe(`Bearer ${companyLogin.JWTToken}`)
  expect(requests[0]?.headers.get('UniformNo')).toBe('90000017')
})

test('calls that read begin in tasks of their own, one after the other; a change is sent at once', async () => {
  worker.use(respondWith('/Home/GetNotices', []), respondWith('/EnterpriseArea/Logout', null))
  const sent = vi.spyOn(window, 'fetch')
  const reads = [call('Home.GetNotices'), call('Home.GetNotices')]
  const change = call('EnterpriseArea.Logout')
  await Promise.resolve()
  expect(sent).toHaveBeenCalledTimes(1)
  await Promise.all([...reads, change])
  expect(sent).toHaveBeenCalledTimes(3)
  sent.mockRestore()
})

test('the steps of a one-time password send the UniformNo of their account', async () => {
  storeOtpData({
    ...{ UniformNo: '90000023', UserId: 'maker01', IdentifyCode: 'abc', Channel: 'Email', Flow: 'portal' },
    ...{ Step: 'verification', ExpiresAt: Date.now() + 600_000, ResendAt: Date.now() + 60_000 },
  } as const)
  const requests = record('/EnterpriseArea/VerifyOTP')
  await call('EnterpriseArea.VerifyOTP', { body: {} })
  expect(requests[0]?.headers.get('UniformNo')).toBe('90000023')
})

test.each([
  ['of its company', payerLogin, '90000017'],
  [
    'of none, if its bills are of two companies',
    { ...payerLogin, DataLists1: [payerBill, { ...payerBill, SerialId: 7002, UniformNo: '90000023' }] },
    null,
  ],
  [
    'of none, if it has payments to another company',
    { ...payerLogin, DataLists2: [{ ...payerPayment, CustomerName: '示範高級中學' }] },
    null,
  ],
])("a payer's session sends the UniformNo %s", async (_, session, uniformNo) => {
  openPayerSession(session)
  const requests = record('/PayerArea/GetEBillLink')
  await call('PayerArea.GetEBillLink')
  expect(requests[0]?.headers.get('UniformNo')).toBe(uniformNo)
})

test('null and blank query parameters are left out, arrays become repeated keys, zero and false are kept', async () => {
  const requests = record('/Bills')
  await call('Bills.list', {
    query: {
      ApplyCode: '77001',
      BillNo: '',
      PayerName: '   ',
      PayerId: null,
      BillTermId: undefined,
      BillStatus: ['Unpaid', '', 'Overdue'],
      Count: 0,
      DebitFlag: false,
      None: [],
    },
  })
  expect(new URL(requests[0]?.url ?? '').search).toBe(
    '?ApplyCode=77001&BillStatus=Unpaid&BillStatus=Overdue&Count=0&DebitFlag=false',
  )
})

test('blanks and nulls of a body are sent unchanged', async () => {
  const requests = record('/fee/7')
  await call('fee.update', { params: { SerialId: 7 }, body: { FeeName: '', Remark: null, Mima: ' a ' } })
  expect(await requests[0]?.json()).toEqual({ FeeName: '', Remark: null, Mima: ' a ' })
  expect(requests[0]?.headers.get('Content-Type')).toBe('application/json')
})

test('path parameters are encoded; a missing one throws', async () => {
  const requests = record('/PayerUnit/*')
  await call('PayerUnit.get', { params: { ApplyCode: '77001', PayerUnitId: 'A/1 甲' } })
  expect(new URL(requests[0]?.url ?? '').pathname).toBe('/api/PayerUnit/77001/A%2F1%20%E7%94%B2')
  await expect(call('PayerUnit.get', { params: { ApplyCode: '77001' } })).rejects.toThrow("without 'PayerUnitId'")
})

test('calls are sent to the base address of the configuration', async () => {
  configureSite({ ...config, baseAddress: 'https://bank.example' })
  worker.use(respondWith('/Common/GetBillTerm/1', 'from the bank'))
  let url = ''
  onRequest(worker, (request) => {
    url = request.url
  })
  expect(await call('Common.GetBillTerm', { params: { id: 1 } })).toBe('from the bank')
  expect(url).toBe('https://bank.example/api/Common/GetBillTerm/1')
})

test('the envelope is unwrapped', async () => {
  worker.use(respondWith('/Home/GetVICode', { VCode: 'abc', ExpiresIn: 300 }))
  expect(await call('Home.GetVICode')).toEqual({ VCode: 'abc', ExpiresIn: 300 })
})

test('a multipart call leaves the content type to the browser', async () => {
  const types: string[] = []
  worker.use(
    http.post('*/api/SelfCollection/UploadExcel', async ({ request }) => {
      types.push(request.headers.get('Content-Type') ?? '')
      const form = await request.formData()
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: form.get('ApplyCode') })
    }),
  )
  const form = new FormData()
  form.set('ApplyCode', '77001')
  form.set('File', new File(['x'], '收款.xlsx'))
  expect(await call('SelfCollection.UploadExcel', { form })).toBe('77001')
  expect(types[0]).toMatch(/^multipart\/form-data; boundary=/)
})

test('a download has the file name that the server sent, RFC 5987 before the plain one', async () => {
  worker.use(
    http.get(
      '*/api/FileManagement/Download/3',
      () =>
        new HttpResponse('%PDF-1.4', {
          headers: {
            'Content-Type': 'application/pdf',
            'Content-Disposition': `attachment; filename="slip.pdf"; filename*=UTF-8''${encodeURIComponent('繳款單_115年11月.pdf')}`,
          },
        }),
    ),
  )
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe('繳款單_115年11月.pdf')
    expect(this.href).toMatch(/^blob:/)
  })
  await download('FileManagement.Download', { params: { id: 3 } })
  expect(click).toHaveBeenCalledOnce()
})

test('an error envelope inside a blob is an error like any other', async () => {
  worker.use(
    http.get('*/api/FileManagement/Download/3', () =>
      HttpResponse.json(
        { ReturnCode: '2004', ReturnMsg: '檔案已過期，請重新產製。', OutData: null },
        { headers: { 'Content-Disposition': 'attachment; filename="a.pdf"' } },
      ),
    ),
  )
  await expect(fetchFile('FileManagement.Download', { params: { id: 3 } })).rejects.toMatchObject({
    status: 200,
    code: '2004',
    message: '檔案已過期，請重新產製。',
  })
})

test('a JSON file that is not an envelope is a file', async () => {
  worker.use(
    http.get('*/api/FileManagement/Download/3', () =>
      HttpResponse.json({ a: 1 }, { headers: { 'Content-Disposition': 'attachment; filename="a.json"' } }),
    ),
  )
  const { name, blob } = await fetchFile('FileManagement.Download', { params: { id: 3 } })
  expect([name, await blob.text()]).toEqual(['a.json', '{"a":1}'])
})

test('an aborted call rejects as aborted and shows nothing', async () => {
  draw(null)
  const leaving = new AbortController()
  worker.use(failures.silent('/Home/GetNotices'))
  const pending = call('Home.GetNotices', { signal: leaving.signal, overlay: true })
  leaving.abort()
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  expect(page.getByRole('alertdialog').elements()).toEqual([])
  expect(page.getByText('Loading...').elements()).toEqual([])
})

test('a refusal contains the messages of its fields', async () => {
  writeCookie('JWT_TOKEN', 'x')
  worker.use(
    http.post('*/api/fee', () =>
      HttpResponse.json({
        ReturnCode: '2002',
        ReturnMsg: '輸入的資料有誤。',
        OutData: { Errors: { FeeName: '請輸入名稱。', Odd: 3 } },
      }),
    ),
  )
  const error = await call('fee.create', { body: {} }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: '2002', errors: { FeeName: '請輸入名稱。' }, hasDialog: false })
})
