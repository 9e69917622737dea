import { expect } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import { callIdOf } from '../../../src/schema/calls/endpoints'
import type { RecordValues } from '../../../src/schema/language/language'
import type { Portal } from '../../support/portal'

export const overviewPath = '/Ext/EnterpriseArea/GetOverview'

/** Returns the figures that a user of a role reads. */
export const readOverview = async (here: Portal, role = 'CustomerAdmin', query = {}, user = {}) =>
  (await (await here.as(role, user)).get(overviewPath, query)).data

/** Creates a line that waits for a person. */
export const exception = ({ given }: Portal, values: RecordValues = {}) =>
  given.line({ WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound', ...values })

type ListQuery = Readonly<Record<string, string | readonly string[]>>

/** Returns the whole result of the list to which a figure links. */
export const listed = async (here: Portal, resource: string, query: ListQuery, role: string, user = {}) => {
  const endpoint = allEndpoints(here.schemas)[callIdOf(here.schemas.get(resource), 'list')]
  const client = await here.as(role, user)
  const { code, message, data } = await client.get(endpoint?.path ?? expect.unreachable(`${resource} has no list`), {
    ...query,
    PageSize: 100,
    WithTotals: true,
  })
  expect(code, message).toBe('0000')
  return data as {
    readonly TotalCount: number
    readonly Items: readonly RecordValues[]
    readonly Totals?: readonly RecordValues[]
  }
}

/** Returns the sum of a field over records. */
export const sumOf = (records: readonly RecordValues[], name: string): number =>
  records.reduce((sum, record) => sum + Number(record[name]), 0)
