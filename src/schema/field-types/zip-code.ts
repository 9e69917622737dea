import { isZipCode } from '../../domain/zip-code'
import { asTyped, formatRules } from './format-rules'

/** A postal code of 3, 5 or 6 digits whose district exists. */
export const zipCode = formatRules({
  type: 'zipCode',
  text: 'A postal code of 3, 5 or 6 digits whose district exists.',
  max: 6,
  wanted: '請輸入 3、5 或 6 碼的郵遞區號，例如 100006',
  tidy: asTyped,
  test: isZipCode,
  public: true,
  sample: (seed) => ['100', '10058', '100006', '11071', '110207'][seed % 5] ?? '100',
})
