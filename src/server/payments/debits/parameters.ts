import type { MediaFormat } from '../../../domain/debits/media'
import type { RecordValues } from '../../../schema/language/types'
import { validateRecord } from '../../../schema/rules/validate'
import { canUseAgreement } from '../../access/tenant'
import type { Call } from '../../call'
import { conditionContextOf, contextOf, recordBody, throwIfFieldErrors } from '../../context'
import type { Db } from '../../ports'
import { singleValue } from '../../query-values'

/** The page of direct debits, whose schema declares the parameters. */
export const debitPage = 'BillDesignatedDebitExport'

/** The parameters of a batch of direct debits. */
export interface BatchParameters {
  readonly ApplyCode: string
  readonly BillTermId: string
  readonly DebitDate: string
  readonly MediaFormat: MediaFormat
  /** The transaction code of the clearing house; empty for other formats. */
  readonly TxId: string
}

/** The parameters of an export. */
export interface ExportParameters extends BatchParameters {
  readonly IncludeExported: boolean
}

/** Returns the parameters in the query of a call. Throws a refusal (2002) that names each invalid one. */
export const queryParameters = (call: Call): Promise<ExportParameters> =>
  readParameters(call, Object.fromEntries(Object.keys(call.query).map((name) => [name, singleValue(call.query, name)])))

/** Returns the parameters in the body of a call. Throws a refusal (2002) that names each invalid one. */
export const bodyParameters = (call: Call): Promise<ExportParameters> => readParameters(call, recordBody(call.body))

const readParameters = async (call: Call, input: RecordValues): Promise<ExportParameters> => {
  const { value, errors } = validateRecord(call.schemas.get(debitPage), input, {
    mode: 'create',
    ...conditionContextOf(contextOf(call)),
  })
  throwIfFieldErrors(errors)
  const { ApplyCode, BillTermId, DebitDate, MediaFormat, TxId, IncludeExported } = value
  const [applyCode, termId] = [String(ApplyCode), String(BillTermId)]
  await requireTerm(call, applyCode, termId)
  return {
    ApplyCode: applyCode,
    BillTermId: termId,
    DebitDate: String(DebitDate),
    // The cast is safe, because the value was validated by the options of its field.
    MediaFormat: MediaFormat as MediaFormat,
    TxId: String(TxId ?? ''),
    IncludeExported: IncludeExported === true,
  }
}

/** Throws a refusal unless the caller may use the agreement and it has the term. */
const requireTerm = async ({ ports: { db }, scope }: Call, applyCode: string, termId: string): Promise<void> => {
  requireUsableAgreement(scope, applyCode)
  const term = await db
    .selectFrom('bill_term')
    .select('serial_id')
    .where('apply_code', '=', applyCode)
    .where('bill_term_id', '=', termId)
    .executeTakeFirst()
  if (!term)
    throwIfFieldErrors({ BillTermId: `委託單位 ${applyCode} 沒有代收期別「${termId}」，請改選其他期別。` }, '2004')
}

/** Throws a refusal (2002) unless the session may use the agreement. */
export const requireUsableAgreement = (scope: Call['scope'], applyCode: string): void => {
  if (!canUseAgreement(scope, applyCode))
    throwIfFieldErrors({ ApplyCode: `您不能使用委託單位代號「${applyCode}」，請改用貴公司的代號。` })
}

/** The values of an agreement that its files need. */
export interface DebitAgreement {
  readonly UniformNo: string
  readonly RealAccount: string | null
  readonly DualControl: boolean
  readonly AgreementStatus: string | null
  readonly Channels: readonly string[]
}

/** Returns the agreement of a batch. */
export const debitAgreement = async (db: Db, applyCode: string): Promise<DebitAgreement> => {
  const row = await db
    .selectFrom('agreement')
    .select(['uniform_no', 'real_account', 'dual_control', 'agreement_status', 'channels'])
    .where('apply_code', '=', applyCode)
    .executeTakeFirstOrThrow()
  return {
    UniformNo: row.uniform_no ?? '',
    RealAccount: row.real_account,
    DualControl: row.dual_control === true,
    AgreementStatus: row.agreement_status,
    Channels: row.channels ?? [],
  }
}
