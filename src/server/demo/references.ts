const stores = (code: string, text: string, min: number, max: number, fee: number, bear: 'Deduct' | 'Increase') => ({
  MarketItemCode: code,
  MarketItemName: `${text}（${bear === 'Deduct' ? '內扣' : '外加'}）`,
  MinAmount: min,
  MaxAmount: max,
  FeeBearType: bear,
  ChannelFee: fee,
  PayPeriodType: 'NDayA',
})

/** 超商代收項目 and their fees; the codes are invented, the stores hand out the real ones. */
export const marketItems = [
  stores('7A1', '一般代收 2萬元以下', 1, 20_000, 10, 'Deduct'),
  stores('7A2', '一般代收 2萬至4萬元', 20_001, 40_000, 15, 'Deduct'),
  stores('7A3', '一般代收 4萬至6萬元', 40_001, 60_000, 20, 'Deduct'),
  stores('7B1', '一般代收 2萬元以下', 1, 20_000, 10, 'Increase'),
  stores('7B2', '一般代收 2萬至4萬元', 20_001, 40_000, 15, 'Increase'),
  stores('7B3', '一般代收 4萬至6萬元', 40_001, 60_000, 20, 'Increase'),
  stores('I0O', '保險費 5萬元以下', 1, 50_000, 20, 'Deduct'),
] as const
