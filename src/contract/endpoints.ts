import { company, type Endpoint, file, get, list, on, open, payer, post, put, records, remove, upload } from './endpoint'

export type { Endpoint, SessionKind } from './endpoint'

/** Base path of every call (specification, section 7). */
export const apiBase = '/api'

/** Every call of section 7 of the specification (144), by `Controller.name`. The client, the server, the OpenAPI document and the tests all read this table. */
export const endpoints = {
  'Common.GetApplyCode': get('/Common/GetApplyCode', company),
  'Common.GetBillTerm': get('/Common/GetBillTerm/:id', company),
  'Common.GetCustomerPortalRoles': get('/Common/GetCustomerPortalRoles', company),
  'Common.GetAllUserStatus': get('/Common/GetAllUserStatus', company),

  'Home.GetNotices': get('/Home/GetNotices', open),
  'Home.GetActivities': get('/Home/GetActivities', open),
  'Home.GetCaptchaImage': file('/Home/GetCaptchaImage', open),
  'Home.GetVICode': get('/Home/GetVICode', open),

  'PayerArea.Login': post('/PayerArea/Login', open),
  'PayerArea.Logout': post('/PayerArea/Logout', payer),
  'PayerArea.GetAllUniformNoField': get('/PayerArea/GetAllUniformNoField', open),
  'PayerArea.AccountLogin': post('/PayerArea/AccountLogin', open),
  'PayerArea.DownloadPaymentPDF': file('/PayerArea/DownloadPaymentPDF', payer),
  'PayerArea.DownLoadCertificate': file('/PayerArea/DownLoadCertificate', payer),
  'PayerArea.DownloadCertificateByDetail': file('/PayerArea/DownloadCertificateByDetail', payer),
  'PayerArea.GetEBillLink': get('/PayerArea/GetEBillLink', payer),
  'PayerArea.GetBankMobileLink': get('/PayerArea/GetBankMobileLink', payer),

  'EnterpriseArea.Login': post('/EnterpriseArea/Login', open),
  'EnterpriseArea.Logout': post('/EnterpriseArea/Logout', company),
  'EnterpriseArea.EnabledUnformNo': post('/EnterpriseArea/EnabledUnformNo', open),
  'EnterpriseArea.VerifyOTP': post('/EnterpriseArea/VerifyOTP', open),
  'EnterpriseArea.ResetMima': post('/EnterpriseArea/ResetMima', open),
  'EnterpriseArea.ForgetMima': post('/EnterpriseArea/ForgetMima', open),

  'PortalUser.ChangeMima': post('/PortalUser/ChangeMima', company),
  ...records('PortalUser', 'portalUser'),
  'PortalUser.Disabled': post('/PortalUser/:SerialId/Disabled', on('portalUser', 'Update')),
  'PortalUser.Enabled': post('/PortalUser/:SerialId/Enabled', on('portalUser', 'Update')),
  'PortalUser.ResetMima': post('/PortalUser/:SerialId/ResetMima', on('portalUser', 'Update')),
  'PortalUser.GetAllSelectList': get('/PortalUser/GetAllSelectList', on('portalUser', 'Use')),

  'BillTerm.list': list('/BillTerm/GetSearchData', on('billTerm', 'Query')),
  'BillTerm.get': get('/BillTerm/:SerialId', on('billTerm', 'Query')),
  'BillTerm.PreviewPDF': post('/BillTerm/PreviewPDF', { ...on('billTerm', 'Query'), answer: 'file' }),
  'BillTerm.create': post('/BillTerm', on('billTerm', 'Create')),
  'BillTerm.update': put('/BillTerm/:SerialId', on('billTerm', 'Update')),
  'BillTerm.delete': remove('/BillTerm/:SerialId', on('billTerm', 'Delete')),

  ...records('BillCategory', 'billCategory', { list: '/GetSearchData' }),

  ...records('PayerUnit', 'payerUnit', { key: '/:ApplyCode/:PayerUnitId' }),

  ...records('fee', 'fee'),
  'fee.GetAllSelectList': get('/fee/GetAllSelectList', on('fee', 'Use')),

  'Payer.list': list('/Payer', on('payer', 'Query')),
  'Payer.get': get('/Payer/:SerialId', on('payer', 'Query')),
  'Payer.create': post('/Payer', on('payer', 'Create')),
  'Payer.update': put('/Payer/:id', on('payer', 'Update')),
  'Payer.delete': remove('/Payer/:SerialId', on('payer', 'Delete')),
  'Payer.multiDelete': remove('/Payer/MultiDelete', { ...on('payer', 'Delete'), body: 'json' }),
  'Payer.GetAllSelectList': get('/Payer/GetAllSelectList', on('payer', 'Use')),

  'BillImportList.list': list('/BillImportList', on('billImportList', 'Query')),
  'BillImportList.get': get('/BillImportList/:id', on('billImportList', 'Query')),
  'BillImportList.create': upload('/BillImportList', on('billImportList', 'Create')),
  'BillImportList.PreviewPDF': upload('/BillImportList/PreviewPDF', { ...on('billImportList', 'Create'), answer: 'file' }),
  'BillImportList.GetAllSelectList': get('/BillImportList/GetAllSelectList', on('billImportList', 'Use')),
  'BillImportList.DownloadFile': file('/BillImportList/DownloadFile/:id', on('billImportList', 'Create')),
  'BillImportList.DownloadPDF': file('/BillImportList/DownloadPDF/:id', on('billImportList', 'Query')),
  'BillImportList.DownloadPLog': file('/BillImportList/DownloadPLog/:id', on('billImportList', 'Create')),
  'BillImportList.delete': remove('/BillImportList/:id', on('billImportList', 'Delete')),

  ...records('Bills', 'bills', { key: '/:id' }),
  'Bills.GetAllSelectList': get('/Bills/GetAllSelectList', on('bills', 'Use')),
  'Bills.DownloadPaymentPDF': file('/Bills/:id/DownloadPaymentPDF', on('bills', 'Query')),
  'Bills.DownloadCertificatePDF': file('/Bills/:id/DownloadCertificatePDF', on('bills', 'Query')),
  'Bills.DownloadExcel': file('/Bills/DownloadExcel', on('bills', 'Query')),
  'Bills.SendMailNotice': post('/Bills/SendMailNotice', on('bills', 'Update')),
  'Bills.SendMOTPNotice': post('/Bills/SendMOTPNotice', on('bills', 'Update')),
  'Bills.DownloadGroupPDF': file('/Bills/DownloadGroupPDF', on('bills', 'Query')),

  'MakePDFList.list': list('/MakePDFList', on('makePDFList', 'Query')),
  'MakePDFList.create': post('/MakePDFList', on('makePDFList', 'Create')),
  'MakePDFList.delete': remove('/MakePDFList/:id', on('makePDFList', 'Delete')),
  'MakePDFList.DownloadPDF': file('/MakePDFList/DownloadPDF/:id', on('makePDFList', 'Query')),
  'MakePDFList.GetAllSelectList': get('/MakePDFList/GetAllSelectList', on('makePDFList', 'Use')),

  'SelfCollection.list': list('/SelfCollection', on('selfCollection', 'Query')),
  'SelfCollection.create': post('/SelfCollection', on('selfCollection', 'Create')),
  'SelfCollection.GetAllSelectList': get('/SelfCollection/GetAllSelectList', on('selfCollection', 'Use')),
  'SelfCollection.UploadExcel': upload('/SelfCollection/UploadExcel', on('selfCollection', 'Create')),

  'TLDetail.list': list('/TLDetail', on('TLDetail', 'Query')),
  'TLDetail.GetAllSelectList': get('/TLDetail/GetAllSelectList', on('TLDetail', 'Use')),

  'TLDetailExceptionHandling.list': list('/TLDetailExceptionHandling', on('TLDetailExceptionHandling', 'Query')),
  'TLDetailExceptionHandling.get': get('/TLDetailExceptionHandling/:SerialId', on('TLDetailExceptionHandling', 'Query')),
  'TLDetailExceptionHandling.Divide': put('/TLDetailExceptionHandling/:id/Divide', on('TLDetailExceptionHandling', 'Update')),
  'TLDetailExceptionHandling.ChangeBill': put('/TLDetailExceptionHandling/:id/ChangeBill', on('TLDetailExceptionHandling', 'Update')),
  'TLDetailExceptionHandling.GetChangeBills': get('/TLDetailExceptionHandling/:SerialId/GetChangeBills', on('TLDetailExceptionHandling', 'Query')),
  'TLDetailExceptionHandling.ChangeVACAccount': put('/TLDetailExceptionHandling/:id/ChangeVACAccount', on('TLDetailExceptionHandling', 'Update')),
  'TLDetailExceptionHandling.Invalid': put('/TLDetailExceptionHandling/:id/Invalid', on('TLDetailExceptionHandling', 'Update')),
  'TLDetailExceptionHandling.GetAllSelectList': get('/TLDetailExceptionHandling/GetAllSelectList', on('TLDetailExceptionHandling', 'Use')),

  'Report.list': list('/Report', on('Report', 'Query')),
  'Report.create': post('/Report', on('Report', 'Create')),
  'Report.DownloadReport': file('/Report/:id/DownloadReport', on('Report', 'Query')),
  'Report.GetAllSelectList': get('/Report/GetAllSelectList', on('Report', 'Use')),

  'WhiteListImportList.list': list('/WhiteListImportList', on('whiteListImportList', 'Query')),
  'WhiteListImportList.create': upload('/WhiteListImportList', on('whiteListImportList', 'Create')),
  'WhiteListImportList.delete': remove('/WhiteListImportList/:id', on('whiteListImportList', 'Delete')),
  'WhiteListImportList.DownloadFile': file('/WhiteListImportList/DownloadFile/:id', on('whiteListImportList', 'Query')),
  'WhiteListImportList.DownloadLog': file('/WhiteListImportList/DownloadLog/:id', on('whiteListImportList', 'Query')),
  'WhiteListImportList.GetAllSelectList': get('/WhiteListImportList/GetAllSelectList', on('whiteListImportList', 'Use')),

  ...records('WhiteList', 'whiteList', { key: '/:id' }),
  'WhiteList.GetAllSelectList': get('/WhiteList/GetAllSelectList', on('whiteList', 'Use')),
  'WhiteList.DownloadExcel': file('/WhiteList/DownloadExcel', on('whiteList', 'Query')),

  'VACLoadingList.list': list('/VACLoadingList', on('VACLoadingList', 'Query')),
  'ImmediateClientNotify.list': list('/ImmediateClientNotify', on('ImmediateClientNotify', 'Query')),

  'Customer.list': list('/Customer', on('Customer', 'Query')),
  'Customer.update': put('/Customer/:UniformNo', on('Customer', 'Update')),

  'ReportPrint.GetAllSelectList': get('/ReportPrint/GetAllSelectList', company),
  'ReportPrint.WriteOffReport': get('/ReportPrint/WriteOffReport', on('WriteOffReport', 'Query')),
  'ReportPrint.DailyPaidReport': get('/ReportPrint/DailyPaidReport', on('DailyPaidReport', 'Query')),
  'ReportPrint.TransactionDetailsReport': get('/ReportPrint/TransactionDetailsReport', on('TransactionDetailsReport', 'Query')),
  'ReportPrint.GetChannelFeeReportSearchData': get('/ReportPrint/GetChannelFeeReportSearchData', on('ChannelFeeReport', 'Use')),
  'ReportPrint.ChannelFeeReport': get('/ReportPrint/ChannelFeeReport', on('ChannelFeeReport', 'Query')),
  'ReportPrint.ChannelFeeReportByI0O': get('/ReportPrint/ChannelFeeReportByI0O', on('ChannelFeeReport', 'Query')),
  'ReportPrint.ChannelFeeReportByReceipt': get('/ReportPrint/ChannelFeeReportByReceipt', on('ChannelFeeReport', 'Query')),

  'BillDesignatedDebitExport.GetAllSelectList': get('/BillDesignatedDebitExport/GetAllSelectList', on('BillDesignatedDebitExport', 'Use')),
  'BillDesignatedDebitExport.Export': file('/BillDesignatedDebitExport/Export', on('BillDesignatedDebitExport', 'Query')),

  'FileManagement.list': list('/FileManagement', on('FileManagement', 'Query')),
  'FileManagement.Download': file('/FileManagement/Download/:id', on('FileManagement', 'Query')),

  'TransactionDetailQuery.list': list('/TransactionDetailQuery', on('TransactionDetailQuery', 'Query')),
  'TransactionDetailQuery.DownloadFile': file('/TransactionDetailQuery/DownloadFile', on('TransactionDetailQuery', 'Query')),
  'TransactionDetailQuery.GetAllSelectList': get('/TransactionDetailQuery/GetAllSelectList', on('TransactionDetailQuery', 'Use')),

  'SKGPortal.SKGTLDetailQuery': list('/SKGPortal/SKGTLDetailQuery', on('SKGTLDetailQuery', 'Query')),
  'SKGPortal.SKGTLDetailDownloadExcel': file('/SKGPortal/SKGTLDetailDownloadExcel', on('SKGTLDetailQuery', 'Query')),
  'SKGPortal.SKGBillQuery': list('/SKGPortal/SKGBillQuery', on('SKGBillQuery', 'Query')),
  'SKGPortal.SKGBillDownloadExcel': file('/SKGPortal/SKGBillDownloadExcel', on('SKGBillQuery', 'Query')),
  'SKGPortal.GetAllSelectList': get('/SKGPortal/GetAllSelectList', company),
  'SKGPortal.SKGWriteOffReport': get('/SKGPortal/SKGWriteOffReport', on('SKGWriteOffReport', 'Query')),
} as const satisfies Record<string, Endpoint>

/** Name of a call of the specification, such as `BillTerm.list`. */
export type EndpointId = keyof typeof endpoints
