import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PayerLoginField, UniformNoField } from '../../contract/call-responses'
import { plainAccount } from '../../domain/accounts/virtual-account'
import { normalizeMobile } from '../../domain/identifiers/contact'
import { normalizeIdNo } from '../../domain/identifiers/id-no'
import { Refusal } from '../../domain/refusal'
import { codeSpellings, withoutGroups } from '../../domain/text-folding'
import { isVisibleToPayers } from '../bills/payer-bills'
import type { Call } from '../call'
import type { Row } from '../database/tables'
import type { Db } from '../ports'
import { countAttempt, loginFieldsLimit } from '../security/rate-limit'
import { captchaRule } from './captcha/captcha'
import { readFields, type TextFieldRule, textOf } from './fields'
import type { Grants } from './sessions'

/** Reads the claim of PayerArea/Login: the fields of the chosen company's sign-in form. */
export const readCompanyClaim = async ({ ports, body }: Call): Promise<PayerClaim> => {
  const uniformNo = textOf(body, 'UniformNo')
  if (uniformNo === '')
    throw new Refusal('2002', '輸入的資料有誤，請依欄位的說明修正。', { UniformNo: '請選擇您的委託單位。' })
  const { Fields: fields } = await companyOrUnknown(ports.db, uniformNo)
  const rules = Object.fromEntries(
    fields.map(({ Field, Label, Required }): [string, TextFieldRule] => [
      Field,
      { ...claimRules[Field], label: Label, ...(Required ? {} : { optional: true }) },
    ]),
  )
  return claimOf(readFields(body, { UniformNo: claimRules.UniformNo, VCode: claimRules.VCode, ...rules }))
}

/** Reads the claim of PayerArea/AccountLogin: IdNo and Mobile, or a company with PayerId and Mobile. */
export const readAccountClaim = (body: unknown): PayerClaim =>
  textOf(body, 'PayerId') === '' ? claimOf(readFields(body, idNoFields)) : claimOf(readFields(body, payerIdFields))

/** Reads the token and the claim of PayerArea/LoginByLink: at least one of IdNo, PayerId and Mobile. */
export const readLinkClaim = (body: unknown): { readonly token: string; readonly claim: PayerClaim } => {
  const { Token, ...typed } = readFields(body, linkFields)
  return { token: Token, claim: claimOf(typed) }
}

/** The rules of all fields of payers' sign-in forms. */
const claimRules = {
  UniformNo: { label: '委託單位', max: 8 },
  VACAccount: { label: '銷帳編號', max: 16, normalize: withoutGroups },
  IdNo: { label: '身分證字號／統一編號', max: 10, normalize: normalizeIdNo },
  PayerId: { label: '繳款人代號', max: 15 },
  Mobile: { label: '行動電話', max: 20, normalize: normalizeMobile },
  VCode: captchaRule,
} as const satisfies Record<keyof PayerClaim | 'VCode', TextFieldRule>

const { VACAccount: accountRule, ...personRules } = claimRules
/** The two forms of PayerArea/AccountLogin: one requires IdNo, the other requires UniformNo and PayerId. */
const payerIdFields = { ...personRules, IdNo: { ...personRules.IdNo, optional: true } } as const
const idNoFields = {
  ...personRules,
  UniformNo: { ...personRules.UniformNo, optional: true },
  PayerId: { ...personRules.PayerId, optional: true },
} as const

const { UniformNo: _, ...linkRules } = idNoFields
const linkFields = {
  ...linkRules,
  IdNo: payerIdFields.IdNo,
  Mobile: { ...personRules.Mobile, optional: true },
  Token: { label: '連結', max: 64, isKeptAsTyped: true },
} as const

/** Returns the claim without empty fields. Throws a refusal if all fields besides UniformNo are empty. */
const claimOf = (typed: Readonly<Record<string, string>>): PayerClaim => {
  const { UniformNo, VACAccount, IdNo, PayerId, Mobile } = typed
  const claim = { UniformNo, VACAccount, IdNo, PayerId, Mobile }
  const filledFields = Object.fromEntries(
    Object.entries(claim).filter(([, value]) => value !== undefined && value !== ''),
  ) as PayerClaim
  if (filledFields.VACAccount ?? filledFields.IdNo ?? filledFields.PayerId ?? filledFields.Mobile) return filledFields
  throw new Refusal('2002', '請至少輸入一項查詢資料。')
}

