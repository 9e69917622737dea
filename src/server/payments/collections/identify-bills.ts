import { sql } from 'kysely'
import { foldText, withoutGroups } from '../../../domain/text-folding'
import { searchTextsOf } from '../../../schema/field-types'
import { fieldNamed, type RecordValues } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { agreementCondition } from '../../access/tenant'
import type { Row } from '../../database/tables'
import type { RecordContext } from '../../record-context'

/**
 * The bill that the number or the account in an input identifies, with its number as it is stored if the input has one,
 * or the reason why it was not found.
 * `bill` is absent if the input has neither number nor account, or already has the key of the bill.
 */
export type IdentifiedBill =
  | {
      readonly bill?: {
        readonly ApplyCode: string
        readonly BillSerialId: number
        readonly BillNo?: FoundBill['BillNo']
      }
    }
  | { readonly problem: { readonly field: 'BillNo' | 'VACAccount'; readonly message: string } }

interface FoundBill {
  readonly index: number
  readonly ApplyCode: Row<'bill'>['apply_code']
  readonly BillSerialId: Row<'bill'>['serial_id']
  readonly BillNo: Row<'bill'>['bill_no']
  /** 1 for a bill whose account is in use, 2 for a bill whose account was released, 3 for a void bill. */
  readonly rank: number
}

/**
 * Finds the bills that inputs identify by `BillNo` or `VACAccount`, among those of the session's agreements, or of the
 * agreement that the input names.
 * If an input also has the key of its bill, both must name the same bill.
 * If several bills have the same account, the result is the one with the lowest `rank`, and among equal ranks the
 * newest.
 */
export const identifyBills = async (
  context: RecordContext,
  inputs: readonly RecordValues[],
): Promise<readonly IdentifiedBill[]> => {
  const searches = inputs.map(({ ApplyCode, BillSerialId, BillNo, VACAccount }, index) => ({
    index,
    ApplyCode: textOf(ApplyCode),
    BillSerialId: textOf(BillSerialId),
    BillNo: textOf(BillNo),
    VACAccount: accountOf(VACAccount),
  }))
  const found = await findBills(context, searches)
  const foundOtherwise = await findBills(
    context,
    searches.filter(({ index }) => !found.has(index)).flatMap((search) => otherSpellings(context, search)),
  )
  return searches.map((search) =>
    identifiedBill(search, found.get(search.index) ?? onlyNumberIn(foundOtherwise.get(search.index))),
  )
}

type Search = Readonly<Record<'ApplyCode' | 'BillSerialId' | 'BillNo' | 'VACAccount', string | null>> & {
  /** The position of the input. */
  readonly index: number
}

/**
 * Returns the searches for the other spellings of a bill number, such as that with its hyphen.
 * The number as it was written comes first, so these are needed only if no bill has it.
 */
const otherSpellings = ({ schemas }: RecordContext, search: Search): readonly Search[] => {
  const field = fieldNamed(schemas.get('bills').fields, 'BillNo')
  if (!field || search.BillNo === null) return []
  return searchTextsOf(field, search.BillNo, false).flatMap((BillNo) =>
    BillNo === search.BillNo ? [] : [{ ...search, BillNo }],
  )
}

/**
 * Returns the bills if all have the same number; otherwise none, because money must not be collected for one of several
 * bills that the number may mean.
 */
const onlyNumberIn = (bills: readonly FoundBill[] = []): readonly FoundBill[] =>
  bills.every(({ BillNo }) => BillNo === bills[0]?.BillNo) ? bills : []

// Banks prefix accounts of 14 digits with two zeros.
const accountOf = (value: unknown): string | null => {
  const text = textOf(value)
  const account = text && withoutGroups(text)
  return account === null || account.length !== 16 ? account : account.replace(/^00/, '')
}

const textOf = (value: unknown): string | null => (isEmpty(value) ? null : foldText(String(value)))

const findBills = async (
  { db, scope }: RecordContext,
  searches: readonly Search[],
): Promise<ReadonlyMap<number, readonly FoundBill[]>> => {
  const found = new Map<number, FoundBill[]>()
  if (searches.every(({ BillNo, VACAccount }) => BillNo === null && VACAccount === null)) return found
  const { rows } = await sql<FoundBill>`
    select (s ->> 'index')::integer as index, b.apply_code as "ApplyCode", b.serial_id as "BillSerialId", b.bill_no as "BillNo",
      case when b.bill_state = 'Void' then 3 when b.account_state = 'Released' then 2 else 1 end as rank
    from jsonb_array_elements(${JSON.stringify(searches)}::text::jsonb) as s
    join bill b on (b.bill_no = s ->> 'BillNo' or (s ->> 'BillNo' is null and b.vac_account = s ->> 'VACAccount'))
    where ${agreementCondition(scope, 'b')} and (s ->> 'ApplyCode' is null or b.apply_code = s ->> 'ApplyCode')
      and (s ->> 'VACAccount' is null or b.vac_account = s ->> 'VACAccount')
    order by index, rank, b.serial_id desc`.execute(db)
  for (const row of rows) found.set(row.index, [...(found.get(row.index) ?? []), row])
  return found
}

const identifiedBill = ({ BillSerialId, BillNo, VACAccount }: Search, bills: readonly FoundBill[]): IdentifiedBill => {
  if (BillNo === null && VACAccount === null) return {}
  const [bill] = bills
  const field = BillNo === null ? 'VACAccount' : 'BillNo'
  const isChosen = (candidate: FoundBill): boolean =>
    BillSerialId === null || String(candidate.BillSerialId) === BillSerialId
  if (!bill || !bills.some(isChosen)) {
    const named = [
      ...(BillNo === null ? [] : [`帳單編號 ${BillNo}`]),
      ...(VACAccount === null ? [] : [`虛擬帳號 ${VACAccount}`]),
    ].join('、')
    const message = bill ? `${named} 與所選的帳單不符，請確認後再填。` : `查無${named} 的帳單，請確認後再填。`
    return { problem: { field, message } }
  }
  if (BillSerialId !== null) return {}
  if (BillNo !== null && bills.some(({ ApplyCode }) => ApplyCode !== bill.ApplyCode))
    return { problem: { field, message: `帳單編號 ${BillNo} 有不同委託單位的帳單，請填寫委託單位代號。` } }
  return {
    bill: {
      ApplyCode: bill.ApplyCode,
      BillSerialId: bill.BillSerialId,
      ...(BillNo === null ? {} : { BillNo: bill.BillNo }),
    },
  }
}
