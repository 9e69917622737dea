import {
  allow,
  company,
  type Endpoint,
  file,
  get,
  list,
  noSession,
  payer,
  post,
  put,
  remove,
  signIn,
  upload,
} from './endpoint'

export type { Endpoint, SessionKind } from './endpoint'

/** Base path of every call. */
export const apiBase = '/api'

/**
 * The 144 calls of section 7 of the specification, by id: `Controller.name`.
 * Names and paths are spelled as in the specification.
 * The client, the server, the OpenAPI document and the tests all read this table.
 */
export const endpoints = {
  'Common.GetApplyCode': get('/Common/GetApplyCode', company),
  'Common.GetBillTerm': get('/Common/GetBillTerm/:id', company),
  'Common.GetCustomerPortalRoles': get('/Common/GetCustomerPortalRoles', company),
  'Common.GetAllUserStatus': get('/Common/GetAllUserStatus', company),

  'Home.GetNotices': get('/Home/GetNotices', noSession),
  'Home.GetActivities': get('/Home/GetActivities', noSession),
  'Home.GetCaptchaImage': file('/Home/GetCaptchaImage', noSession),
  'Home.GetVICode': get('/Home/GetVICode', noSession),

  'PayerArea.Login': post('/PayerArea/Login', signIn),
  'PayerArea.Logout': post('/PayerArea/Logout', { ...payer, storesNothing: true }),
  'PayerArea.GetAllUniformNoField': get('/PayerArea/GetAllUniformNoField', noSession),
  'PayerArea.AccountLogin': post('/PayerArea/AccountLogin', signIn),
  'PayerArea.DownloadPaymentPDF': file('/PayerArea/DownloadPaymentPDF', payer),
  'PayerArea.DownLoadCertificate': file('/PayerArea/DownLoadCertificate', payer),
  'PayerArea.DownloadCertificateByDetail': file('/PayerArea/DownloadCertificateByDetail', payer),
  'PayerArea.GetEBillLink': get('/PayerArea/GetEBillLink', payer),
  'PayerArea.GetBankMobileLink': get('/PayerArea/GetBankMobileLink', payer),

  'EnterpriseArea.Login': post('/EnterpriseArea/Login', signIn),
  'EnterpriseArea.Logout': post('/EnterpriseArea/Logout', { ...company, storesNothing: true }),
  'EnterpriseArea.EnabledUnformNo': post('/EnterpriseArea/EnabledUnformNo', signIn),
  'EnterpriseArea.VerifyOTP': post('/EnterpriseArea/VerifyOTP', signIn),
  'EnterpriseArea.ResetMima': post('/EnterpriseArea/ResetMima', noSession),
  'EnterpriseArea.ForgetMima': post('/EnterpriseArea/ForgetMima', signIn),

  'PortalUser.ChangeMima': post('/PortalUser/ChangeMima', company),
  'PortalUser.list': list('/PortalUser', allow('portalUser', 'Query')),
  'PortalUser.get': get('/PortalUser/:SerialId', allow('portalUser', 'Query')),
  'PortalUser.create': post('/PortalUser', allow('portalUser', 'Create')),
  'PortalUser.update': put('/PortalUser/:SerialId', allow('portalUser', 'Update')),
  'PortalUser.delete': remove('/PortalUser/:SerialId', { ...allow('portalUser', 'Delete'), body: 'json' }),
  'PortalUser.Disabled': post('/PortalUser/:SerialId/Disabled', allow('portalUser', 'Update')),
  'PortalUser.Enabled': post('/PortalUser/:SerialId/Enabled', allow('portalUser', 'Update')),
  'PortalUser.ResetMima': post('/PortalUser/:SerialId/ResetMima', allow('portalUser', 'Update')),
  'PortalUser.GetAllSelectList': get('/PortalUser/GetAllSelectList', allow('portalUser', 'Use')),

  'BillTerm.list': list('/BillTerm/GetSearchData', allow('billTerm', 'Query')),
  'BillTerm.get': get('/BillTerm/:SerialId', allow('billTerm', 'Query')),
  'BillTerm.PreviewPDF': post('/BillTerm/PreviewPDF', {
    ...allow('billTerm', 'Query'),
    response: 'file',
    storesNothing: true,
  }),
  'BillTerm.create': post('/BillTerm', allow('billTerm', 'Create')),
  'BillTerm.update': put('/BillTerm/:SerialId', allow('billTerm', 'Update')),
  'BillTerm.delete': remove('/BillTerm/:SerialId', allow('billTerm', 'Delete')),

  'BillCategory.list': list('/BillCategory/GetSearchData', allow('billCategory', 'Query')),
  'BillCategory.get': get('/BillCategory/:SerialId', allow('billCategory', 'Query')),
  'BillCategory.create': post('/BillCategory', allow('billCategory', 'Create')),
  'BillCategory.update': put('/BillCategory/:SerialId', allow('billCategory', 'Update')),
  'BillCategory.delete': remove('/BillCategory/:SerialId', allow('billCategory', 'Delete')),

  'PayerUnit.list': list('/PayerUnit', allow('payerUnit', 'Query')),
  'PayerUnit.get': get('/PayerUnit/:ApplyCode/:PayerUnitId', allow('payerUnit', 'Query')),
  'PayerUnit.create': post('/PayerUnit', allow('payerUnit', 'Create')),
  'PayerUnit.update': put('/PayerUnit/:ApplyCode/:PayerUnitId', allow('payerUnit', 'Update')),
  'PayerUnit.delete': remove('/PayerUnit/:ApplyCode/:PayerUnitId', allow('payerUnit', 'Delete')),

  'fee.list': list('/fee', allow('fee', 'Query')),
  'fee.get': get('/fee/:SerialId', allow('fee', 'Query')),
  'fee.create': post('/fee', allow('fee', 'Create')),
  'fee.update': put('/fee/:SerialId', allow('fee', 'Update')),
  'fee.delete': remove('/fee/:SerialId', allow('fee', 'Delete')),
  'fee.GetAllSelectList': get('/fee/GetAllSelectList', allow('fee', 'Use')),

  'Payer.list': list('/Payer', allow('payer', 'Query')),
  'Payer.get': get('/Payer/:SerialId', allow('payer', 'Query')),
  'Payer.create': post('/Payer', allow('payer', 'Create')),
  'Payer.update': put('/Payer/:id', allow('payer', 'Update')),
  'Payer.delete': remove('/Payer/:SerialId', allow('payer', 'Delete')),
  'Payer.multiDelete': remove('/Payer/MultiDelete', { ...allow('payer', 'Delete'), body: 'json' }),
  'Payer.GetAllSelectList': get('/Payer/GetAllSelectList', allow('payer', 'Use')),

  'BillImportList.list': list('/BillImportList', allow('billImportList', 'Query')),
  'BillImportList.get': get('/BillImportList/:id', allow('billImportList', 'Query')),
  'BillImportList.create': upload('/BillImportList', allow('billImportList', 'Create')),
  'BillImportList.PreviewPDF': upload('/BillImportList/PreviewPDF', {
    ...allow('billImportList', 'Create'),
    response: 'file',
    storesNothing: true,
  }),
  'BillImportList.GetAllSelectList': get('/BillImportList/GetAllSelectList', allow('billImportList', 'Use')),
  'BillImportList.DownloadFile': file('/BillImportList/DownloadFile/:id', allow('billImportList', 'Create')),
  'BillImportList.DownloadPDF': file('/BillImportList/DownloadPDF/:id', allow('billImportList', 'Create')),
  'BillImportList.DownloadPLog': file('/BillImportList/DownloadPLog/:id', allow('billImportList', 'Create')),
  'BillImportList.delete': remove('/BillImportList/:id', allow('billImportList', 'Delete')),

  'Bills.list': list('/Bills', allow('bills', 'Query')),
  'Bills.get': get('/Bills/:id', allow('bills', 'Query')),
  'Bills.create': post('/Bills', allow('bills', 'Create')),
  'Bills.update': put('/Bills/:id', allow('bills', 'Update')),
  'Bills.delete': remove('/Bills/:id', allow('bills', 'Delete')),
  'Bills.GetAllSelectList': get('/Bills/GetAllSelectList', allow('bills', 'Use')),
  'Bills.DownloadPaymentPDF': file('/Bills/:id/DownloadPaymentPDF', allow('bills', 'Query')),
  'Bills.DownloadCertificatePDF': file('/Bills/:id/DownloadCertificatePDF', allow('bills', 'Query')),
  'Bills.DownloadExcel': file('/Bills/DownloadExcel', allow('bills', 'Query')),
  'Bills.SendMailNotice': post('/Bills/SendMailNotice', allow('bills', 'Update')),
  'Bills.SendMOTPNotice': post('/Bills/SendMOTPNotice', allow('bills', 'Update')),
  'Bills.DownloadGroupPDF': file('/Bills/DownloadGroupPDF', allow('bills', 'Query')),

  'MakePDFList.list': list('/MakePDFList', allow('makePDFList', 'Query')),
  'MakePDFList.create': post('/MakePDFList', allow('makePDFList', 'Create')),
  'MakePDFList.delete': remove('/MakePDFList/:id', allow('makePDFList', 'Delete')),
  'MakePDFList.DownloadPDF': file('/MakePDFList/DownloadPDF/:id', allow('makePDFList', 'Create')),
  'MakePDFList.GetAllSelectList': get('/MakePDFList/GetAllSelectList', allow('makePDFList', 'Use')),

  'SelfCollection.list': list('/SelfCollection', allow('selfCollection', 'Query')),
  'SelfCollection.create': post('/SelfCollection', allow('selfCollection', 'Create')),
  'SelfCollection.GetAllSelectList': get('/SelfCollection/GetAllSelectList', allow('selfCollection', 'Use')),
  'SelfCollection.UploadExcel': upload('/SelfCollection/UploadExcel', allow('selfCollection', 'Create')),

  'TLDetail.list': list('/TLDetail', allow('TLDetail', 'Query')),
  'TLDetail.GetAllSelectList': get('/TLDetail/GetAllSelectList', allow('TLDetail', 'Use')),

  'TLDetailExceptionHandling.list': list('/TLDetailExceptionHandling', allow('TLDetailExceptionHandling', 'Query')),
  'TLDetailExceptionHandling.get': get(
    '/TLDetailExceptionHandling/:SerialId',
    allow('TLDetailExceptionHandling', 'Query'),
  ),
  'TLDetailExceptionHandling.Divide': put(
    '/TLDetailExceptionHandling/:id/Divide',
    allow('TLDetailExceptionHandling', 'Update'),
  ),
  'TLDetailExceptionHandling.ChangeBill': put(
    '/TLDetailExceptionHandling/:id/ChangeBill',
    allow('TLDetailExceptionHandling', 'Update'),
  ),
  'TLDetailExceptionHandling.GetChangeBills': get(
    '/TLDetailExceptionHandling/:SerialId/GetChangeBills',
    allow('TLDetailExceptionHandling', 'Query'),
  ),
  'TLDetailExceptionHandling.ChangeVACAccount': put(
    '/TLDetailExceptionHandling/:id/ChangeVACAccount',
    allow('TLDetailExceptionHandling', 'Update'),
  ),
  'TLDetailExceptionHandling.Invalid': put(
    '/TLDetailExceptionHandling/:id/Invalid',
    allow('TLDetailExceptionHandling', 'Update'),
  ),
  'TLDetailExceptionHandling.GetAllSelectList': get(
    '/TLDetailExceptionHandling/GetAllSelectList',
    allow('TLDetailExceptionHandling', 'Use'),
  ),

  'Report.list': list('/Report', allow('Report', 'Query')),
  'Report.create': post('/Report', allow('Report', 'Create')),
  'Report.DownloadReport': file('/Report/:id/DownloadReport', allow('Report', 'Query')),
  'Report.GetAllSelectList': get('/Report/GetAllSelectList', allow('Report', 'Use')),

  'WhiteListImportList.list': list('/WhiteListImportList', allow('whiteListImportList', 'Query')),
  'WhiteListImportList.create': upload('/WhiteListImportList', allow('whiteListImportList', 'Create')),
  'WhiteListImportList.delete': remove('/WhiteListImportList/:id', allow('whiteListImportList', 'Delete')),
  'WhiteListImportList.DownloadFile': file(
    '/WhiteListImportList/DownloadFile/:id',
    allow('whiteListImportList', 'Create'),
  ),
  'WhiteListImportList.DownloadLog': file(
    '/WhiteListImportList/DownloadLog/:id',
    allow('whiteListImportList', 'Create'),
  ),
  'WhiteListImportList.GetAllSelectList': get(
    '/WhiteListImportList/GetAllSelectList',
    allow('whiteListImportList', 'Use'),
  ),

  'WhiteList.list': list('/WhiteList', allow('whiteList', 'Query')),
  'WhiteList.get': get('/WhiteList/:id', allow('whiteList', 'Query')),
  'WhiteList.create': post('/WhiteList', allow('whiteList', 'Create')),
  'WhiteList.update': put('/WhiteList/:id', allow('whiteList', 'Update')),
  'WhiteList.delete': remove('/WhiteList/:id', allow('whiteList', 'Delete')),
  'WhiteList.GetAllSelectList': get('/WhiteList/GetAllSelectList', allow('whiteList', 'Use')),
  'WhiteList.DownloadExcel': file('/WhiteList/DownloadExcel', allow('whiteList', 'Query')),

  'VACLoadingList.list': list('/VACLoadingList', allow('VACLoadingList', 'Query')),
  'ImmediateClientNotify.list': list('/ImmediateClientNotify', allow('ImmediateClientNotify', 'Query')),

  'Customer.list': list('/Customer', allow('Customer', 'Query')),
  'Customer.update': put('/Customer/:UniformNo', allow('Customer', 'Update')),

  'ReportPrint.GetAllSelectList': get('/ReportPrint/GetAllSelectList', company),
  'ReportPrint.WriteOffReport': list('/ReportPrint/WriteOffReport', allow('WriteOffReport', 'Query')),
  'ReportPrint.DailyPaidReport': list('/ReportPrint/DailyPaidReport', allow('DailyPaidReport', 'Query')),
  'ReportPrint.TransactionDetailsReport': list(
    '/ReportPrint/TransactionDetailsReport',
    allow('TransactionDetailsReport', 'Query'),
  ),
  'ReportPrint.GetChannelFeeReportSearchData': get(
    '/ReportPrint/GetChannelFeeReportSearchData',
    allow('ChannelFeeReport', 'Use'),
  ),
  'ReportPrint.ChannelFeeReport': list('/ReportPrint/ChannelFeeReport', allow('ChannelFeeReport', 'Query')),
  'ReportPrint.ChannelFeeReportByI0O': list('/ReportPrint/ChannelFeeReportByI0O', allow('ChannelFeeReport', 'Query')),
  'ReportPrint.ChannelFeeReportByReceipt': list(
    '/ReportPrint/ChannelFeeReportByReceipt',
    allow('ChannelFeeReport', 'Query'),
  ),

  'BillDesignatedDebitExport.GetAllSelectList': get(
    '/BillDesignatedDebitExport/GetAllSelectList',
    allow('BillDesignatedDebitExport', 'Use'),
  ),
  'BillDesignatedDebitExport.Export': file(
    '/BillDesignatedDebitExport/Export',
    allow('BillDesignatedDebitExport', 'Create'),
  ),

  'FileManagement.list': list('/FileManagement', allow('FileManagement', 'Query')),
  'FileManagement.Download': file('/FileManagement/Download/:id', allow('FileManagement', 'Query')),

  'TransactionDetailQuery.list': list('/TransactionDetailQuery', allow('TransactionDetailQuery', 'Query')),
  'TransactionDetailQuery.DownloadFile': file(
    '/TransactionDetailQuery/DownloadFile',
    allow('TransactionDetailQuery', 'Query'),
  ),
  'TransactionDetailQuery.GetAllSelectList': get(
    '/TransactionDetailQuery/GetAllSelectList',
    allow('TransactionDetailQuery', 'Use'),
  ),

  'SKGPortal.SKGTLDetailQuery': list('/SKGPortal/SKGTLDetailQuery', allow('SKGTLDetailQuery', 'Query')),
  'SKGPortal.SKGTLDetailDownloadExcel': file('/SKGPortal/SKGTLDetailDownloadExcel', allow('SKGTLDetailQuery', 'Query')),
  'SKGPortal.SKGBillQuery': list('/SKGPortal/SKGBillQuery', allow('SKGBillQuery', 'Query')),
  'SKGPortal.SKGBillDownloadExcel': file('/SKGPortal/SKGBillDownloadExcel', allow('SKGBillQuery', 'Query')),
  // All bank users have the right on this page and on the other ones of the controller.
  'SKGPortal.GetAllSelectList': get('/SKGPortal/GetAllSelectList', allow('SKGBillQuery', 'Use')),
  'SKGPortal.SKGWriteOffReport': list('/SKGPortal/SKGWriteOffReport', allow('SKGWriteOffReport', 'Query')),
} as const satisfies Record<string, Endpoint>

/** Id of a call of the specification, such as `BillTerm.list`. */
export type EndpointId = keyof typeof endpoints
