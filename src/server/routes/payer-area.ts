import { payerViewer } from '../access/documents'
import { unmaskOwnData } from '../access/own-data'
import { verifyCaptcha } from '../accounts/captcha/captcha'
import { loginByLink } from '../accounts/link-login'
import { companiesForPayers, readAccountClaim, readCompanyClaim } from '../accounts/payer-claim'
import { loginPayer, payerData } from '../accounts/payer-login'
import { logout } from '../accounts/sessions'
import { certificateFile } from '../bills/certificate'
import { paymentLink, requireOpenBill } from '../bills/open-bill'
import { findPayerBill, findPayerPayment, type PayerBillFacts } from '../bills/payer-bills'
import { slipFile } from '../bills/slip'
import { type Call, type Controller, HttpRefusal, type PayerScope } from '../http/call'
import { readPageNo, singleValue } from '../http/input'
import { parseKeyNumber } from '../records/parse-key'

/** Calls of payers: sign-in and sign-out, bills with their slips, certificates and links for online payment, and the payer's own data. */
export const payerArea: Controller = {
  Login: async (call) => {
    await verifyCaptcha(call, 'payer login')
    return loginPayer(call, await readCompanyClaim(call))
  },
  AccountLogin: async (call) => {
    await verifyCaptcha(call)
    return loginPayer(call, readAccountClaim(call.body))
  },
  LoginByLink: loginByLink,
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
    return payerData(ports, scope, readPageNo(query))
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
