import { formatRules } from './format-rules'

/** A virtual account (虛擬帳號) of 14 or 16 digits; hyphens and blanks are left out. Whether its check digits are right only the agreement can tell. */
export const virtualAccount = formatRules({
  type: 'virtualAccount',
  text: 'A virtual account (虛擬帳號) of 14 or 16 digits; hyphens and blanks are left out.',
  max: 16,
  wanted: '請輸入 14 或 16 碼數字的虛擬帳號',
  tidy: (value) => value.replace(/[\s-]/g, ''),
  test: (value) => /^(\d{14}|\d{16})$/.test(value),
  public: true,
  sample: (seed) => String(77001260000000 + seed),
})
