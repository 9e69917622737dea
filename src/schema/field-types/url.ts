import { isWebAddress } from '../../domain/web-address'
import { asTyped, formatRules } from './format-rules'

/** The address of a web page. */
export const url = formatRules({
  type: 'url',
  text: 'The address of a web page; only http and https, so that a link can do no harm.',
  max: 500,
  wanted: '請輸入 https:// 或 http:// 開頭的完整網址',
  tidy: asTyped,
  test: isWebAddress,
  public: true,
  sample: (seed) => `https://example.com/${seed}`,
})
