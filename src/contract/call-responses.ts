import type {
  authorizationPreview,
  debitApplications,
  debitFileList,
  debitFileRecords,
  debitPreview,
  newDebitFile,
} from './openapi/calls/debits'
import type { companyData, companyLogin, companySession, menuInfo, sessionInfo } from './openapi/calls/enterprise-area'
import type {
  activityInfo,
  captchaChallenge,
  captchaTicket,
  certificateCheck,
  noticeInfo,
  noticeSubscription,
} from './openapi/calls/home'
import type { overview } from './openapi/calls/overview'
import type {
  ownData,
  payerBill,
  payerData,
  payerLogin,
  payerPayment,
  paymentData,
  paymentLink,
  uniformNoField,
} from './openapi/calls/payer-area'
import type { creditPush, pushDelivery, pushSecretState, rotatedPushSecret } from './openapi/calls/pushes'
import type {
  bankFileDifferences,
  billNotice,
  feeSearchData,
  noticePreview,
  noticeRequestResult,
  noticeRun,
  noticeRuns,
  termProgress,
} from './openapi/calls/records'
import type { listLayout, savedViewRequest, savedViewResult, savedViews } from './openapi/calls/saved-views'
import type { searchResult } from './openapi/calls/search'
import type { jobInfo, userAction } from './openapi/calls/users-and-jobs'
import type { ValueOf } from './openapi/json'

// The descriptions in the OpenAPI document explain each field.

/** An entry of the admin menu. */
export type MenuInfo = ValueOf<typeof menuInfo>
/** The user of a company session. */
export type CompanyData = ValueOf<typeof companyData>
/** OutData of EnterpriseArea/Login and of PortalUser/ChangeMima. */
export type CompanyLoginResponse = ValueOf<typeof companyLogin>
/** OutData of Ext/EnterpriseArea/GetSession. */
export type CompanySessionResponse = ValueOf<typeof companySession>
/** An entry of GetSessions: a sign-in of a company user. */
export type SessionInfo = ValueOf<typeof sessionInfo>
/** OutData of Ext/EnterpriseArea/GetOverview: the figures of the first page. */
export type Overview = ValueOf<typeof overview>
/** OutData of Ext/Common/GetSavedViews. */
export type SavedViews = ValueOf<typeof savedViews>
/** A saved view of a list. */
export type SavedView = SavedViews['Views'][number]
/** Body of Ext/Common/SaveView. */
export type SavedViewRequest = ValueOf<typeof savedViewRequest>
/** OutData of Ext/Common/SaveView. */
export type SavedViewResult = ValueOf<typeof savedViewResult>
/** Body of Ext/Common/SaveListLayout: the columns of a list as a user has set them. */
export type ListLayout = ValueOf<typeof listLayout>
/** How a user has set a column of a list. */
export type ColumnSetting = ListLayout['Columns'][number]
/** OutData of Ext/Common/Search. */
export type SearchResult = ValueOf<typeof searchResult>
/** The found records of a page. */
export type FoundGroup = SearchResult['Groups'][number]
/** A found record. */
export type FoundRecord = FoundGroup['Records'][number]
/** The name of a part of the first page. */
export type OverviewPart = keyof Overview
/** The number and the sum of some records in one currency. */
export type OverviewAmount = NonNullable<Overview['Exceptions']>[number]
/** The collection of an open term in one currency. */
export type TermCollection = NonNullable<Overview['Terms']>['Terms'][number]
/** The money that is expected on a day in one currency. */
export type ExpectedRemittance = NonNullable<Overview['ExpectedRemittances']>[number]
/** OutData of PortalUser/{SerialId}/Disabled, Enabled and ResetMima. */
export type UserActionResponse = ValueOf<typeof userAction>
/** An entry of Ext/GetJobs. */
export type JobInfo = ValueOf<typeof jobInfo>

/** An entry of Ext/BillTerm/{SerialId}/GetProgress: the progress of a term in one currency. */
export type TermProgress = ValueOf<typeof termProgress>

/** OutData of ReportPrint/GetChannelFeeReportSearchData. */
export type FeeSearchData = ValueOf<typeof feeSearchData>
/** OutData of Ext/BankFile/{SerialId}/GetDifferences. */
export type BankFileDifferences = ValueOf<typeof bankFileDifferences>

