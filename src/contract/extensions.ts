import { company, type Endpoint, get, on, open, payer, post } from './endpoint'

/**
 * Calls beyond the 144 of the specification, all below `/Ext`. A backend may lack any of them: what `Ext.GetCapabilities` does not name
 * (or all, where that call itself answers 404) is hidden on screen. The part before the dot is the controller that answers.
 */
export const extensions = {
  'Ext.GetCapabilities': get('/Ext/GetCapabilities', open),
  'Ext.GetJobs': get('/Ext/GetJobs', company),
  'Ext.ReadJobs': post('/Ext/ReadJobs', company),
  'Ext.CancelJob': post('/Ext/CancelJob/:JobId', company),
  'Ext.GetImportResult': get('/Ext/GetImportResult/:JobId', company),

  'Home.GetNotice': get('/Ext/Home/GetNotice/:SerialId', open),
  'Home.GetCaptchaQuestion': get('/Ext/Home/GetCaptchaQuestion', open),
  'Home.CheckCertificate': get('/Ext/Home/CheckCertificate', open),

  'PayerArea.GetPaymentData': get('/Ext/PayerArea/GetPaymentData', payer),
  'PayerArea.GetOwnData': get('/Ext/PayerArea/GetOwnData', payer),

  'EnterpriseArea.GetSession': get('/Ext/EnterpriseArea/GetSession', company),
  'EnterpriseArea.GetSessions': get('/Ext/EnterpriseArea/GetSessions', company),

  'PortalUser.GetSessions': get('/Ext/PortalUser/:SerialId/GetSessions', on('portalUser', 'Query')),
  'PortalUser.EndSessions': post('/Ext/PortalUser/:SerialId/EndSessions', on('portalUser', 'Update')),
} as const satisfies Record<string, Endpoint>

/** Name of an extension call, such as `PayerArea.GetPaymentData`. */
export type ExtensionId = keyof typeof extensions

/** OutData of Ext/GetCapabilities: the extension calls that this backend answers, and of those that schema files declare its actions, imports and reports. */
export interface Capabilities {
  readonly Calls: readonly string[]
  /** Calls of the specification itself that it does not answer yet; what uses them is not offered. A backend that says nothing answers all of them. */
  readonly Missing?: readonly string[]
}

/**
 * One piece of background work that the user asked for. OutData of Ext/GetJobs: the user's latest 20, newest first. Ext/ReadJobs records that their results were seen.
 * Ext/CancelJob stops one at its next step and rolls back what is possible; 2006 where it has ended, 404 where it belongs to somebody else.
 * Ext/GetImportResult returns the result of the user's own import (ImportResult); 404 where the job is no import or has not ended.
 */
export interface JobInfo {
  readonly JobId: number
  /** Page and key of the record that the work is for; null where it is for none that still exists. A page without a key is one whose records are imported. */
  readonly Page: string | null
  readonly RecordId: string | null
  /** The record in words. */
  readonly Title: string
  readonly State: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly Done: number
  readonly Total: number | null
  /** Why it failed, or the last try did; of a cancelled one, what became of it. For people to read. */
  readonly Error: string | null
  /** Somebody cancelled it, and it has not come to its end yet. */
  readonly Cancelling: boolean
  readonly CreateTime: string
  readonly FinishTime: string | null
  /** It has ended, and the user has not looked since. */
  readonly Unread: boolean
}

/** OutData of Home/GetCaptchaQuestion (ticket in the header VCode): a question in words whose answer is accepted in place of the picture's letters. */
export interface CaptchaQuestion {
  readonly Question: string
}

/** OutData of Home/CheckCertificate (query CertificateNo, CheckCode): what the portal knows of a certificate. A wrong pair is 2004. */
export interface CertificateCheck {
  readonly CertificateNo: string
  readonly CustomerName: string
  readonly BillNo: string
  /** Masked. */
  readonly PayerName: string
  readonly CurrencyType: string
  readonly PaidAmount: number
  readonly PaidTime: string
}

/** One sign-in of a company user: newest first, at most 20. EndReason is null while the session lasts. */
export interface SessionInfo {
  readonly LoginTime: string
  readonly LastSeenTime: string
  readonly IP: string
  readonly EndTime: string | null
  readonly EndReason: 'logout' | 'superseded' | 'disabled' | 'reset' | 'removed' | 'changed' | 'ended' | 'locked' | 'idle' | null
  /** The session that asks. */
  readonly Current: boolean
}
