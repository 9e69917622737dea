import { isLandline, isMobile, normalizeMobile } from '../../domain/phone'
import { formatRules } from './format-rules'

/** A land line or a mobile number. */
export const phone = formatRules({
  type: 'phone',
  text: 'A land line or a mobile number.',
  max: 20,
  wanted: '請輸入如 02-27001234 或 0912345678 的電話',
  tidy: (value) => (isMobile(normalizeMobile(value)) ? normalizeMobile(value) : value),
  test: (value) => isMobile(value) || isLandline(value),
  sample: (seed) => `02-2700${String(1000 + (seed % 9000))}`,
})
