import type { companyData, companyLogin, companySession, menuInfo, sessionInfo } from './openapi/calls/enterprise-area'
import type { activityInfo, captchaQuestion, captchaTicket, certificateCheck, noticeInfo } from './openapi/calls/home'
import type { ownData, payerBill, payerData, payerLogin, payerPayment, paymentData, paymentLink, uniformNoField } from './openapi/calls/payer-area'
import type { jobInfo, userAction } from './openapi/calls/users-and-jobs'
import type { ValueOf } from './openapi/json'

// The descriptions in the OpenAPI document explain each field.

export type MenuInfo = ValueOf<typeof menuInfo>
export type CompanyData = ValueOf<typeof companyData>
/** OutData of EnterpriseArea/Login. */
export type CompanyLoginAnswer = ValueOf<typeof companyLogin>
/** OutData of EnterpriseArea/GetSession. */
export type CompanySession = ValueOf<typeof companySession>
export type SessionInfo = ValueOf<typeof sessionInfo>
/** OutData of PortalUser/{SerialId}/Disabled, Enabled and ResetMima. */
export type UserActionAnswer = ValueOf<typeof userAction>
/** An entry of Ext/GetJobs. */
export type JobInfo = ValueOf<typeof jobInfo>

export type PayerBill = ValueOf<typeof payerBill>
export type PayerPayment = ValueOf<typeof payerPayment>
export type PayerData = ValueOf<typeof payerData>
/** An entry of PayerArea/GetOwnData. */
export type OwnData = ValueOf<typeof ownData>
/** OutData of PayerArea/Login and AccountLogin. */
export type PayerLoginAnswer = ValueOf<typeof payerLogin>
/** OutData of PayerArea/GetPaymentData (query PageNo, 1 without it). */
export type PaymentData = ValueOf<typeof paymentData>
/** OutData of GetEBillLink and GetBankMobileLink (query SerialId). */
export type PaymentLink = ValueOf<typeof paymentLink>
/** An entry of GetAllUniformNoField. */
export type UniformNoField = ValueOf<typeof uniformNoField>
export type PayerLoginField = UniformNoField['Fields'][number]['Field']

/** OutData of Home/GetVICode. */
export type CaptchaTicket = ValueOf<typeof captchaTicket>
/** OutData of Home/GetCaptchaQuestion. */
export type CaptchaQuestion = ValueOf<typeof captchaQuestion>
/** OutData of Home/CheckCertificate (query CertificateNo, CheckCode). */
export type CertificateCheck = ValueOf<typeof certificateCheck>
export type NoticeInfo = ValueOf<typeof noticeInfo>
export type ActivityInfo = ValueOf<typeof activityInfo>
