import { Refusal } from '../../domain/refusal'
import { payerViewer } from '../access/documents'
import { unmaskOwnData } from '../access/own-data'
import { verifyCaptcha } from '../accounts/captcha/captcha'
import { companiesForPayers, readAccountClaim, readCompanyClaim } from '../accounts/payer-claim'
import { loginPayer, payerData } from '../accounts/payer-login'
import { logout } from '../accounts/sessions'
import { certificateFile } from '../bills/certificate'
import { paymentLink, requireOpenBill } from '../bills/open-bill'
import { findPayerBill, findPayerPayment, type PayerBillFacts } from '../bills/payer-bills'
import { slipFile } from '../bills/slip'
import { type Call, type Controller, HttpRefusal, type PayerScope } from '../http/call'
import { singleValue } from '../http/input'
import { parseKeyNumber } from '../records/parse-key'

/** Calls of payers: sign-in, bills, slips and certificates. */
export const payerArea: Controller = {
  Login: async (call) => {
    await verifyCaptcha(call, 'payer login')
    return loginPayer(call, await readCompanyClaim(call))
  },
  AccountLogin: async (call) => {
    await verifyCaptcha(call)
    return loginPayer(call, readAccountClaim(call.body))
  },
  Logout: logout,
  GetAllUniformNoField: ({ ports }) => companiesForPayers(ports.db),
  DownloadPaymentPDF: async (call) => {
    const { bill, scope } = await ownBill(call)
    requireOpenBill(bill, { void: '這筆帳單已作廢，無法下載繳款單。', paid: '這筆帳單已繳清，無需再下載繳款單；請改下載繳費證明。' })
    return slipFile(call.ports, await payerViewer(call, scope, 'DownloadPaymentPDF'), bill.SerialId)
  },
  DownLoadCertificate: async (call) => {
    const { bill, scope } = await ownBill(call)
    return certificateFile(call.ports, await payerViewer(call, scope, 'DownLoadCertificate'), { kind: 'Bill', id: bill.SerialId })
  },
  DownloadCertificateByDetail: async (call) => {
    const { ports, scope, query } = call
    const id = scope.kind === 'payer' ? await findPayerPayment(ports, scope, singleValue(query, 'DetailId') ?? '') : undefined
    if (scope.kind !== 'payer' || id === undefined) throw new HttpRefusal(404, '查無這筆繳費紀錄，請重新查詢。')
    return certificateFile(ports, await payerViewer(call, scope, 'DownloadCertificateByDetail'), { kind: 'Payment', id })
  },
  GetEBillLink: async (call) => paymentLink(call.ports, 'eBill', (await ownBill(call)).bill),
  GetBankMobileLink: async (call) => paymentLink(call.ports, 'bankMobile', (await ownBill(call)).bill),
  GetPaymentData: async ({ ports, scope, query }) => {
    if (scope.kind !== 'payer') throw new HttpRefusal(404, '查無繳費資料。')
    return payerData(ports, scope, pageOf(singleValue(query, 'PageNo')))
  },
  GetOwnData: unmaskOwnData,
}

/** Returns the payer's bill that the query identifies, and the session's scope; throws a refusal for any other bill. */
const ownBill = async ({ ports, scope, query }: Call): Promise<{ readonly bill: PayerBillFacts; readonly scope: PayerScope }> => {
  const serialId = parseKeyNumber(singleValue(query, 'SerialId') ?? '')
  const bill = scope.kind === 'payer' && serialId !== null ? await findPayerBill(ports, scope, serialId) : undefined
  if (scope.kind !== 'payer' || bill === undefined) throw new HttpRefusal(404, '查無這筆帳單，請重新查詢。')
  return { bill, scope }
}

const pageOf = (text = '1'): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Refusal('2002', '頁次應為 1 以上的整數。', { PageNo: '頁次應為 1 以上的整數。' })
  return Number(text)
}
