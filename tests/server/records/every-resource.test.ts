import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import type { Right } from '../../../src/domain/rights'
import { columnName } from '../../../src/schema/column-name'
import { endpointId } from '../../../src/schema/endpoints'
import { sortableFields } from '../../../src/schema/sortable-fields'
import type { Resource, Row } from '../../../src/schema/types'
import { pageRights } from '../../../src/server/page-rights'
import type { Client } from '../../support/client'
import { askable, compared, generatedRow, isFound, operatorCases, someValue } from '../../support/generated'
import { portal, twoCompanies } from '../../support/portal'

const { as, given, schemas, db } = await portal()
await twoCompanies({ given })
await given.billTerm()
const clients = { CustomerAdmin: await as('CustomerAdmin'), BankOperator: await as('BankOperator') }
const records = schemas.resources.filter(({ kind, endpoints }) => kind === 'records' && endpoints.operations.includes('list'))
const listPath = ({ endpoints }: Resource) => allEndpoints(schemas)[endpointId(endpoints.controller, 'list')]?.path ?? ''

const isOpen = (resource: Resource): boolean => resource.fields.some(({ readOnly, virtual, type }) => !readOnly && !virtual && type !== 'count')
const isWorked = (resource: Resource): boolean =>
  isOpen(resource) && (['create', 'get', 'update', 'delete'] as const).every((operation) => resource.endpoints.operations.includes(operation))

/** Who works with the records: whoever may create them; of those that another system makes, who sees most. */
const workerOf = (resource: Resource): Client => {
  const may = (role: keyof typeof clients, right: Right) => pageRights(role, resource).includes(right)
  if (isWorked(resource)) return may('CustomerAdmin', 'Create') ? clients.CustomerAdmin : clients.BankOperator
  return may('BankOperator', 'Query') || !resource.page ? clients.BankOperator : clients.CustomerAdmin
}

const keyText = ({ key }: Resource, row: Row): string => key.map((name) => row[name]).join('~')
const recordPath = (resource: Resource, row: Row): string => `${resource.endpoints.base}/${resource.key.map((name) => row[name]).join('/')}`
const known: Row = { ApplyCode: '77001', UniformNo: '90000017', BillTermId: '2026-11', BillCategoryCode: 'MGT' }

/** Two records that differ: made by the calls where people make them, else as another system would have left them. */
const twoRecords = async (resource: Resource): Promise<readonly [Row, Row]> => {
  const make = async (n: number): Promise<Row> => {
    const body = generatedRow(resource, n, { known, typed: isWorked(resource) })
    if (!isWorked(resource)) return given.record(resource.name, body)
    const made = await workerOf(resource).post(resource.endpoints.base, body)
    expect(made, `${JSON.stringify(body)} is refused: ${JSON.stringify(made.errors)}`).toMatchObject({ status: 200, code: '0000', data: body })
    const { data } = await workerOf(resource).get(recordPath(resource, made.data))
    expect(data).toMatchObject(body)
    return data
  }
  return [await make(21), await make(22)]
}

/** All rows of the table but the one, as text. */
const rowsBut = async (resource: Resource, row: Row): Promise<readonly string[]> => {
  const rows = await db.selectFrom(resource.table).selectAll().execute()
  const isOther = (one: Row) => resource.key.some((key) => String(one[columnName(key)]) !== String(row[key]))
  return rows
    .filter(isOther)
    .map((one) => JSON.stringify(one))
    .sort()
}

let toldApart = 0

