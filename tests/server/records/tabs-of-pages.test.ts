import { beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '../../../src/contract/all-endpoints'
import { callIdOf, tabsEndpoint } from '../../../src/schema/calls/endpoints'
import type { Resource } from '../../../src/schema/language/resource'
import type { RecordValues } from '../../../src/schema/language/types'
import { seedDemo } from '../../../src/server/demo/seed'
import type { Client } from '../../support/client'
import { type Portal, portal } from '../../support/portal'
import { testSchemas } from '../../support/schemas/schemas'

let here: Portal
let admins: readonly Client[]
let bank: Client

beforeAll(async () => {
  here = await portal()
  await seedDemo(here)
  await here.ports.jobs.runUntilIdle()
  const rows = await here.db.selectFrom('portal_user').select('serial_id').where('user_id', '=', 'admin01').execute()
  admins = await Promise.all(rows.map(({ serial_id }) => here.as({ SerialId: serial_id })))
  bank = await here.as('BankOperator')
})

/** Expects the counts and sums of the tabs to be those of the lists that they open; returns the number of records. */
const expectTabs = async (client: Client, resource: Resource): Promise<number> => {
  const { data } = await client.get(tabsEndpoint(resource).path)
  const listPath = allEndpoints({ resources: [resource] })[callIdOf(resource, 'list')]?.path ?? ''
  const totals = resource.list.totals.length > 0
  for (const [index, { where }] of resource.list.tabs.entries()) {
    const query = { ...where, ...(totals ? { WithTotals: 'true' } : {}) }
    const { data: list } = await client.get(listPath, query)
    expect(data.Tabs[index], `${resource.name} ${JSON.stringify(where)}`).toMatchObject({
      Count: list.TotalCount,
      Totals: (list.Totals ?? []).filter(({ Count }: RecordValues) => Count !== 0),
    })
  }
  return data.Tabs[0].Count
}

const ofBank = ['bankFile', 'remittanceCheck', 'debitAuthorization']
const withoutDemoData = ['Report', 'makePDFList']
const withTabs = testSchemas({}).resources.filter(({ list }) => list.tabs.length > 0)

test.each(withTabs.map((resource) => [resource.name, resource] as const))(
  'the tabs of %s have the counts and sums of its lists',
  async (name, resource) => {
    const clients = ofBank.includes(name) ? [bank] : admins
    const counts = await Promise.all(clients.map((client) => expectTabs(client, resource)))
    if (!withoutDemoData.includes(name)) expect(Math.max(...counts)).toBeGreaterThan(0)
  },
)
