import { isLandline } from '../../domain/phone'
import { asTyped, formatRules } from './format-rules'

/** A Taiwanese land line with area code and optional extension. */
export const landline = formatRules({
  type: 'landline',
  text: 'A Taiwanese land line with area code and optional extension.',
  max: 20,
  wanted: '請輸入如 02-27001234 或 02-27001234#123 的電話',
  tidy: asTyped,
  test: isLandline,
  sample: (seed) => `02-2700${String(1000 + (seed % 9000))}`,
})
