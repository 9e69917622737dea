import { describe, expect, test } from 'vitest'
import { mask, type PersonalData } from '../../../src/domain/access/mask'
import { pageNames } from '../../../src/domain/access/roles'
import type { RecordValues } from '../../../src/schema/language/types'
import { readSchemaFiles } from '../../../src/server/node/schemas/schema-files'
import type { Client } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'
import { fixtures } from '../../support/schemas/fixtures'
import { recordMaker } from '../../support/schemas/generated-record'

// What each role may do with each field, read from the schema files themselves, independently of the portal's code.
interface Said {
  readonly operations?: readonly string[]
  readonly fields?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

interface Declared {
  readonly fields: Readonly<Record<string, { readonly personal?: PersonalData }>>
  readonly permissions?: Readonly<Record<string, Said>>
  readonly allowedWhen?: { readonly update?: { readonly field: string; readonly is: unknown } }
  readonly import?: { readonly columns: readonly (string | { readonly field: string; readonly title?: string })[] }
}

const files: Readonly<Record<string, Declared>> = {
  ...Object.fromEntries(
    readSchemaFiles('schemas').map(({ file, text }) => [
      file.slice('schemas/'.length, -'.json'.length),
      JSON.parse(text),
    ]),
  ),
  ...(fixtures() as Readonly<Record<string, Declared>>),
}
const open = await portal({ schemas: fixtures() })
const existing = await twoCompanies(open)
const makeRecord = recordMaker({ schemas: open.schemas, record: open.given.record, existing })

// On the bank's 29 pages a schema only narrows the table of rights, which tests/server/accounts/matrix.test.ts tests.
// A hand-written page has no records.
// Pages with tests of their own: a company has only one template of notices, and only the portal writes what came from
// channels.
const elsewhere = ['noticeTemplate', 'bankFile', 'remittance', 'remittanceCheck']
const cases = Object.entries(files)
  .filter(
    ([name]) =>
      !pageNames.some((page) => page === name) &&
      open.schemas.has(name) &&
      open.schemas.get(name).kind === 'records' &&
      !elsewhere.includes(name),
  )
  .flatMap(([name, file]) => Object.entries(file.permissions ?? {}).map(([role, said]) => ({ name, role, file, said })))

/** The rights of a role on a page of company records without declared permissions. */
const usual: Readonly<Record<string, readonly string[]>> = {
  CustomerAdmin: ['list', 'get', 'create', 'update', 'delete'],
  CustomerMaker: ['list', 'get', 'create', 'update', 'delete'],
  CustomerChecker: ['list', 'get'],
  CustomerViewer: ['list', 'get'],
}

test('the schemas declare permissions for enough roles', () => expect(cases.length).toBeGreaterThan(8))

describe.each(cases)('$name for the $role', async ({ name, role, file, said }) => {
  const resource = open.schemas.get(name)
  const client = await open.as(role)
  const { base } = resource.endpoints
  const may = (operation: string) => (said.operations ?? usual[role] ?? []).includes(operation)
  const level = (field: string, operation: string): string | undefined => {
    const words = said.fields?.[field]
    return typeof words === 'object' ? words[operation] : words
  }
  const { field: decides, is } = file.allowedWhen?.update ?? {}
  const made = await makeRecord(resource, {
    n: 31 + cases.findIndex((one) => one.name === name && one.role === role),
    enteredOnly: false,
  })
  const values = decides === undefined ? made : { ...made, [decides]: is }
  const record = await open.given.record(name, values)
  const path = `${base}/${resource.key.map((key) => record[key]).join('/')}`
  const named = Object.keys(file.fields).filter(
    (field) => typeof values[field] === 'string' || typeof values[field] === 'number',
  )

  /** The stored value as a reader with that level of access sees it. */
  const seen = (field: string, operation: 'list' | 'get'): unknown => {
    const { personal } = file.fields[field] ?? {}
    const words = level(field, operation)
    if (words === 'hidden') return undefined
    const isPlain =
      !personal ||
      (operation === 'get' &&
        words !== 'masked' &&
        (words !== undefined || ['CustomerAdmin', 'CustomerMaker'].includes(role)))
    return isPlain ? values[field] : mask(personal, String(values[field]))
  }
  const visible = (row: RecordValues) => Object.fromEntries(named.map((field) => [field, row[field]]))

  test('reads lists and exports at its levels', async () => {
    for (const query of [{}, { AllFields: 'true' }]) {
      const answer = await client.get(base, { ...query, PageSize: 500 })
      expect(answer.status).toBe(may('list') ? 200 : 403)
      if (!may('list')) continue
      const row = answer.data.Items.find((item: RecordValues) => resource.key.every((key) => item[key] === record[key]))
      const listed = 'AllFields' in query ? named : named.filter((field) => resource.list.columns.includes(field))
      for (const field of listed) expect(row[field], field).toEqual(seen(field, 'list'))
    }
  })

  test('reads one record at its levels', async () => {
    const answer = await client.get(path)
    expect(answer.status).toBe(may('get') ? 200 : 403)
    if (may('get'))
      expect(visible(answer.data)).toEqual(Object.fromEntries(named.map((field) => [field, seen(field, 'get')])))
  })

  const changeable = Object.keys(file.fields).filter((field) =>
    resource.fields.some((one) => one.name === field && !one.readOnly && !one.writeOnce),
  )

  /** Fields that are refused when the role sends them, each with an unknown field, so that nothing is written. */
  const refused = async (send: (change: RecordValues) => ReturnType<Client['post']>): Promise<string[]> => {
    const other = await makeRecord(resource, { n: 81, enteredOnly: true })
    const found: string[] = []
    for (const field of changeable.filter((one) => other[one] !== undefined)) {
      const { errors } = await send({ [field]: other[field], NoSuchField: 1 })
      expect(Object.keys(errors).length).toBeGreaterThan(0)
      if (/權限|沒有這個欄位/.test(errors[field] ?? '')) found.push(field)
    }
    return found.sort()
  }
  const closed = (operation: string) =>
    changeable.filter((field) => !['editable', undefined].includes(level(field, operation))).sort()

  test('writes new records at its levels', async () => {
    const answer = await client.post(base, {})
    expect(answer.status).toBe(may('create') ? 200 : 403)
    if (may('create')) expect(await refused((change) => client.post(base, change))).toEqual(closed('create'))
  })

  test('changes records at its levels', async () => {
    const answer = await client.put(path, {})
    expect(answer.status).toBe(may('update') ? 200 : 403)
    if (!may('update')) return
    const { data } = await client.get(path)
    expect(await refused((change) => client.put(path, { ...change, UpdateTime: data.UpdateTime }))).toEqual(
      closed('update'),
    )
  })

  test('deletes records only where it may', async () => {
    const gone = await open.given.record(
      name,
      await makeRecord(resource, {
        n: 61 + cases.findIndex((one) => one.name === name && one.role === role),
        enteredOnly: false,
      }),
    )
    const answer = await client.delete(`${base}/${resource.key.map((key) => gone[key]).join('/')}`)
    expect(answer.status).toBe(may('delete') ? 200 : 403)
  })

  if (!file.import) return

  test('imports the columns that it may enter', async () => {
    const answer = await client.get(`/Ext/${resource.endpoints.controller}/ImportTemplate`)
    expect(answer.status).toBe(may('create') ? 200 : 403)
    if (!may('create')) return
    const [header] = await titlesOf(answer.bytes)
    const columns = (file.import?.columns ?? []).map((column) => (typeof column === 'string' ? column : column.field))
    const wanted = columns.filter((field) => ['editable', undefined].includes(level(field, 'create')))
    expect(header?.map((title) => title.replace(/\*$/, ''))).toEqual(
      wanted.map((field) => resource.fields.find((one) => one.name === field)?.label),
    )
  })
})

const titlesOf = async (bytes: Uint8Array): Promise<readonly (readonly string[])[]> => {
  const rows: (readonly string[])[] = []
  for await (const { cells } of open.ports.sheets.read(
    { name: 'template.xlsx', bytes },
    { maxRows: 10, maxColumns: 50 },
  ))
    rows.push(cells)
  return rows
}
