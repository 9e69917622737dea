import { channelFeeRows, defineResource, feeSearchData } from '../../src/server'

export default defineResource('ChannelFeeReport', {
  calls: { GetChannelFeeReportSearchData: feeSearchData },
  reportRows: channelFeeRows,
})
