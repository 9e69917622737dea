import { allow, company, type Endpoint, get, open, payer, post } from './endpoint'

/**
 * Calls beyond the 144 of the specification, all below `/Ext`. A backend may lack any of them: features whose calls `Ext.GetCapabilities` does not list
 * (or all, if that call itself answers 404) are hidden. The part before the dot is the controller.
 */
export const extensions = {
  'Ext.GetCapabilities': get('/Ext/GetCapabilities', open),
  'Ext.GetJobs': get('/Ext/GetJobs', { ...company, polled: true }),
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

  'PortalUser.GetSessions': get('/Ext/PortalUser/:SerialId/GetSessions', allow('portalUser', 'Query')),
  'PortalUser.EndSessions': post('/Ext/PortalUser/:SerialId/EndSessions', allow('portalUser', 'Update')),
} as const satisfies Record<string, Endpoint>

/** Name of an extension call, such as `PayerArea.GetPaymentData`. */
export type ExtensionId = keyof typeof extensions

/** OutData of Ext/GetCapabilities: the extension calls that this backend answers, and the actions, imports and reports that its schema files declare. */
export interface Capabilities {
  readonly Calls: readonly string[]
  /** Calls of the specification that it does not answer yet; their features are not offered. Absent = it answers all of them. */
  readonly Missing?: readonly string[]
}
