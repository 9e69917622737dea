import { enums } from '../../../domain/enums'
import type { Capabilities } from '../../extensions'
import type { CallsOf } from '../call'
import { type Described, dateTime, exactObject, flag, integer, listOf, nullValue, oneOf, orNull, text } from '../json'
import { bankCredit, bankCreditResult } from './bank-credits'
import { companyLogin, newMima, secret, sessionInfo } from './enterprise-area'
import { importResult } from './import-shapes'
import { confirmationBody } from './record-additions'

/**
 * Body of PortalUser/ChangeMima.
 * For a wrong OldMima the call returns 1001 with `Errors.OldMima`.
 * The old token becomes invalid, and the response contains a new one, like the response of a sign-in.
 */
export const changeMimaRequest = exactObject({ OldMima: secret('舊密碼', 64), ...newMima })

/** OutData of PortalUser/{SerialId}/Disabled, Enabled and ResetMima. */
export const userAction = exactObject({
  UserStatus: oneOf('使用者狀態', Object.keys(enums.UserStatus)),
  SentTo: orNull(text('初始密碼寄送到哪裡（遮罩）；未寄送時為 null')),
})

/**
 * A background job of the user.
 * Ext/GetJobs returns the user's latest 20 jobs, newest first.
 * Ext/ReadJobs marks the results of ended jobs as read.
 * Ext/CancelJob stops a job at its next step and removes the data that it has created, if possible; it returns 2006 if
 * the job has ended, and 404 if the job belongs to another user.
 * Ext/GetImportResult returns the result of the user's own import; it returns 404 if the job is not an import or has
 * not ended.
 */
export const jobInfo = exactObject({
  JobId: integer('工作編號'),
  /**
   * Page and key of the record that the job belongs to; null if there is none.
   * The job of an import of records has a page but no key.
   */
  Page: orNull(text('資料所在的頁面')),
  RecordId: orNull(text('資料的主鍵')),
  Title: text('資料的名稱'),
  State: oneOf('狀態', ['waiting', 'running', 'done', 'failed', 'cancelled']),
  Done: integer('已處理筆數'),
  Total: orNull(integer('總筆數')),
  /** Message for the user: why the job or its last attempt failed, or what remains after a cancelled job. */
  Error: orNull(text('失敗的原因（等待重試者為前次的原因）；已取消者為取消的結果')),
  /** What a user must decide before the record of the ended job takes effect. */
  Note: orNull(text('資料待確認的原因；不需確認者為 null')),
  SuccessCount: orNull(integer('匯入成功的筆數；不是已完成的匯入時為 null')),
  FailCount: orNull(integer('匯入失敗的筆數；不是已完成的匯入時為 null')),
  /** Whether a user has cancelled the job and the job has not ended yet. */
  Cancelling: flag('已要求取消而尚未結束'),
  CreateTime: dateTime('建立時間'),
  FinishTime: orNull(dateTime('完成時間')),
  /** Whether the job has ended and the user has not read its result yet. */
  Unread: flag('已結束而尚未讀取'),
})

/**
 * The change of the caller's own password, and the calls that manage the users of a company, except the generic ones.
 */
export const userCalls: CallsOf<'PortalUser'> = {
  'PortalUser.ChangeMima': {
    title: '變更自己的密碼',
    text: '成功後舊權杖失效，回覆新的登入資料。',
    body: changeMimaRequest,
    data: companyLogin,
  },
  'PortalUser.Disabled': { title: '停用使用者', body: confirmationBody, data: userAction },
  'PortalUser.Enabled': { title: '啟用使用者', body: confirmationBody, data: userAction },
  'PortalUser.ResetMima': { title: '重設使用者的密碼', body: confirmationBody, data: userAction },
  'PortalUser.GetSessions': { title: '查詢使用者最近的登入', data: listOf(sessionInfo) },
  'PortalUser.EndSessions': { title: '結束使用者的所有連線', data: nullValue },
}

/** The calls of the controller Ext: the extensions that belong to no page. */
export const extCalls: CallsOf<'Ext'> = {
  'Ext.GetCapabilities': {
    title: '查詢此伺服器提供的擴充呼叫',
    data: exactObject({
      Calls: listOf(text('擴充呼叫，例如 Ext.GetJobs；以及綱要檔宣告的動作、匯入與報表，例如 Coupon.Import')),
      Missing: listOf(text('規格中此伺服器尚未提供的呼叫，例如 Report.create')),
      RequestIdCalls: listOf(text('內容可帶 RequestId 的呼叫，例如 SelfCollection.create')),
    }) satisfies Described<Capabilities>,
  },
  'Ext.GetJobs': { title: '查詢自己的背景工作', data: listOf(jobInfo) },
  'Ext.ReadJobs': { title: '將自己已結束的工作標為已讀', data: nullValue },
  'Ext.CancelJob': {
    title: '取消自己的背景工作',
    text: '工作在下一個步驟停止，並收回已建立的資料；已結束者回覆 2006，非本人者 404。',
    data: nullValue,
  },
  'Ext.GetImportResult': { title: '查詢自己的匯入作業的結果', text: '尚未完成或非本人者 404。', data: importResult },
  'Ext.BankCredits': {
    title: '通知一筆即時入帳',
    text: '入帳當下即銷帳，並回覆結果；無法銷帳者成為例外，仍回覆 0000。同一筆（通路、交易日期、交易序號與正負號相同）重送時不重複入帳，回覆該筆的結果；若帳號、金額、幣別或交易時間不同，回覆 2003。銀行檔案中的同一筆亦不重複入帳。密鑰未設定時 404。',
    body: bankCredit,
    data: bankCreditResult,
  },
}