describe.each(records.map(({ name }) => name))('%s', (name) => {
  const resource = schemas.get(name)
  const client = workerOf(resource)

  test.each(['CustomerAdmin', 'BankOperator'] as const)('is listed for the %s if the role may, and 403 if not', async (role) => {
    const may = !resource.page || pageRights(role, resource).includes('Query')
    expect(await clients[role].get(listPath(resource))).toMatchObject(may ? { status: 200, code: '0000', data: { PageNo: 1 } } : { status: 403, code: '9001' })
  })

  test('finds by every filter what fits, and sorts by every column that has an order', async () => {
    const made = await twoRecords(resource)
    const keys = made.map((row) => keyText(resource, row))
    const ask = async (query: Readonly<Record<string, string | number | readonly string[]>>): Promise<readonly Row[]> => {
      const answer = await client.get(listPath(resource), { PageSize: 500, ...query })
      expect(answer, JSON.stringify(query)).toMatchObject({ status: 200, code: '0000' })
      return answer.data.Items.filter((row: Row) => keys.includes(keyText(resource, row)))
    }
    const listed = await ask({})
    // Lists are masked, so what was made counts; what the server counts or computes is read from the list.
    const [one, other] = made.map((row) => ({ ...listed.find((item) => keyText(resource, item) === keyText(resource, row)), ...row }))
    if (!one || !other) throw new Error('two records')
    const asked = resource.list.filters.flatMap((filter) => {
      const value = askable(filter, one)
      return value === null ? [] : [{ filter, value }]
    })
    for (const { filter, value } of asked) {
      const query: Record<string, string> =
        filter.match === 'range' ? { [`${filter.field}From`]: value, [`${filter.field}To`]: value } : { [filter.field]: value }
      const expected = [one, other].filter((row) => isFound(filter, row, value)).map((row) => keyText(resource, row))
      expect(expected).toContain(keyText(resource, one))
      expect((await ask(query)).map((row) => keyText(resource, row)).sort(), `filter ${filter.field}=${value}`).toEqual(expected.sort())
    }
    expect(asked.length, 'filters that found').toBeGreaterThan(0)
    const told = resource.list.filters.flatMap((filter) => operatorCases(filter, one, other))
    for (const { query, found } of told)
      expect((await ask(query)).map((row) => keyText(resource, row)).sort(), JSON.stringify(query)).toEqual(found.map((row) => keyText(resource, row)).sort())
    toldApart += told.length
    // What neither record has a value for is at least a question that the list understands.
    for (const { field, match } of resource.list.filters.filter((filter) => !asked.some((one) => one.filter === filter)))
      await ask({ [match === 'range' ? `${field}From` : field]: someValue(resource.fields.find(({ name }) => name === field)) })
    const sortable = sortableFields(resource).map((field) => field.name)
    for (const SortField of sortable) {
      const order = compared(SortField, one, other) || resource.key.map((key) => compared(key, one, other)).find(Boolean) || 0
      const ascending = order < 0 ? [one, other] : [other, one]
      const found = async (SortOrder: string) => (await ask({ SortField, SortOrder })).map((row) => keyText(resource, row))
      if (compared(SortField, one, other) !== null) {
        expect(await found('ASC'), `sort ${SortField}`).toEqual(ascending.map((row) => keyText(resource, row)))
        expect(await found('DESC'), `sort ${SortField}`).toEqual(ascending.toReversed().map((row) => keyText(resource, row)))
      } else expect((await found('ASC')).length).toBe(2)
    }
    for (const column of resource.list.columns.filter((field) => !sortable.includes(field)))
      expect(await client.get(listPath(resource), { SortField: column }), `sort ${column}`).toMatchObject({
        code: '2002',
        errors: { SortField: expect.any(String) },
      })
    if (isWorked(resource)) await worked(resource, client, [one, other])
  })
})

test('the two records of a resource differ enough to ask by open ranges, several values and parts of texts', () => expect(toldApart).toBeGreaterThan(20))

/** Changes one of two records, tries to change it again from its old state, deletes it; the other stays as it is. */
const worked = async (resource: Resource, client: Client, [row, other]: readonly [Row, Row]): Promise<void> => {
  const paths = [recordPath(resource, row), recordPath(resource, other)] as const
  const read = async (path: string): Promise<Row> => (await client.get(path)).data
  const [before, untouched, rest] = [await read(paths[0]), await read(paths[1]), await rowsBut(resource, row)]
  const field = resource.fields.find((one) => one.type === 'string' && !one.readOnly && !one.writeOnce && !one.unique && one.pattern === undefined)
  if (!field) throw new Error(`${resource.name} has no text to change.`)
  const changed = await client.put(paths[0], { [field.name]: '改過', UpdateTime: before.UpdateTime })
  expect(changed).toMatchObject({
    status: 200,
    code: '0000',
    data: { ...before, [field.name]: '改過', UpdateTime: expect.any(String), UpdateUser: expect.any(String), Labels: expect.anything() },
  })
  expect(String(changed.data.UpdateTime) > String(before.UpdateTime)).toBe(true)
  expect(await read(paths[0])).toEqual(changed.data)

  expect(await client.put(paths[0], { [field.name]: '太晚', UpdateTime: before.UpdateTime })).toMatchObject({ status: 200, code: '2009' })
  expect(await read(paths[0])).toEqual(changed.data)
  expect(await read(paths[1])).toEqual(untouched)
  expect(await rowsBut(resource, row), 'one row touched').toEqual(rest)

  expect(await client.delete(paths[0])).toMatchObject({ status: 200, code: '0000' })
  expect(await client.get(paths[0])).toMatchObject({ status: 404, code: '2004' })
  expect(await read(paths[1])).toEqual(untouched)
  expect(await rowsBut(resource, row)).toEqual(rest)
}
