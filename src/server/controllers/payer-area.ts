import { Refusal } from '../../domain/refusal'
import { requirePayer } from '../access/caller'
import { payerDocumentAccess } from '../access/documents'
import { unmaskOwnData } from '../access/own-data'
import { verifyCaptcha } from '../accounts/captcha/captcha'
import { loginByLink } from '../accounts/link-login'
import { companiesForPayers, companyOfAccount, readAccountClaim, readCompanyClaim } from '../accounts/payer-claim'
import { loginPayer, payerData } from '../accounts/payer-login'
import { logout } from '../accounts/sessions'
import { certificateFile } from '../bills/certificate'
import { paymentLink, requireOpenBill } from '../bills/open-bill'
import { findOnlyOpenBill, findPayerBill, findPayerPayment, type PayerBillFacts } from '../bills/payer-bills'
import { slipFile } from '../bills/slip'
import { type Call, type Controller, HttpRefusal } from '../call'
import { defineController } from '../module'
import { readPageNo, singleValue } from '../query-values'
import { parseKeyNumber } from '../records/parse-key'
import type { PayerScope } from '../scope'

/**
 * Calls of payers: sign-in and sign-out, bills with their slips, certificates and links for online payment, and the
 * payer's own data.
 */
const calls: Controller = {
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
  GetLoginFields: companyOfAccount,
  DownloadPaymentPDF: async (call) => {
    const { bill, scope } = await requirePayerBill(call)
    requireOpenBill(bill, {
      void: '這筆帳單已作廢，無法下載繳款單。',
      paid: '這筆帳單已繳清，無需再下載繳款單；請改下載繳費證明。',
    })
    return slipFile(call.ports, await payerDocumentAccess(call, scope, 'DownloadPaymentPDF'), bill.SerialId)
  },
  DownLoadCertificate: async (call) => {
    const { bill, scope } = await requirePayerBill(call)
    return certificateFile(call.ports, await payerDocumentAccess(call, scope, 'DownLoadCertificate'), {
      kind: 'Bill',
      id: bill.SerialId,
    })
  },
  DownloadCertificateByDetail: async (call) => {
    const { ports, query } = call
    const scope = requirePayer(call, noPaymentMessage)
    const id = await findPayerPayment(ports, scope, singleValue(query, 'DetailId') ?? '')
    if (id === undefined) throw new HttpRefusal(404, noPaymentMessage)
    return certificateFile(ports, await payerDocumentAccess(call, scope, 'DownloadCertificateByDetail'), {
      kind: 'Payment',
      id,
    })
  },
  GetEBillLink: async (call) => paymentLink(call.ports, 'eBill', await requireNamedOrOnlyBill(call)),
  GetBankMobileLink: async (call) => paymentLink(call.ports, 'bankMobile', (await requirePayerBill(call)).bill),
  GetPaymentData: async (call) => payerData(call.ports, requirePayer(call, '查無繳費資料。'), readPageNo(call.query)),
  GetOwnData: unmaskOwnData,
}

export default defineController('PayerArea', { calls })

/**
 * Returns the bill whose SerialId is in the query, and the scope of the payer's session.
 * Throws a refusal (404) if it is not a bill of this payer.
 */
const requirePayerBill = async (call: Call): Promise<{ readonly bill: PayerBillFacts; readonly scope: PayerScope }> => {
  const scope = requirePayer(call, noBillMessage)
  const serialId = parseKeyNumber(singleValue(call.query, 'SerialId') ?? '')
  const bill = serialId === null ? undefined : await findPayerBill(call.ports, scope, serialId)
  if (bill === undefined) throw new HttpRefusal(404, noBillMessage)
  return { bill, scope }
}

/** Returns the bill of the query; without a SerialId the payer's only open bill. */
const requireNamedOrOnlyBill = async (call: Call): Promise<PayerBillFacts> => {
  if (singleValue(call.query, 'SerialId')) return (await requirePayerBill(call)).bill
  const bill = await findOnlyOpenBill(call.ports, requirePayer(call, noBillMessage))
  if (bill === null) throw new Refusal('2002', severalBillsMessage, { SerialId: severalBillsMessage })
  if (bill === undefined) throw new Refusal('2006', '您目前沒有未繳的帳單。')
  return bill
}

const severalBillsMessage = '您有多張未繳的帳單，請先選擇要繳納的帳單。'

const noPaymentMessage = '查無這筆繳費紀錄，請重新查詢。'

const noBillMessage = '查無這筆帳單，請重新查詢。'
