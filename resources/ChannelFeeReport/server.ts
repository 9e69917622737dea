import { channelFeeRows, defineResource, feeReceiptFile, feeSearchData } from '../../src/server'

export default defineResource('ChannelFeeReport', {
  calls: { GetChannelFeeReportSearchData: feeSearchData, ChannelFeeReportByReceiptFile: feeReceiptFile },
  reportRows: channelFeeRows,
})
