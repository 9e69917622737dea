import { isMobile, normalizeMobile } from '../../domain/phone'
import { formatRules } from './format-rules'

/** A Taiwanese mobile number; kept as ten digits. */
export const mobile = formatRules({
  type: 'mobile',
  text: 'A Taiwanese mobile number; kept as ten digits.',
  max: 10,
  wanted: '請輸入 09 開頭的 10 碼行動電話',
  tidy: normalizeMobile,
  test: isMobile,
  sample: (seed) => `09${String(12345678 + seed).padStart(8, '0')}`,
})
