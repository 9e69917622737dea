import { isUniformNo } from '../../domain/identifiers/id-no'
import type { FieldRule } from '../form/use-form'

/** What a company user is known by. */
export const companyRules: Readonly<Record<'UniformNo' | 'UserId', FieldRule>> = {
  UniformNo: {
    label: '統一編號',
    required: true,
    check: (value) => (isUniformNo(value) ? undefined : '統一編號應為 8 位數字且檢查碼正確，請確認後重新輸入。'),
  },
  UserId: { label: '使用者代號', required: true },
}
