import { act, allow, bankSystem, company, type Endpoint, file, get, noSession, payer, post, upload } from './endpoint'

/**
 * Calls beyond the 144 of the specification, all below `/Ext`. A backend may lack any of them: features whose calls `Ext.GetCapabilities` does not list
 * are hidden (all features, if that call itself returns 404). The part before the dot is the controller.
 */
export const extensions = {
  'Ext.GetCapabilities': get('/Ext/GetCapabilities', noSession),
  'Ext.GetJobs': get('/Ext/GetJobs', { ...company, polled: true }),
  'Ext.ReadJobs': post('/Ext/ReadJobs', company),
  'Ext.CancelJob': post('/Ext/CancelJob/:JobId', company),
  'Ext.GetImportResult': get('/Ext/GetImportResult/:JobId', company),
  'Ext.BankCredits': post('/Ext/BankCredits', bankSystem),

  'BankFile.Retry': post('/Ext/BankFile/:SerialId/Retry', allow('bankFile', 'Create')),

  'BillImportList.PreviewImport': upload('/Ext/BillImportList/PreviewImport', allow('billImportList', 'Create')),
  'BillImportList.CheckImport': upload('/Ext/BillImportList/CheckImport', allow('billImportList', 'Create')),

  'Bills.PreviewNotice': post('/Ext/Bills/PreviewNotice', allow('bills', 'Update')),
  'Bills.GetNoticeRuns': get('/Ext/Bills/GetNoticeRuns', allow('bills', 'Query')),
  'Bills.GetNoticeRun': get('/Ext/Bills/GetNoticeRun/:RunId', allow('bills', 'Query')),

  'Home.GetNotice': get('/Ext/Home/GetNotice/:SerialId', noSession),
  'Home.CheckCertificate': get('/Ext/Home/CheckCertificate', noSession),
  'Home.GetSubscription': get('/Ext/Home/GetSubscription/:Token', noSession),
  'Home.Unsubscribe': act('/Ext/Home/Unsubscribe/:Token', noSession),
  'Home.Resubscribe': act('/Ext/Home/Resubscribe/:Token', noSession),

  'PayerArea.LoginByLink': post('/Ext/PayerArea/LoginByLink', noSession),
  'PayerArea.GetPaymentData': get('/Ext/PayerArea/GetPaymentData', payer),
  'PayerArea.GetOwnData': get('/Ext/PayerArea/GetOwnData', payer),

  'BillTerm.GetProgress': get('/Ext/BillTerm/:SerialId/GetProgress', allow('billTerm', 'Query')),

  'EnterpriseArea.GetSession': get('/Ext/EnterpriseArea/GetSession', company),
  'EnterpriseArea.GetSessions': get('/Ext/EnterpriseArea/GetSessions', company),

  'SelfCollection.Cancel': post('/Ext/SelfCollection/:SerialId/Cancel', allow('selfCollection', 'Void')),
  'SelfCollection.DownloadReceipt': file('/Ext/SelfCollection/:SerialId/DownloadReceipt', allow('selfCollection', 'Query')),

  'PortalUser.GetSessions': get('/Ext/PortalUser/:SerialId/GetSessions', allow('portalUser', 'Query')),
  'PortalUser.EndSessions': post('/Ext/PortalUser/:SerialId/EndSessions', allow('portalUser', 'Update')),
} as const satisfies Record<string, Endpoint>

/** Name of an extension call, such as `PayerArea.GetPaymentData`. */
export type ExtensionId = keyof typeof extensions

/** OutData of Ext/GetCapabilities: the extension calls that this backend serves, and those that its schema files declare: lists without a page, actions, imports and reports. */
export interface Capabilities {
  readonly Calls: readonly string[]
  /** Calls of the specification that this backend does not serve yet; their features are hidden. Absent = it serves all of them. */
  readonly Missing?: readonly string[]
}
