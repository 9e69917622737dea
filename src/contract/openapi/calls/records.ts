import { anyFile, type CallShape, type CallsOf, pdf, type SpecificCall, xlsx } from '../call'
import { bytes, closed, day, entry, type JsonSchema, listOf, orNull, shape, text } from '../json'

const option = { Value: text('代碼'), Text: text('名稱') }

/** Options of select boxes that many screens share. */
const commonCalls: CallsOf<'Common'> = {
  'Common.GetApplyCode': {
    title: '查詢可操作的委託單位',
    data: listOf(
      closed({
        ...option,
        ApplyCode: text('委託單位代號'),
        AgreementName: text('代收約定名稱'),
        UniformNo: text('統一編號'),
        CustomerName: text('客戶名稱'),
        CustomerPhone: orNull(text('電話')),
        CustomerFax: orNull(text('傳真')),
        ZipCode: orNull(text('郵遞區號')),
        Address: orNull(text('地址')),
      }),
    ),
  },
  'Common.GetBillTerm': {
    title: '查詢委託單位的期別',
    data: listOf(
      closed({
        ...option,
        BillCategoryCode: orNull(text('代收類別')),
        TermStatus: text('期別狀態'),
        PaymentStartDate: day('繳款起日'),
        PaymentEndDate: day('繳款截止日'),
      }),
    ),
  },
  'Common.GetCustomerPortalRoles': { title: '查詢可指派的角色', data: listOf(shape('SelectOption')) },
  'Common.GetAllUserStatus': { title: '查詢使用者狀態的選項', data: listOf(shape('SelectOption')) },
}

const upload = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  closed({ ApplyCode: entry('委託單位代號', 8), ...properties, File: { ...bytes, description: '檔案' } })

/** Calls of the controllers that are described in files of their own. */
type DescribedElsewhere = `${'Common' | 'Home' | 'PayerArea' | 'EnterpriseArea' | 'PortalUser' | 'Ext'}.${string}`

/** The calls of records that are not generic. */
export const recordCalls: Readonly<Record<Exclude<SpecificCall, DescribedElsewhere>, CallShape>> & typeof commonCalls = {
  ...commonCalls,
  'BillTerm.PreviewPDF': { title: '預覽繳款單', file: pdf },
  'BillImportList.PreviewPDF': { title: '預覽繳款單', file: pdf },
  'BillImportList.DownloadFile': { title: '下載原始檔案', file: anyFile },
  'BillImportList.DownloadPDF': { title: '下載繳款單', file: pdf },
  'BillImportList.DownloadPLog': { title: '下載錯誤明細', file: 'text/csv' },
  'Bills.DownloadPaymentPDF': { title: '下載繳款單', file: pdf },
  'Bills.DownloadCertificatePDF': { title: '下載繳費證明', file: pdf },
  'Bills.DownloadExcel': { title: '下載查詢結果', file: xlsx },
  'Bills.SendMailNotice': { title: '寄送電子郵件通知' },
  'Bills.SendMOTPNotice': { title: '寄送簡訊通知' },
  'Bills.DownloadGroupPDF': {
    title: '下載多筆繳款單',
    query: [
      { name: 'SerialIds', schema: { type: 'array', items: { type: 'integer' }, description: '帳單的序號（重複此參數可給多個值）' }, required: true },
      { name: 'isGroup', schema: { type: 'boolean', description: '合併為一個檔案' } },
    ],
    file: pdf,
  },
  'MakePDFList.DownloadPDF': { title: '下載繳款單', file: pdf },
  'SelfCollection.UploadExcel': { title: '上傳自收資料', body: upload({}) },
  'TLDetailExceptionHandling.Divide': { title: '分帳' },
  'TLDetailExceptionHandling.ChangeBill': { title: '更改帳單' },
  'TLDetailExceptionHandling.GetChangeBills': { title: '查詢可更改的帳單' },
  'TLDetailExceptionHandling.ChangeVACAccount': { title: '更改銷帳編號' },
  'TLDetailExceptionHandling.Invalid': { title: '作廢' },
  'Report.DownloadReport': { title: '下載報表', file: anyFile },
  'WhiteListImportList.DownloadFile': { title: '下載原始檔案', file: anyFile },
  'WhiteListImportList.DownloadLog': { title: '下載錯誤明細', file: 'text/csv' },
  'WhiteList.DownloadExcel': { title: '下載查詢結果', file: xlsx },
  'ReportPrint.WriteOffReport': { title: '銷帳報表' },
  'ReportPrint.DailyPaidReport': { title: '每日繳款報表' },
  'ReportPrint.TransactionDetailsReport': { title: '交易明細報表' },
  'ReportPrint.GetChannelFeeReportSearchData': { title: '通路手續費報表的查詢選項' },
  'ReportPrint.ChannelFeeReport': { title: '通路手續費報表' },
  'ReportPrint.ChannelFeeReportByI0O': { title: '通路手續費報表（I0O）' },
  'ReportPrint.ChannelFeeReportByReceipt': { title: '通路手續費報表（收據）' },
  'BillDesignatedDebitExport.Export': { title: '匯出約定扣款檔', file: anyFile },
  'FileManagement.Download': { title: '下載檔案', file: anyFile },
  'TransactionDetailQuery.DownloadFile': { title: '下載查詢結果', file: xlsx },
  'SKGPortal.SKGTLDetailQuery': { title: '查詢銷帳明細' },
  'SKGPortal.SKGTLDetailDownloadExcel': { title: '下載銷帳明細', file: xlsx },
  'SKGPortal.SKGBillQuery': { title: '查詢帳單' },
  'SKGPortal.SKGBillDownloadExcel': { title: '下載帳單', file: xlsx },
  'SKGPortal.SKGWriteOffReport': { title: '銷帳報表' },
}

/** Bodies of generic calls of planned pages, whose records have no schema yet (specification, section 3). */
export const plannedBodies: Readonly<Record<string, JsonSchema>> = {
  'WhiteListImportList.create': upload({ WhiteListFileType: entry('檔案類型', 20), Description: text('說明', { maxLength: 200 }) }),
}