/** The sign-in fields of a company that has not configured any. */
const standardFields: UniformNoField['Fields'] = [{ Field: 'VACAccount', Label: accountRule.label, Required: true }]

/** Returns every company that payers can sign in to, with the fields of its sign-in form. */
export const companiesForPayers = async (db: Db): Promise<readonly UniformNoField[]> => {
  const { rows } = await sql<UniformNoField>`
    select
      c.uniform_no as "UniformNo",
      c.customer_name as "CustomerName",
      coalesce(
        (
          select jsonb_agg(jsonb_build_object('Field', f.field, 'Label', f.label, 'Required', f.required) order by f.sort_no)
          from payer_login_field f
          where f.uniform_no = c.uniform_no
        ),
        '[]'
      ) as "Fields"
    from customer c
    where c.customer_status = 'Active' and exists (select 1 from agreement a where a.uniform_no = c.uniform_no and a.agreement_status = 'Active')
    order by c.uniform_no`.execute(db)
  return rows.map((row) => (row.Fields.length > 0 ? row : { ...row, Fields: standardFields }))
}

/**
 * Returns the company of the account in the body, with the fields of its sign-in form.
 * The response depends only on the code of an agreement at the beginning of the account, so that it does not reveal
 * whether a bill has the account.
 */
export const companyOfAccount = async ({ ports, body, client }: Call): Promise<UniformNoField> => {
  await countAttempt(ports, loginFieldsLimit, client.ip)
  const { VACAccount } = readFields(body, { VACAccount: accountRule })
  const { rows } = await sql<{ uniform_no: string }>`
    select a.uniform_no
    from agreement a, unnest(${accountVariants(VACAccount)}::text[]) account
    where a.agreement_status = 'Active' and starts_with(account, a.apply_code)
    order by length(a.apply_code) desc
    limit 1`.execute(ports.db)
  return companyOrUnknown(ports.db, rows[0]?.uniform_no)
}

/**
 * Stands for every company that payers cannot sign in to.
 * Its form is an ordinary one, and its sign-ins are refused like others with a wrong account.
 */
const unknownCompany: UniformNoField = { UniformNo: '00000000', CustomerName: '', Fields: standardFields }

const companyOrUnknown = async (db: Db, uniformNo: string | undefined): Promise<UniformNoField> =>
  (await companiesForPayers(db)).find((company) => company.UniformNo === uniformNo) ?? unknownCompany

/** The data that a payer enters to sign in; at least one value besides UniformNo. */
export type PayerClaim = Partial<Readonly<Record<'UniformNo' | PayerLoginField, string>>>

/** Maximum number of payers, and of single bills, that a session stores. */
const maxGrants = 5000

/**
 * Returns what a claim gives access to: payers with all their bills, and single bills; undefined if nothing matches.
 */
export const grantsFor = async (db: Db, claim: PayerClaim): Promise<Grants | undefined> => {
  for (const spelling of claimSpellings(claim)) {
    const grants = await grantsForClaim(db, spelling)
    if (grants) return grants
  }
  return undefined
}

/**
 * Returns a claim as it was typed, and with its payer code in capital and in small letters.
 * The typed code comes first, because two codes may differ only in this.
 */
export const claimSpellings = (claim: PayerClaim): readonly PayerClaim[] => {
  const { PayerId } = claim
  return PayerId === undefined
    ? [claim]
    : codeSpellings(PayerId, { mayHaveHyphens: false }).map((code) => ({ ...claim, PayerId: code }))
}

const grantsForClaim = async (db: Db, claim: PayerClaim): Promise<Grants | undefined> => {
  const payers = claim.VACAccount === undefined ? await matchingPayers(db, claim) : []
  const billIds = await matchingBills(db, claim)
  if (payers.length + billIds.length === 0) return undefined
  const isTruncated = payers.length > maxGrants || billIds.length > maxGrants
  const grants = {
    payers: payers.slice(0, maxGrants),
    billIds: billIds.slice(0, maxGrants),
    twoFactors: hasMobileAndIdentity(claim),
  }
  return isTruncated ? { ...grants, cut: true } : grants
}

