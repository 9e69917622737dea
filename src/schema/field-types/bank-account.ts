import { formatRules } from './format-rules'

/** A bank account: 6 to 16 digits; hyphens and blanks are left out. */
export const bankAccount = formatRules({
  type: 'bankAccount',
  text: 'A bank account: 6 to 16 digits; hyphens and blanks are left out.',
  max: 16,
  wanted: '請輸入 6 至 16 碼數字的帳號',
  tidy: (value) => value.replace(/[\s-]/g, ''),
  test: (value) => /^\d{6,16}$/.test(value),
  sample: (seed) => String(123456789012 + seed),
})
