import { isIdNo } from '../../domain/id-no'
import { isUniformNo } from '../../domain/uniform-no'
import { formatRules } from './format-rules'

const samples = ['A123456789', 'A100000001', 'F234567898', 'A800000014', '90000017']

/** A person's id number (national or resident), or a business number where the payer is a company. */
export const idNo = formatRules({
  type: 'idNo',
  text: 'A national or resident id number, or a business number; letters are made capital.',
  max: 10,
  wanted: '請輸入正確的身分證字號、居留證號或統一編號',
  tidy: (value) => value.toUpperCase(),
  test: (value) => isIdNo(value) || isUniformNo(value),
  sample: (seed) => samples[seed % samples.length] ?? 'A123456789',
})