// A mobile number together with an id or a payer code counts as two factors, because a person who has found an id card
// or a slip does not know the mobile number.
const hasMobileAndIdentity = ({ IdNo, PayerId, Mobile }: PayerClaim): boolean =>
  Mobile !== undefined && (IdNo ?? PayerId) !== undefined

const matchingPayers = async (db: Db, claim: PayerClaim): Promise<NonNullable<Grants['payers']>> => {
  const { rows } = await sql<{ ApplyCode: Row<'payer'>['apply_code']; PayerId: Row<'payer'>['payer_id'] }>`
    select p.apply_code as "ApplyCode", p.payer_id as "PayerId"
    from payer p
    join agreement a on a.apply_code = p.apply_code
    where p.payer_status = 'Active'
      and ${matchesClaim(claim, 'p')}
    order by p.serial_id desc
    limit ${maxGrants + 1}`.execute(db)
  return rows
}

// Unpaid bills come first, then the newest ones, because only the first `maxGrants` bills are stored.
// An account number gives access to its bill only, because it is printed on a slip that other people may have seen.
// Without an account number, only bills of payers who have no record are searched, because all others are found through
// their payers.
const matchingBills = async (db: Db, claim: PayerClaim): Promise<readonly number[]> => {
  const { rows } = await sql<Pick<Row<'bill'>, 'serial_id' | 'vac_account'>>`
    select b.serial_id, b.vac_account
    from bill b
    join agreement a on a.apply_code = b.apply_code
    where b.bill_state = 'Active'
      and ${isVisibleToPayers}
      and (
        ${claim.VACAccount ?? null}::text is not null
        or not exists (select 1 from payer m where m.apply_code = b.apply_code and m.payer_id = b.payer_id)
      )
      and (${claim.VACAccount ?? null}::text is null or (b.vac_account = any(${accountVariants(claim.VACAccount ?? '')}::text[]) and ${ownsAccount}))
      and ${matchesClaim(claim, 'b')}
    order by b.paid_amount < b.should_pay_amount desc, b.payment_end_date desc, b.serial_id desc
    limit ${maxGrants + 1}`.execute(db)
  // Of the two variants of an entered account, the one without leading zeros may belong to a bill of another agreement,
  // so an exact match comes first.
  const exactRows = rows.filter(({ vac_account }) => vac_account === claim.VACAccount)
  return (exactRows.length > 0 ? exactRows : rows).map((row) => row.serial_id)
}

/**
 * Returns the accounts under which an entered account may be stored: without leading zeros, and unchanged, because the
 * code of an agreement may begin with zeros.
 */
const accountVariants = (account: string): readonly string[] => [...new Set([plainAccount(account), account])]

// Selects the bill to which its account belongs now.
// The account of a closed term may have been reused for a bill of another payer.
// If no bill uses the account now, it belongs to the latest bill that used it.
const ownsAccount = sql<SqlBool>`(b.account_state = 'InUse' or not exists (
  select from bill o
  where o.apply_code = b.apply_code and o.vac_account = b.vac_account and o.bill_state = 'Active' and (o.account_state = 'InUse' or o.serial_id > b.serial_id)
))`

/**
 * Returns the condition for the rows of a table (payers or bills) that match a claim, if payers can sign in to their
 * company.
 * The query must join the agreement of each row as `a`.
 */
export const matchesClaim = (claim: PayerClaim, table: string): RawBuilder<SqlBool> => sql`
  a.agreement_status = 'Active'
  and exists (select from customer c where c.uniform_no = a.uniform_no and c.customer_status = 'Active')
  and (${claim.UniformNo ?? null}::text is null or a.uniform_no = ${claim.UniformNo ?? null}::text)
  and (${claim.IdNo ?? null}::text is null or ${sql.ref(`${table}.id_no`)} = ${claim.IdNo ?? null}::text)
  and (${claim.PayerId ?? null}::text is null or ${sql.ref(`${table}.payer_id`)} = ${claim.PayerId ?? null}::text)
  and (${claim.Mobile ?? null}::text is null or ${sql.ref(`${table}.mobile`)} = ${claim.Mobile ?? null}::text)`
