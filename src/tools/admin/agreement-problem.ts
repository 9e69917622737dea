import type { VACCheckScheme } from '../../domain/check-digits'
import { enums } from '../../domain/enums'
import { layoutProblems, type VACCheckType } from '../../domain/virtual-account'
import type { Row } from '../../schema/types'

/** Why an agreement could not make accounts; null when it can. A company that numbers its bills itself has no parts to fit, and what is no code at all is told by the check of its field. */
export const agreementProblem = (row: Row): string | null => {
  const { checkType, scheme } = { checkType: String(row.VACCheckType), scheme: String(row.VACCheckScheme) }
  if (row.AllowOwnVAC === true || !(checkType in enums.VACCheckType) || !(scheme in enums.VACCheckScheme)) return null
  const problems = layoutProblems({
    applyCode: String(row.ApplyCode),
    checkType: checkType as VACCheckType,
    scheme: scheme as VACCheckScheme,
    length: Number(row.VACLength),
    termNoLength: Number(row.TermNoLen ?? 0),
    payerNoLength: Number(row.PayerNoLen ?? 0),
  })
  return problems.length > 0 ? `The parts of its virtual accounts do not fit: ${problems.join('')}` : null
}
