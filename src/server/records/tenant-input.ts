import type { Resource, Row } from '../../schema/types'
import { HttpRefusal } from '../call'
import { companyOf } from '../store/tenant'
import type { RecordContext } from './context'

/** The row with the session's company written in; a company user never types its own UniformNo. */
export const withTenant = ({ scope }: RecordContext, resource: Resource, row: Row): Row =>
  resource.tenant === 'UniformNo' && scope.kind === 'company' ? { ...row, UniformNo: companyOf(scope) } : row

/** A sentence where the row would land behind another company's wall. */
export const tenantErrors = ({ scope }: RecordContext, resource: Resource, row: Row): Readonly<Record<string, string>> => {
  if (scope.kind === 'bank' || resource.tenant !== 'ApplyCode') return {}
  const code = String(row.ApplyCode ?? '')
  return scope.kind === 'company' && scope.applyCodes.includes(code) ? {} : { ApplyCode: `您不能使用委託單位代號「${code}」，請從清單中選擇。` }
}

/** Shared reference data and data without a page are the bank's to change. */
export const refuseStrangers = ({ scope }: RecordContext, resource: Resource): void => {
  if ((resource.tenant === 'shared' || !resource.page) && !(scope.kind === 'bank' && scope.role === 'BankOperator')) {
    throw new HttpRefusal(403, `${resource.label}由銀行維護，您沒有異動的權限。`)
  }
}
