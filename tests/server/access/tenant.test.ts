import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hasTable, type Resource } from '../../../src/schema/language/resource'
import { fieldNamed, type RecordValues } from '../../../src/schema/language/types'
import { isOfTenant, tenantCondition } from '../../../src/server/access/tenant'
import type { Scope } from '../../../src/server/scope'
import { companies } from '../../support/builders'
import { portal } from '../../support/portal'

const { db, schemas } = await portal()
const stored = schemas.resources.filter(hasTable)
const applyCode = stored.flatMap(({ fields }) => fieldNamed(fields, 'ApplyCode') ?? [])[0] ?? expect.unreachable()
// The portal's own schemas have no records of a company that may belong to an agreement, but others may add them.
const resources = [
  ...stored,
  { ...schemas.get('noticeTemplate'), fields: [...schemas.get('noticeTemplate').fields, applyCode] },
]

const kindOf = ({ tenant, fields }: Resource): string =>
  tenant === 'UniformNo' && fieldNamed(fields, 'ApplyCode') ? 'UniformNo and ApplyCode' : tenant

const session = { sessionId: 'S1', userId: 'U1' }
const companyScope = (...applyCodes: readonly string[]): Scope => ({
  kind: 'company',
  ...session,
  role: 'CustomerMaker',
  uniformNo: companies.committee,
  applyCodes,
})
const scopes: Readonly<Record<string, Scope>> = {
  'no agreement': companyScope(),
  'one agreement': companyScope('77001'),
  'two agreements': companyScope('77001', '77002'),
  bank: { kind: 'bank', ...session, role: 'BankOperator' },
  payer: {
    kind: 'payer',
    sessionId: 'S1',
    payers: [{ ApplyCode: '77001', PayerId: 'P1' }],
    billIds: [1],
    hasMobileAndIdentity: true,
  },
  nobody: { kind: 'nobody' },
}

const records: readonly RecordValues[] = [companies.committee, companies.insurer, null].flatMap((UniformNo) =>
  ['77001', '77002', '77003', null].map((ApplyCode) => ({ UniformNo, ApplyCode })),
)

/** Returns a record with those of its values for which the resource has fields. */
const recordOf = ({ fields }: Resource, values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fieldNamed(fields, name)))

const permittedBySql = async (resource: Resource, scope: Scope): Promise<readonly RecordValues[]> => {
  const { rows } = await sql<{ no: number }>`
    select no - 1 as no
    from rows from (jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as ("UniformNo" text, "ApplyCode" text)) with ordinality as t (uniform_no, apply_code, no)
    where ${tenantCondition(resource, scope)}
    order by no`.execute(db)
  return rows.map(({ no }) => records[no] ?? {})
}

test('the tenant guard permits the same records in SQL and in TypeScript', async () => {
  const permitted = {
    inSql: new Map<string, readonly RecordValues[]>(),
    inTypeScript: new Map<string, readonly RecordValues[]>(),
  }
  for (const resource of resources)
    for (const [name, scope] of Object.entries(scopes)) {
      const pair = `${kindOf(resource)} ${resource.name}, ${name}`
      permitted.inSql.set(pair, await permittedBySql(resource, scope))
      permitted.inTypeScript.set(
        pair,
        records.filter((record) => isOfTenant({ scope }, resource, recordOf(resource, record))),
      )
    }
  expect(permitted.inTypeScript).toEqual(permitted.inSql)
  expect(new Set(resources.map(kindOf))).toEqual(
    new Set(['ApplyCode', 'UniformNo', 'UniformNo and ApplyCode', 'shared']),
  )
})
