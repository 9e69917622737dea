import { isCode39 } from '../../domain/code39'
import { formatRules } from './format-rules'

/** A text that is drawn as Code 39, the barcode of the stores' counters. */
export const barcode = formatRules({
  type: 'barcode',
  text: 'A text that is drawn as Code 39: digits, capital letters and - . $ / + %.',
  max: 24,
  wanted: '只能使用數字、大寫英文字母與 - . $ / + %',
  tidy: (value) => value.toUpperCase(),
  test: isCode39,
  public: true,
  sample: (seed) => `1511307A${seed % 10}`,
})
