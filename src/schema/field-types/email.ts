import { asTyped, formatRules } from './format-rules'

// Deliberately plain: one @, a dot in the domain, no blanks or brackets. Whether it exists only a mail can tell.
const form = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/

/** An e-mail address. */
export const email = formatRules({
  type: 'email',
  text: 'An e-mail address.',
  max: 80,
  wanted: '請輸入如 name@example.com 的電子郵件',
  tidy: asTyped,
  test: (value) => form.test(value) && !value.includes('..'),
  sample: (seed) => `user${seed}@example.com`,
})
