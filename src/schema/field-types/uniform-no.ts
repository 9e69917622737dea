import { isUniformNo } from '../../domain/uniform-no'
import { asTyped, formatRules } from './format-rules'

const samples = ['90000017', '90000012', '04595257', '10458575', '12345675']

/** A company's business number (統一編號). */
export const uniformNo = formatRules({
  type: 'uniformNo',
  text: 'A business number (統一編號) with its check digit.',
  max: 8,
  wanted: '請輸入 8 碼且檢查碼正確的統一編號',
  tidy: asTyped,
  test: isUniformNo,
  sample: (seed) => samples[seed % samples.length] ?? '90000017',
})
