import {
  allow,
  bankSystem,
  company,
  type Endpoint,
  file,
  get,
  noSession,
  payer,
  post,
  postWithoutBody,
  signIn,
  upload,
} from './endpoint'

/**
 * Calls beyond the 144 of the specification, all below `/Ext`.
 * A backend may lack any of them: both front ends hide features whose calls `Ext.GetCapabilities` does not list, and
 * hide all features of extensions if `Ext.GetCapabilities` itself returns 404.
 * The part of an id before the dot is the controller.
 */
export const extensions = {
  'Ext.GetCapabilities': get('/Ext/GetCapabilities', noSession),
  'Ext.GetJobs': get('/Ext/GetJobs', { ...company, polled: true }),
  'Ext.ReadJobs': post('/Ext/ReadJobs', company),
  'Ext.CancelJob': post('/Ext/CancelJob/:JobId', company),
  'Ext.GetImportResult': get('/Ext/GetImportResult/:JobId', company),
  'Ext.BankCredits': post('/Ext/BankCredits', bankSystem),

  'Agreement.GetPushSecretState': get('/Ext/Agreement/:ApplyCode/GetPushSecretState', allow('Customer', 'Approve')),
  'Agreement.RotatePushSecret': post('/Ext/Agreement/:ApplyCode/RotatePushSecret', allow('Customer', 'Approve')),
  'Agreement.EndFormerPushSecret': postWithoutBody(
    '/Ext/Agreement/:ApplyCode/EndFormerPushSecret',
    allow('Customer', 'Approve'),
  ),

  'BankFile.Retry': post('/Ext/BankFile/:SerialId/Retry', allow('bankFile', 'Create')),
  'BankFile.Replace': post('/Ext/BankFile/:SerialId/Replace', allow('bankFile', 'Create')),
  'BankFile.Append': post('/Ext/BankFile/:SerialId/Append', allow('bankFile', 'Create')),
  'BankFile.Release': post('/Ext/BankFile/:SerialId/Release', allow('bankFile', 'Create')),
  'BankFile.Refuse': post('/Ext/BankFile/:SerialId/Refuse', allow('bankFile', 'Create')),
  'BankFile.GetDifferences': get('/Ext/BankFile/:SerialId/GetDifferences', allow('bankFile', 'Query')),

  'BillDesignatedDebitExport.Preview': post('/Ext/BillDesignatedDebitExport/Preview', {
    ...allow('BillDesignatedDebitExport', 'Query'),
    storesNothing: true,
  }),
  'BillDesignatedDebitExport.NewFile': post(
    '/Ext/BillDesignatedDebitExport/NewFile',
    allow('BillDesignatedDebitExport', 'Create'),
  ),
  'BillDesignatedDebitExport.GetFiles': get(
    '/Ext/BillDesignatedDebitExport/GetFiles',
    allow('BillDesignatedDebitExport', 'Query'),
  ),
  'BillDesignatedDebitExport.GetRecords': get(
    '/Ext/BillDesignatedDebitExport/:FileId/GetRecords',
    allow('BillDesignatedDebitExport', 'Query'),
  ),
  'BillDesignatedDebitExport.Download': file(
    '/Ext/BillDesignatedDebitExport/:FileId/Download',
    allow('BillDesignatedDebitExport', 'Query'),
  ),
  'BillDesignatedDebitExport.Release': post(
    '/Ext/BillDesignatedDebitExport/:FileId/Release',
    allow('BillDesignatedDebitExport', 'Approve'),
  ),
  'BillDesignatedDebitExport.Refuse': post(
    '/Ext/BillDesignatedDebitExport/:FileId/Refuse',
    allow('BillDesignatedDebitExport', 'Approve'),
  ),
  // Proposers withdraw their own files; the handler requires the right Approve for released ones.
  'BillDesignatedDebitExport.Withdraw': post(
    '/Ext/BillDesignatedDebitExport/:FileId/Withdraw',
    allow('BillDesignatedDebitExport', 'Query'),
  ),

  'BillDesignatedDebitExport.PreviewAuthorization': post('/Ext/BillDesignatedDebitExport/PreviewAuthorization', {
    ...allow('BillDesignatedDebitExport', 'Query'),
    storesNothing: true,
  }),
  'BillDesignatedDebitExport.NewAuthorization': post(
    '/Ext/BillDesignatedDebitExport/NewAuthorization',
    allow('BillDesignatedDebitExport', 'Create'),
  ),
  'Payer.GetDebitApplications': get('/Ext/Payer/:SerialId/GetDebitApplications', allow('payer', 'Query')),

  'BillImportList.PreviewImport': upload('/Ext/BillImportList/PreviewImport', {
    ...allow('billImportList', 'Create'),
    storesNothing: true,
  }),
  'BillImportList.CheckImport': upload('/Ext/BillImportList/CheckImport', {
    ...allow('billImportList', 'Create'),
    storesNothing: true,
  }),

  'Bills.PreviewDownloadGroupPDF': post('/Ext/Bills/PreviewDownloadGroupPDF', {
    ...allow('bills', 'Query'),
    storesNothing: true,
  }),
  'Bills.PreviewNotice': post('/Ext/Bills/PreviewNotice', { ...allow('bills', 'Update'), storesNothing: true }),
  'Bills.GetNoticeRuns': get('/Ext/Bills/GetNoticeRuns', allow('bills', 'Query')),
  'Bills.GetNoticeRun': get('/Ext/Bills/GetNoticeRun/:RunId', allow('bills', 'Query')),

  'Common.GetSavedViews': get('/Ext/Common/GetSavedViews', company),
  'Common.SaveView': post('/Ext/Common/SaveView', company),
  'Common.DeleteView': post('/Ext/Common/DeleteView', company),
  'Common.SaveListLayout': post('/Ext/Common/SaveListLayout', company),
  'Common.Search': post('/Ext/Common/Search', { ...company, storesNothing: true }),

  'PublishedFile.DownloadFile': file('/Ext/PublishedFile/:SerialId/DownloadFile', allow('publishedFile', 'Query')),

  'Home.GetNotice': get('/Ext/Home/GetNotice/:SerialId', noSession),
  'Home.CheckCertificate': get('/Ext/Home/CheckCertificate', noSession),
  'Home.GetSubscription': get('/Ext/Home/GetSubscription/:Token', noSession),
  'Home.Unsubscribe': postWithoutBody('/Ext/Home/Unsubscribe/:Token', noSession),
  'Home.Resubscribe': postWithoutBody('/Ext/Home/Resubscribe/:Token', noSession),

  'PayerArea.GetLoginFields': post('/Ext/PayerArea/GetLoginFields', signIn),
  'PayerArea.LoginByLink': post('/Ext/PayerArea/LoginByLink', signIn),
  'PayerArea.GetPaymentData': get('/Ext/PayerArea/GetPaymentData', payer),
  'PayerArea.GetOwnData': get('/Ext/PayerArea/GetOwnData', payer),

  'ImmediateClientNotify.get': get('/Ext/ImmediateClientNotify/:SerialId', allow('ImmediateClientNotify', 'Query')),
  'ImmediateClientNotify.GetDelivery': get(
    '/Ext/ImmediateClientNotify/:SerialId/GetDelivery',
    allow('ImmediateClientNotify', 'Query'),
  ),

  'BillTerm.GetProgress': get('/Ext/BillTerm/:SerialId/GetProgress', allow('billTerm', 'Query')),

  'TLDetail.get': get('/Ext/TLDetail/:SerialId', allow('TLDetail', 'Query')),

  'EnterpriseArea.GetSession': get('/Ext/EnterpriseArea/GetSession', company),
  'EnterpriseArea.GiveReason': post('/Ext/EnterpriseArea/GiveReason', company),
  'EnterpriseArea.GetOverview': get('/Ext/EnterpriseArea/GetOverview', company),
  'EnterpriseArea.GetSessions': get('/Ext/EnterpriseArea/GetSessions', company),

  'SelfCollection.Cancel': post('/Ext/SelfCollection/:SerialId/Cancel', {
    ...allow('selfCollection', 'Void'),
    takesPaymentBack: true,
  }),
  'SelfCollection.DownloadReceipt': file(
    '/Ext/SelfCollection/:SerialId/DownloadReceipt',
    allow('selfCollection', 'Query'),
  ),

  'TLDetailExceptionHandling.Release': post(
    '/Ext/TLDetailExceptionHandling/:SerialId/Release',
    allow('TLDetailExceptionHandling', 'Approve'),
  ),
  'TLDetailExceptionHandling.Refuse': post(
    '/Ext/TLDetailExceptionHandling/:SerialId/Refuse',
    allow('TLDetailExceptionHandling', 'Approve'),
  ),
  'TLDetailExceptionHandling.Withdraw': post(
    '/Ext/TLDetailExceptionHandling/:SerialId/Withdraw',
    allow('TLDetailExceptionHandling', 'Update'),
  ),
  'TLDetailExceptionHandling.Undo': post(
    '/Ext/TLDetailExceptionHandling/:SerialId/Undo',
    allow('TLDetailExceptionHandling', 'Approve'),
  ),
  'TLDetailExceptionHandling.PreviewHandling': post('/Ext/TLDetailExceptionHandling/:SerialId/PreviewHandling', {
    ...allow('TLDetailExceptionHandling', 'Query'),
    storesNothing: true,
  }),
  'TLDetailExceptionHandling.GetHandlings': get(
    '/Ext/TLDetailExceptionHandling/:SerialId/GetHandlings',
    allow('TLDetailExceptionHandling', 'Query'),
  ),
  'TLDetailExceptionHandling.GetProposals': get(
    '/Ext/TLDetailExceptionHandling/GetProposals',
    allow('TLDetailExceptionHandling', 'Query'),
  ),
  'TLDetailExceptionHandling.GetSuggestions': get(
    '/Ext/TLDetailExceptionHandling/GetSuggestions',
    allow('TLDetailExceptionHandling', 'Query'),
  ),
  'TLDetailExceptionHandling.MultiChangeBill': post(
    '/Ext/TLDetailExceptionHandling/MultiChangeBill',
    allow('TLDetailExceptionHandling', 'Update'),
  ),
  'TLDetailExceptionHandling.MultiInvalid': post(
    '/Ext/TLDetailExceptionHandling/MultiInvalid',
    allow('TLDetailExceptionHandling', 'Update'),
  ),
  'TLDetailExceptionHandling.PreviewMultiChangeBill': post('/Ext/TLDetailExceptionHandling/PreviewMultiChangeBill', {
    ...allow('TLDetailExceptionHandling', 'Update'),
    storesNothing: true,
  }),
  'TLDetailExceptionHandling.PreviewMultiInvalid': post('/Ext/TLDetailExceptionHandling/PreviewMultiInvalid', {
    ...allow('TLDetailExceptionHandling', 'Update'),
    storesNothing: true,
  }),
  'TLDetailExceptionHandling.GetBulkResult': get(
    '/Ext/TLDetailExceptionHandling/GetBulkResult/:JobId',
    allow('TLDetailExceptionHandling', 'Update'),
  ),

  'SKGPortal.ChangeVACAccount': post('/Ext/SKGPortal/:SerialId/ChangeVACAccount', allow('SKGTLDetailQuery', 'Update')),

  'PortalUser.GetSessions': get('/Ext/PortalUser/:SerialId/GetSessions', allow('portalUser', 'Query')),
  'PortalUser.EndSessions': post('/Ext/PortalUser/:SerialId/EndSessions', allow('portalUser', 'Update')),
} as const satisfies Record<string, Endpoint>

/** Id of an extension call, such as `PayerArea.GetPaymentData`. */
export type ExtensionId = keyof typeof extensions

/** OutData of Ext/GetCapabilities. */
export interface Capabilities {
  /**
   * Extension calls that this backend serves, including calls that its schema files declare: resources without a page,
   * actions and their previews, unmasked lists, imports and reports.
   */
  readonly Calls: readonly string[]
  /**
   * Calls of the specification that this backend does not serve yet; their features are hidden.
   * Absent = it serves all of them.
   */
  readonly Missing?: readonly string[]
  /**
   * Calls, of the specification and beyond, whose body may contain a RequestId (see `request-id.ts`).
   * Absent = none.
   */
  readonly RequestIdCalls?: readonly string[]
}
