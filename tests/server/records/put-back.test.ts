import Ajv from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { openApi } from '../../../src/contract/openapi'
import { mask } from '../../../src/domain/access/mask'
import { modules } from '../../../src/modules'
import { canOperate } from '../../../src/schema/access/permissions'
import { hasFiles, rightForOperation } from '../../../src/schema/calls/endpoints'
import type { Resource } from '../../../src/schema/language/resource'
import { isEntered, type RecordValues } from '../../../src/schema/language/types'
import { pageRights } from '../../../src/server/access/operations'
import { isCallServed } from '../../../src/server/http/handlers'
import type { Client } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'
import { fixtures } from '../../support/schemas/fixtures'
import { recordMaker } from '../../support/schemas/generated-record'
import { roster } from '../../support/schemas/roster'
import { password } from '../accounts/sign-in'

const { as, db, given, ports, schemas } = await portal({ schemas: { ...fixtures(), roster } })
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
await given.billTerm()
const clients = Object.fromEntries(
  await Promise.all(roles.map(async (role) => [role, await as(role)] as const)),
) as Record<Role, Client>
// Users are created with the caller's own password.
await db
  .updateTable('portal_user_secret')
  .set({ password_hash: await ports.passwords.hash(password) })
  .execute()
const makeRecord = recordMaker({ schemas, record: given.record, existing })

const may = (role: Role, operation: 'list' | 'create' | 'update', resource: Resource): boolean =>
  resource.page
    ? pageRights(role, resource).includes(rightForOperation(operation)) && canOperate(resource, role, operation)
    : role === 'BankOperator'

/**
 * The resources whose records a call reads and another call changes, with each role that may do both.
 * Files are not sent back as they were read, but kept if the form contains none.
 */
const cases = schemas.resources
  .filter(
    ({ kind, endpoints, fields }) =>
      kind === 'records' && endpoints.operations.includes('update') && fields.some(isEntered) && !hasFiles({ fields }),
  )
  .flatMap((resource) =>
    roles
      .filter((role) => may(role, 'list', resource) && may(role, 'update', resource))
      .map((role) => [resource.name, role] as const),
  )

const validator = new Ajv({
  strict: false,
  allErrors: true,
  formats: { date: true, 'date-time': true, email: true, password: true, binary: true },
})
validator.addSchema({ $id: 'api', ...openApi(schemas, isCallServed(schemas, modules)) })

/** Returns the differences between a body and the description of the body of a change. */
const undescribed = (name: string, body: RecordValues): string => {
  const validate = validator.getSchema(`api#/components/schemas/${name}.Update`)
  return validate?.(body) ? '' : validator.errorsText(validate?.errors)
}

let no = 30

/** Creates a record as users do. Some records cannot be created by a call with generated values. */
const newRecord = async (resource: Resource): Promise<RecordValues> => {
  const [body, path] = [await bodyOf(resource), resource.endpoints.base]
  const creator = roles.find((role) => may(role, 'create', resource))
  // A company is created by the bank's system.
  if (!creator) return body
  const { data, message } = await clients[creator].post(
    path,
    resource.name === 'portalUser' ? { ...body, AdminMima: password } : body,
  )
  expect(data, message).toHaveProperty('UpdateTime')
  return data
}

const bodyOf = async (resource: Resource): Promise<RecordValues> => {
  no = no < 98 ? no + 1 : 31
  if (resource.name === 'Customer') return existing.Customer ?? {}
  if (resource.name === 'bills') return { ...bill, PayerNo: String(no).padStart(6, '0') }
  return makeRecord(resource, { n: no, enteredOnly: true })
}

const bill = {
  ApplyCode: '77001',
  BillTermId: '2026-11',
  PayerName: '王大明',
  Mobile: '0912345678',
  CurrencyType: 'TWD',
  FeeItems: [{ Amount: 1000, FeeName: '管理費' }],
}

const pathOf = ({ endpoints, key }: Resource, record: RecordValues): string =>
  `${endpoints.base}/${key.map((name) => record[name]).join('/')}`

/** Returns a record as the role reads it: by the call for one record or, where there is none, in the list. */
const read = async (client: Client, resource: Resource, record: RecordValues): Promise<RecordValues> => {
  if (resource.endpoints.operations.includes('get')) return (await client.get(pathOf(resource, record))).data
  // A bank user sees a record of such a list in full only if the query asks for it by its key.
  const key = Object.fromEntries(resource.key.map((name) => [name, String(record[name])]))
  const { data } = await client.get(resource.endpoints.base, { ...key, AllFields: 'true' })
  return data.Items.find((row: RecordValues) => resource.key.every((name) => row[name] === record[name]))
}

const withoutChange = ({ UpdateTime: _, UpdateUser: __, ...record }: RecordValues): RecordValues => record

