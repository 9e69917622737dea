import { type Endpoint, type EndpointId, endpoints } from '../../contract/endpoints'
import { readCompanyLogin, readMimaChange } from './company'
import { readActivities, readCaptchaTicket, readNotices } from './home'
import { readOtpTicket, readVerifiedOtp } from './one-time-password'
import { readOptions, readSelectLists } from './options'
import { readPayerLogin, readPaymentLink, readUniformNoFields } from './payer'
import { readCreatedUpload, readList } from './records'
import type { AnswerValues } from './values'

/**
 * Reads OutData of an answer: fills in what the specification does not name, and which a backend may therefore lack.
 * Throws a TypeError that names a value without which the front end cannot continue.
 * `known` is what the browser knows before: the user of the session, the step of a flow, and what the call sends.
 */
type ReadAnswer = (outData: unknown, known: AnswerValues) => unknown

/**
 * The answers of single calls; lists and options of pages are read alike for all pages.
 * Of all other calls, the front end uses nothing but the fields of the page's records, or no answer at all.
 */
const answers: Partial<Record<EndpointId, ReadAnswer>> = {
  'EnterpriseArea.Login': readCompanyLogin,
  'PortalUser.ChangeMima': readMimaChange,
  'EnterpriseArea.EnabledUnformNo': readOtpTicket,
  'EnterpriseArea.ForgetMima': readOtpTicket,
  'EnterpriseArea.VerifyOTP': readVerifiedOtp,
  'PayerArea.Login': readPayerLogin,
  'PayerArea.AccountLogin': readPayerLogin,
  'PayerArea.GetAllUniformNoField': readUniformNoFields,
  'PayerArea.GetEBillLink': readPaymentLink,
  'PayerArea.GetBankMobileLink': readPaymentLink,
  'Home.GetVICode': readCaptchaTicket,
  'Home.GetNotices': readNotices,
  'Home.GetActivities': readActivities,
  'Common.GetApplyCode': readOptions,
  'Common.GetCustomerPortalRoles': readOptions,
  'Common.GetAllUserStatus': readOptions,
  'BillImportList.create': readCreatedUpload,
}

/** Returns OutData of an answer with what the specification does not name filled in. */
export const readAnswer = (callId: string, outData: unknown, known: AnswerValues): unknown =>
  (readerOf(callId) ?? unchanged)(outData, known)

const readerOf = (callId: string): ReadAnswer | undefined => {
  if (!isContractCall(callId)) return undefined
  const endpoint: Endpoint = endpoints[callId]
  if (endpoint.response === 'list') return readList
  return callId.endsWith('.GetAllSelectList') ? readSelectLists : answers[callId]
}

const isContractCall = (callId: string): callId is EndpointId => Object.hasOwn(endpoints, callId)

const unchanged: ReadAnswer = (outData) => outData
