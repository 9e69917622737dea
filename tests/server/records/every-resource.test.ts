import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import type { Right } from '../../../src/domain/access/roles'
import { resourceForRole } from '../../../src/schema/access/resource-for-role'
import { sortableFields } from '../../../src/schema/access/sortable-fields'
import { callIdOf, hasFiles } from '../../../src/schema/calls/endpoints'
import type { Resource } from '../../../src/schema/language/resource'
import { isEntered, type RecordValues } from '../../../src/schema/language/types'
import { columnName } from '../../../src/schema/load/names'
import { isAllowed } from '../../../src/schema/rules/condition'
import { pageRights } from '../../../src/server/access/operations'
import { asAudited, writeLines } from '../../support/audit-lines'
import type { Client } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'
import { requiredQuery } from '../../support/required-query'
import { fixtures } from '../../support/schemas/fixtures'
import { compared, filterValue, matchesFilter, operatorCases, someValue } from '../../support/schemas/generated'
import { changeOf } from '../../support/schemas/generated-change'
import { recordMaker } from '../../support/schemas/generated-record'
import { password } from '../accounts/sign-in'

const { as, given, ports, schemas, db } = await portal({ schemas: fixtures() })
const existing = await twoCompanies({ given })
const roles = [
  'CustomerAdmin',
  'CustomerMaker',
  'CustomerChecker',
  'CustomerViewer',
  'BankOperator',
  'BankViewer',
] as const
type Role = (typeof roles)[number]
const clients = Object.fromEntries(
  await Promise.all(roles.map(async (role) => [role, await as(role)] as const)),
) as Record<Role, Client>
// Users are created, changed and deleted with the caller's own password.
await db
  .updateTable('portal_user_secret')
  .set({ password_hash: await ports.passwords.hash(password) })
  .execute()
const confirmation = ({ name }: Resource): RecordValues => (name === 'portalUser' ? { AdminMima: password } : {})
const records = schemas.resources.filter(
  ({ kind, endpoints }) => kind === 'records' && endpoints.operations.includes('list'),
)
const listPath = (resource: Resource) => allEndpoints(schemas)[callIdOf(resource, 'list')]?.path ?? ''

const may = (role: Role, right: Right, resource: Resource): boolean =>
  resource.page ? pageRights(role, resource).includes(right) : right === 'Query' || role === 'BankOperator'
const isOpen = (resource: Resource): boolean => resource.fields.some(isEntered)
const isWorked = (resource: Resource): boolean =>
  !onePerCompany.includes(resource.name) &&
  isOpen(resource) &&
  // Their forms are multipart, which files-of-records.test.ts sends.
  !hasFiles(resource) &&
  (['create', 'get', 'update', 'delete'] as const).every((operation) =>
    resource.endpoints.operations.includes(operation),
  ) &&
  roles.some((role) => works(role, resource))
const works = (role: Role, resource: Resource): boolean =>
  (['Create', 'Update', 'Delete'] as const).every((right) => may(role, right, resource))

/** A company has one record of these, so two cannot be created. */
const onePerCompany: readonly string[] = ['noticeTemplate']

/** Their deleted records stay, in a state in which they can be neither changed nor deleted. */
const keptWhenDeleted: readonly string[] = ['whiteList']

/**
 * The user who works with the records: the first role that may do everything; for records that another system creates,
 * a bank role that sees them, else a company role.
 */
const workerOf = (resource: Resource): Role => {
  const worker = isWorked(resource)
    ? roles.find((role) => works(role, resource))
    : (['BankOperator', ...roles] as const).find((role) => may(role, 'Query', resource))
  if (!worker) throw new Error(`Nobody may look at ${resource.name}.`)
  return worker
}

const keyText = ({ key }: Resource, row: RecordValues): string => key.map((name) => row[name]).join('~')
const recordPath = (resource: Resource, row: RecordValues): string =>
  `${resource.endpoints.base}/${resource.key.map((name) => row[name]).join('/')}`
// Two generated codes of banks would be equal, because they have three digits.
const bank = await given.record('Bank', { BankCode: '008', BankName: '第一銀行' })
const makeRecord = recordMaker({ schemas, record: given.record, existing: { ...existing, Bank: bank } })

