import type { PayerLoginField } from '../../contract/call-responses'
import { isMobile, normalizeMobile } from '../../domain/identifiers/contact'
import { isIdNo, isUniformNo, normalizeIdNo } from '../../domain/identifiers/id-no'
import { withoutGroups } from '../../domain/text-folding'
import type { InputAttributes } from '../form/Field'
import type { FieldRule } from '../form/use-form'

/** Normalization and validation of each sign-in field of a payer. */
export const payerRules: Readonly<Record<PayerLoginField, Pick<FieldRule, 'normalize' | 'check'>>> = {
  VACAccount: {
    // The portal shows accounts in groups of four digits, and users copy the spaces too.
    normalize: withoutGroups,
    check: (value) =>
      /^\d{14}(\d{2})?$/.test(value) ? undefined : '銷帳編號應為 14 或 16 位數字，請依繳款單上的號碼輸入。',
  },
  IdNo: {
    normalize: normalizeIdNo,
    check: (value) =>
      isIdNo(value) || isUniformNo(value) ? undefined : '身分證字號或統一編號不正確，請確認後重新輸入。',
  },
  PayerId: {},
  Mobile: {
    normalize: normalizeMobile,
    check: (value) => (isMobile(value) ? undefined : '行動電話應為 09 開頭的 10 位數字。'),
  },
}

/** Input attributes of each field. */
export const payerInputs: Readonly<Record<PayerLoginField, InputAttributes>> = {
  VACAccount: { inputMode: 'numeric', autoComplete: 'off', maxLength: 20 },
  IdNo: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, maxLength: 16 },
  PayerId: { autoComplete: 'off', spellCheck: false, maxLength: 15 },
  Mobile: { type: 'tel', autoComplete: 'tel', maxLength: 20 },
}
