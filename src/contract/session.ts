import type { companyData, companyLogin, companySession, menuInfo, sessionInfo } from './openapi/calls/enterprise-area'
import type { activityInfo, captchaChallenge, captchaTicket, certificateCheck, noticeInfo, noticeSubscription } from './openapi/calls/home'
import type { ownData, payerBill, payerData, payerLogin, payerPayment, paymentData, paymentLink, uniformNoField } from './openapi/calls/payer-area'
import type { billNotice, noticePreview, noticeRequest, noticeRun, noticeRuns, termProgress } from './openapi/calls/records'
import type { jobInfo, userAction } from './openapi/calls/users-and-jobs'
import type { ValueOf } from './openapi/json'

// The descriptions in the OpenAPI document explain each field.

export type MenuInfo = ValueOf<typeof menuInfo>
export type CompanyData = ValueOf<typeof companyData>
/** OutData of EnterpriseArea/Login. */
export type CompanyLoginResponse = ValueOf<typeof companyLogin>
/** OutData of EnterpriseArea/GetSession. */
export type CompanySessionResponse = ValueOf<typeof companySession>
export type SessionInfo = ValueOf<typeof sessionInfo>
/** OutData of PortalUser/{SerialId}/Disabled, Enabled and ResetMima. */
export type UserActionResponse = ValueOf<typeof userAction>
/** An entry of Ext/GetJobs. */
export type JobInfo = ValueOf<typeof jobInfo>

/** An entry of Ext/BillTerm/{SerialId}/GetProgress: the progress in one currency of the term's bills. */
export type TermProgress = ValueOf<typeof termProgress>

/** OutData of Bills/SendMailNotice and SendMOTPNotice. */
export type NoticeRequest = ValueOf<typeof noticeRequest>
/** OutData of Ext/Bills/PreviewNotice. */
export type NoticePreview = ValueOf<typeof noticePreview>
/** OutData of Ext/Bills/GetNoticeRun/{RunId}. */
export type NoticeRun = ValueOf<typeof noticeRun>
/** OutData of Ext/Bills/GetNoticeRuns (query PageNo, default 1). */
export type NoticeRuns = ValueOf<typeof noticeRuns>
/** A notice of a bill, in NoticeLog of Bills/{id}. */
export type BillNotice = ValueOf<typeof billNotice>

export type PayerBill = ValueOf<typeof payerBill>
export type PayerPayment = ValueOf<typeof payerPayment>
export type PayerData = ValueOf<typeof payerData>
/** An entry of PayerArea/GetOwnData. */
export type OwnData = ValueOf<typeof ownData>
/** OutData of PayerArea/Login and AccountLogin. */
export type PayerLoginResponse = ValueOf<typeof payerLogin>
/** OutData of PayerArea/GetPaymentData (query PageNo, default 1). */
export type PaymentData = ValueOf<typeof paymentData>
/** OutData of GetEBillLink and GetBankMobileLink (query SerialId). */
export type PaymentLink = ValueOf<typeof paymentLink>
/** An entry of GetAllUniformNoField. */
export type UniformNoField = ValueOf<typeof uniformNoField>
export type PayerLoginField = UniformNoField['Fields'][number]['Field']

/** OutData of Home/GetVICode. */
export type CaptchaTicket = ValueOf<typeof captchaTicket>
export type CaptchaChallenge = ValueOf<typeof captchaChallenge>
/** OutData of Home/CheckCertificate (query CertificateNo, CheckCode). */
export type CertificateCheck = ValueOf<typeof certificateCheck>
/** OutData of Home/GetSubscription, Unsubscribe and Resubscribe. */
export type NoticeSubscription = ValueOf<typeof noticeSubscription>
export type NoticeInfo = ValueOf<typeof noticeInfo>
export type ActivityInfo = ValueOf<typeof activityInfo>