describe.each(cases)('%s, changed by %s', (name, role) => {
  const resource = schemas.get(name)
  const client = clients[role]
  test('accepts a record exactly as it was read, and does not change it', async () => {
    const record = await newRecord(resource)
    const before = await read(client, resource, record)
    const changed = await client.put(pathOf(resource, record), before)
    expect(changed, `${changed.message} ${JSON.stringify(changed.errors)}`).toMatchObject({ status: 200, code: '0000' })
    expect(withoutChange(await read(client, resource, record))).toEqual(withoutChange(before))
    expect(undescribed(name, before)).toBe('')
  })
})

test('most resources and several roles are tested', () => {
  expect(new Set(cases.map(([name]) => name)).size).toBeGreaterThan(20)
  expect(new Set(cases.map(([, role]) => role)).size).toBeGreaterThan(3)
})

describe('of a record that was read', () => {
  const changed = async (name: string, role: Role, change: (record: RecordValues) => RecordValues) => {
    const resource = schemas.get(name)
    const created = await newRecord(resource)
    const path = pathOf(resource, created)
    const before = (await clients[role].get(path)).data
    const answer = await clients[role].put(path, { ...before, ...change(before) })
    const { data: after } = await clients.CustomerAdmin.get(path)
    return { answer, before, after, created }
  }

  test('values that the server computes are ignored, also if they are others', async () => {
    const values = {
      PaidAmount: 999,
      PayStatus: 'Paid',
      ShouldPayAmount: 1,
      BillStatus: 'Paid',
      TWQRPayload: 'x',
      Payments: [],
      CreateUser: 'x',
      Labels: {},
    }
    const { answer, before, after } = await changed('bills', 'CustomerMaker', () => values)
    expect(answer.code).toBe('0000')
    expect(withoutChange(after)).toEqual(withoutChange(before))
  })

  test('computed values are ignored in a new record, too', async () => {
    const { data } = await clients.CustomerMaker.get(`/Bills/${(await newRecord(schemas.get('bills'))).SerialId}`)
    const copy = await clients.CustomerMaker.post('/Bills', {
      ...data,
      BillNo: null,
      VACAccount: null,
      PayerNo: '009999',
      PaidAmount: 5,
    })
    expect(copy).toMatchObject({ code: '0000', data: { PaidAmount: 0, ShouldPayAmount: 1000 } })
  })

  test.each([
    ['a name that no field has', 'bills', { Remarks: '筆誤' }, { Remarks: '沒有這個欄位。' }],
    [
      'another value of a field that cannot change',
      'fee',
      { FeeCode: 'OTHER' },
      { FeeCode: '繳費項目代碼建立後不可修改。' },
    ],
    ['a hidden field', 'roster', { CHidden: '猜' }, { CHidden: '沒有這個欄位。' }],
    [
      'another value of a field that the role may not write',
      'roster',
      { CReadOnly: '別人' },
      { CReadOnly: '您沒有填寫CReadOnly的權限，請保留原值。' },
    ],
  ])('%s is refused', async (_, name, change, errors) => {
    const { answer } = await changed(name, 'CustomerMaker', () => change)
    expect(answer.errors).toEqual(errors)
  })

  test('the mask of a value that the role sees in full is refused, as a copy from a list', async () => {
    const { answer } = await changed('roster', 'CustomerAdmin', ({ Contact }) => ({
      Contact: mask('name', String(Contact)),
    }))
    expect(answer.errors).toEqual({ Contact: '聯絡人是遮罩後的內容，請輸入完整的聯絡人，或保留原值。' })
  })

  test('a role that sees masks may change what is not masked, and may replace a mask by a new value', async () => {
    const { answer, created, after } = await changed('roster', 'CustomerChecker', ({ People }) => ({
      Contact: '陳小明',
      People: (People as readonly RecordValues[]).map((item, index) =>
        index === 0 ? { ...item, Item: '新職稱' } : { ...item, Person: '林小華' },
      ),
    }))
    expect(answer.code).toBe('0000')
    const [first, second] = created.People as readonly RecordValues[]
    expect(after).toMatchObject({
      Contact: '陳小明',
      CMasked: created.CMasked,
      People: [
        { Item: '新職稱', Person: first?.Person },
        { Item: second?.Item, Person: '林小華' },
      ],
    })
  })

  test('unchanged items keep the values that the role sees masked, also if their ids are omitted', async () => {
    const { answer, created, after } = await changed('roster', 'CustomerChecker', ({ People }) => ({
      People: (People as readonly RecordValues[]).map(({ id: _, ...item }) => item),
    }))
    expect(answer.code).toBe('0000')
    expect(after.People).toEqual(created.People)
  })
})