/** Two different records: created by calls where users create them, else directly in the database. */
const twoRecords = async (resource: Resource, client: Client): Promise<readonly [RecordValues, RecordValues]> => {
  const make = async (n: number): Promise<RecordValues> => {
    const body = await makeRecord(resource, { n, enteredOnly: isWorked(resource) })
    if (!isWorked(resource)) return given.record(resource.name, body)
    // A creation with a RequestId is sent a second time below; the other one has none.
    const sent = { ...body, ...confirmation(resource), ...(n === 21 && { RequestId: crypto.randomUUID() }) }
    const made = await client.post(resource.endpoints.base, sent)
    expect(made, `${JSON.stringify(body)} is refused: ${made.message} ${JSON.stringify(made.errors)}`).toMatchObject({
      status: 200,
      code: '0000',
      data: body,
    })
    const { data } = await client.get(recordPath(resource, made.data))
    expect(data).toEqual(made.data)
    if (n === 21)
      expect(await client.post(resource.endpoints.base, sent), 'sent again').toMatchObject({
        status: 200,
        code: '0000',
        data,
      })
    return data
  }
  return [await make(21), await make(22)]
}

/** All rows of the table except this one, as text. */
const rowsBut = async (resource: Resource, row: RecordValues): Promise<readonly string[]> => {
  const rows = await db.selectFrom(resource.table).selectAll().execute()
  const isOther = (one: RecordValues) => resource.key.some((key) => String(one[columnName(key)]) !== String(row[key]))
  return rows
    .filter(isOther)
    .map((one) => JSON.stringify(one))
    .sort()
}

let [filtersAsked, toldApart, changedAlone] = [0, 0, 0]

describe.each(records.map(({ name }) => name))('%s', (name) => {
  const role = workerOf(schemas.get(name))
  const resource = resourceForRole(schemas.get(name), role)
  const client = clients[role]

  test.each(roles)('can be listed by the %s if the role may, and is refused with 403 if not', async (role) => {
    const expected = may(role, 'Query', resource)
      ? { status: 200, code: '0000', data: { PageNo: 1 } }
      : { status: 403, code: '9001' }
    expect(await clients[role].get(listPath(resource), requiredQuery(resource))).toMatchObject(expected)
  })

  test('is found by every filter, and sorted by every sortable column', async () => {
    const made = await twoRecords(resource, client)
    const keys = made.map((row) => keyText(resource, row))
    const period = requiredQuery(resource, made)
    const filters = resource.list.filters.filter(({ field }) => !(field in period))
    const ask = async (
      query: Readonly<Record<string, string | number | readonly string[]>>,
    ): Promise<readonly RecordValues[]> => {
      const answer = await client.get(listPath(resource), { PageSize: 500, ...period, ...query })
      expect(answer, JSON.stringify(query)).toMatchObject({ status: 200, code: '0000' })
      return answer.data.Items.filter((row: RecordValues) => keys.includes(keyText(resource, row)))
    }
    const listed = await ask({})
    // Lists are masked, so filters use the created values; values that the server counts or computes are read from the
    // list.
    const [one, other] = made.map((row) => ({
      ...listed.find((item) => keyText(resource, item) === keyText(resource, row)),
      ...row,
    }))
    if (!one || !other) throw new Error('two records')
    const asked = filters.flatMap((filter) => {
      const row = [one, other].find((candidate) => filterValue(filter, candidate) !== null)
      return row ? [{ filter, row, value: filterValue(filter, row) ?? '' }] : []
    })
    for (const { filter, row, value } of asked) {
      const query: Record<string, string> =
        filter.match === 'range'
          ? { [`${filter.field}From`]: value, [`${filter.field}To`]: value }
          : { [filter.field]: value }
      const expected = [one, other]
        .filter((candidate) => matchesFilter(filter, candidate, value))
        .map((candidate) => keyText(resource, candidate))
      expect(expected).toContain(keyText(resource, row))
      expect(
        (await ask(query)).map((candidate) => keyText(resource, candidate)).sort(),
        `filter ${filter.field}=${value}`,
      ).toEqual(expected.sort())
    }
    filtersAsked += asked.length
    const told = filters.flatMap((filter) => operatorCases(filter, one, other))
    for (const { query, found } of told)
      expect((await ask(query)).map((row) => keyText(resource, row)).sort(), JSON.stringify(query)).toEqual(
        found.map((row) => keyText(resource, row)).sort(),
      )
    toldApart += told.length
    // A filter for which neither record has a value must at least be a valid query.
    for (const { field, match } of filters.filter((filter) => !asked.some((one) => one.filter === filter)))
      await ask({
        [match === 'range' ? `${field}From` : field]: someValue(resource.fields.find(({ name }) => name === field)),
      })
    const sortable = sortableFields(resource).map((field) => field.name)
    for (const SortField of sortable) {
      const order =
        compared(SortField, one, other) || resource.key.map((key) => compared(key, one, other)).find(Boolean) || 0
      const ascending = order < 0 ? [one, other] : [other, one]
      const found = async (SortOrder: string) =>
        (await ask({ SortField, SortOrder })).map((row) => keyText(resource, row))
      if (compared(SortField, one, other) !== null) {
        expect(await found('ASC'), `sort ${SortField}`).toEqual(ascending.map((row) => keyText(resource, row)))
        expect(await found('DESC'), `sort ${SortField}`).toEqual(
          ascending.toReversed().map((row) => keyText(resource, row)),
        )
      } else expect((await found('ASC')).length).toBe(2)
    }
    for (const column of resource.list.columns.filter((field) => !sortable.includes(field)))
      expect(await client.get(listPath(resource), { ...period, SortField: column }), `sort ${column}`).toMatchObject({
        code: '2002',
        errors: { SortField: expect.any(String) },
      })
    if (isWorked(resource)) await worked(resource, client, [one, other])
  })
})

