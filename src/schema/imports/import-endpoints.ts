import type { Right } from '../../domain/access/roles'
import type { Resource } from '../resource'

/** A call that an import gives. */
export interface ImportEndpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly session: 'company'
  readonly body?: 'multipart'
  readonly answer: 'data' | 'file'
  readonly page: string
  readonly right: Right
}

export const importCalls = ['ImportTemplate', 'PreviewImport', 'CheckImport', 'Import'] as const
export type ImportCall = (typeof importCalls)[number]

/** The calls of an import by name. They stand beyond the specification's own, for resources of either kind. */
export const importEndpoint = ({ name, endpoints }: Pick<Resource, 'name' | 'endpoints'>, call: ImportCall): ImportEndpoint => ({
  path: `/Ext${endpoints.base}/${call}`,
  session: 'company',
  page: name,
  right: 'Create',
  ...(call === 'ImportTemplate' ? { method: 'GET', answer: 'file' } : { method: 'POST', body: 'multipart', answer: 'data' }),
})

/** All of them by their ids, such as `Coupon.CheckImport`; none where the schema declares no import. */
export const importEndpoints = (resource: Resource): Readonly<Record<string, ImportEndpoint>> =>
  resource.import ? Object.fromEntries(importCalls.map((call) => [`${resource.endpoints.controller}.${call}`, importEndpoint(resource, call)])) : {}
