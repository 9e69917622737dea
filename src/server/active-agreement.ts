import { enumText } from '../domain/enums'
import { Refusal } from '../domain/refusal'

/**
 * Throws a refusal (2006) unless the agreement is active: an inactive agreement accepts no new records.
 * The message names the `action` of the user.
 */
export const requireActiveAgreement = (
  applyCode: string,
  status: string | null,
  action: '上傳帳單' | '新增帳單' | '新增特殊檢核資料' | '匯出約定扣款',
): void => {
  if (status === 'Active') return
  const state = status ? `已${enumText('AgreementStatus', status)}` : '尚未生效'
  const message = `委託單位 ${applyCode} 的代收約定${state}，不能${action}；請改選其他委託單位，或洽往來分行。`
  throw new Refusal('2006', message, { ApplyCode: message })
}