test('the records differ enough for filters, open ranges, several values and parts of texts, and can be changed', () => {
  expect(filtersAsked).toBeGreaterThan(80)
  expect(toldApart).toBeGreaterThan(50)
  expect(changedAlone).toBeGreaterThan(12)
})

/**
 * Changes one of two records, tries to change it again from its old state, deletes it; the other one stays unchanged.
 */
const worked = async (
  resource: Resource,
  client: Client,
  [row, other]: readonly [RecordValues, RecordValues],
): Promise<void> => {
  const paths = [recordPath(resource, row), recordPath(resource, other)] as const
  const read = async (path: string): Promise<RecordValues> => (await client.get(path)).data
  const [before, untouched, rest] = [await read(paths[0]), await read(paths[1]), await rowsBut(resource, row)]
  await expectAudited(resource, before)
  const change = changeOf(resource, before, await makeRecord(resource, { n: 23, enteredOnly: true }))
  changedAlone += Object.keys(change).length
  const changed = await client.put(paths[0], { ...change, ...confirmation(resource), UpdateTime: before.UpdateTime })
  expect(changed, JSON.stringify(change)).toMatchObject({
    status: 200,
    code: '0000',
    data: { ...lasting(resource, before), ...change },
  })
  expect(String(changed.data.UpdateTime) > String(before.UpdateTime)).toBe(true)
  expect(await read(paths[0])).toEqual(changed.data)
  await expectAudited(resource, before, changed.data)

  const sentAgain = await client.put(paths[0], { ...change, ...confirmation(resource), UpdateTime: before.UpdateTime })
  expect(sentAgain, 'the change is sent again').toMatchObject({ status: 200, code: '0000', data: changed.data })
  const former = Object.fromEntries(Object.keys(change).map((name) => [name, before[name]]))
  if (Object.keys(change).length > 0)
    expect(
      await client.put(paths[0], { ...former, ...confirmation(resource), UpdateTime: before.UpdateTime }),
    ).toMatchObject({ status: 200, code: '2009' })
  await expectAudited(resource, before, changed.data)
  expect(await read(paths[0])).toEqual(changed.data)
  expect(await read(paths[1])).toEqual(untouched)
  expect(await rowsBut(resource, row), 'one row touched').toEqual(rest)

  if (!isAllowed(resource, 'delete', changed.data, { today: '2026-11-20', role: 'CustomerAdmin' })) {
    expect(
      await client.delete(paths[0], resource.name === 'portalUser' ? confirmation(resource) : undefined),
    ).toMatchObject({ status: 200, code: '2006' })
    expect(await read(paths[0])).toEqual(changed.data)
    return
  }
  expect(
    await client.delete(paths[0], resource.name === 'portalUser' ? confirmation(resource) : undefined),
  ).toMatchObject({ status: 200, code: '0000' })
  const keeps = keptWhenDeleted.includes(resource.name)
  expect(
    await client.delete(paths[0], resource.name === 'portalUser' ? confirmation(resource) : undefined),
  ).toMatchObject(keeps ? { status: 200, code: '2006' } : { status: 404, code: '2004' })
  if (keeps) return
  expect(await read(paths[1])).toEqual(untouched)
  expect(await rowsBut(resource, row)).toEqual(rest)
}

/**
 * The audit lines of a record contain it as the detail page does, after its creation and before and after its change.
 */
const expectAudited = async (resource: Resource, created: RecordValues, changed?: RecordValues): Promise<void> => {
  const lines = await writeLines(db, resource.name, keyText(resource, created))
  expect(lines.map(({ action }) => action)).toEqual(changed ? ['Create', 'Update'] : ['Create'])
  expect(lines.map(({ before }) => before)).toEqual(changed ? [null, lines[0]?.after] : [null])
  expect(lines.map(({ after }) => after)).toMatchObject(
    changed ? [asAudited(resource, created), asAudited(resource, changed)] : [asAudited(resource, created)],
  )
}

/** The values that a change of one field leaves unchanged. */
const lasting = ({ fields }: Resource, row: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) =>
        !['UpdateTime', 'UpdateUser', 'Labels'].includes(name) &&
        fields.find((field) => field.name === name)?.type !== 'computed',
    ),
  )