/** OutData of Ext/BillDesignatedDebitExport/Preview. */
export type DebitPreview = ValueOf<typeof debitPreview>
/** OutData of Ext/BillDesignatedDebitExport/GetFiles (query PageNo, default 1). */
export type DebitFileList = ValueOf<typeof debitFileList>
/** OutData of Ext/BillDesignatedDebitExport/{FileId}/GetRecords. */
export type DebitFileRecords = ValueOf<typeof debitFileRecords>
/** OutData of Ext/BillDesignatedDebitExport/PreviewAuthorization. */
export type AuthorizationPreview = ValueOf<typeof authorizationPreview>
/** OutData of Ext/Payer/{SerialId}/GetDebitApplications. */
export type DebitApplications = ValueOf<typeof debitApplications>
/** OutData of Ext/BillDesignatedDebitExport/NewFile and NewAuthorization. */
export type NewDebitFile = ValueOf<typeof newDebitFile>

/** Body of a push to a company's system. */
export type CreditPush = ValueOf<typeof creditPush>
/** OutData of Ext/ImmediateClientNotify/{SerialId}/GetDelivery. */
export type PushDelivery = ValueOf<typeof pushDelivery>
/** OutData of Ext/Agreement/{ApplyCode}/GetPushSecretState. */
export type PushSecretState = ValueOf<typeof pushSecretState>

/** OutData of Ext/Agreement/{ApplyCode}/RotatePushSecret. */
export type RotatedPushSecret = ValueOf<typeof rotatedPushSecret>

/** OutData of Bills/SendMailNotice and SendMOTPNotice. */
export type NoticeRequestResult = ValueOf<typeof noticeRequestResult>
/** OutData of Ext/Bills/PreviewNotice. */
export type NoticePreview = ValueOf<typeof noticePreview>
/** OutData of Ext/Bills/GetNoticeRun/{RunId}: a notice run, which is all notices that one request sends. */
export type NoticeRun = ValueOf<typeof noticeRun>
/** OutData of Ext/Bills/GetNoticeRuns (query PageNo, default 1). */
export type NoticeRuns = ValueOf<typeof noticeRuns>
/** An entry of NoticeLog in Bills/{id}: a notice of the bill. */
export type BillNotice = ValueOf<typeof billNotice>

/** A bill as its payer may view it. */
export type PayerBill = ValueOf<typeof payerBill>
/** A payment as its payer may view it. */
export type PayerPayment = ValueOf<typeof payerPayment>
/** The payer of a session. */
export type PayerData = ValueOf<typeof payerData>
/** An entry of Ext/PayerArea/GetOwnData: the unmasked data that one company stores about the signed-in payer. */
export type OwnData = ValueOf<typeof ownData>
/** OutData of PayerArea/Login and AccountLogin, and of Ext/PayerArea/LoginByLink. */
export type PayerLoginResponse = ValueOf<typeof payerLogin>
/** OutData of Ext/PayerArea/GetPaymentData (query PageNo, default 1). */
export type PaymentData = ValueOf<typeof paymentData>
/** OutData of PayerArea/GetEBillLink and GetBankMobileLink (query SerialId, which the first may leave out). */
export type PaymentLink = ValueOf<typeof paymentLink>
/** An entry of PayerArea/GetAllUniformNoField: a company, and the fields with which its payers sign in. */
export type UniformNoField = ValueOf<typeof uniformNoField>
/** Name of a field with which payers sign in. */
export type PayerLoginField = UniformNoField['Fields'][number]['Field']

/** OutData of Home/GetVICode. */
export type CaptchaTicket = ValueOf<typeof captchaTicket>
/** A proof of work that a browser can compute, so that the user need not read the picture of a captcha. */
export type CaptchaChallenge = ValueOf<typeof captchaChallenge>
/** OutData of Ext/Home/CheckCertificate (query CertificateNo, CheckCode). */
export type CertificateCheck = ValueOf<typeof certificateCheck>
/** OutData of Ext/Home/GetSubscription, Unsubscribe and Resubscribe. */
export type NoticeSubscription = ValueOf<typeof noticeSubscription>
/** An entry of Home/GetNotices: a news item of the bank. */
export type NoticeInfo = ValueOf<typeof noticeInfo>
/** An entry of Home/GetActivities: an activity of the bank. */
export type ActivityInfo = ValueOf<typeof activityInfo>
