import type { SchemaSet } from '../../schema/load/schema-set'
import type { Modules } from '../module'
import type { Ports } from '../ports'
import type { RecordContext } from '../record-context'
import type { DemoAgreement, DemoCompany } from './companies'

/** The portal that receives the demo data; both of its database handles are the transaction that inserts this data. */
export interface DemoPortal {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly modules: Modules
  readonly today: string
}

/** The agreement that records belong to, and its company. */
export interface DemoTenant {
  readonly company: DemoCompany
  readonly agreement: DemoAgreement
}

/** Returns the portal with its clock set to the given time, so that the demo data contain changes of that time. */
export const portalAt = (portal: DemoPortal, time: string): DemoPortal => ({
  ...portal,
  ports: { ...portal.ports, clock: () => new Date(time) },
})

/**
 * Returns the maker who works with an agreement: `maker01` with the company's first agreement, `maker02` with all
 * others.
 */
export const makerOf = ({ company, agreement }: DemoTenant): string =>
  agreement === company.agreements[0] ? 'maker01' : 'maker02'

/** Returns the context for changes that this maker makes. */
export const makerContext = (portal: DemoPortal, tenant: DemoTenant): RecordContext =>
  contextOf(portal, tenant, { userId: makerOf(tenant), role: 'CustomerMaker' })

/** Returns the context for changes by the person who releases what makers propose. */
export const checkerContext = (portal: DemoPortal, tenant: DemoTenant): RecordContext =>
  contextOf(portal, tenant, { userId: 'checker01', role: 'CustomerChecker' })

const contextOf = (
  { ports: { db, clock }, schemas, modules }: DemoPortal,
  { company: { uniformNo }, agreement }: DemoTenant,
  person: { readonly userId: string; readonly role: string },
): RecordContext => ({
  db,
  schemas,
  modules,
  clock,
  ip: '',
  scope: { kind: 'company', uniformNo, sessionId: '', applyCodes: [agreement.applyCode], ...person },
})
