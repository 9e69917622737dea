import { type Endpoint, endpoints } from '../contract/endpoints'
import { extensions } from '../contract/extensions'
import { headerNames } from '../contract/headers'
import { Refusal } from '../domain/refusal'
import type { SchemaSet } from '../schema/schema-set'
import { HttpRefusal, type Scope } from './call'
import { pageRights } from './page-rights'
import { permits } from './permissions'
import type { Ports } from './ports'
import { readSession } from './session/read-session'

/** The only door: who calls, and may this user do this? The answer is what the caller may see. */
export const guard = async (ports: Ports, schemas: SchemaSet, { id, endpoint, headers }: Asked): Promise<Scope> => {
  if (endpoint.session === 'none') return { kind: 'nobody' }
  const scope = await readSession(ports, bearerToken(headers), endpoint.session)
  if (waitsForMima(scope) && !beforeMima.includes(endpoint.path)) throw new Refusal('1007', '請先變更密碼，再使用其他功能。')
  if (!allows(scope, endpoint, schemas) || ('role' in scope && !permits(schemas, id, scope.role)))
    throw new HttpRefusal(403, '您沒有這項功能的權限，請洽貴公司的管理者。')
  return scope
}

/** A call and what came with it. */
export interface Asked {
  /** Name of the call in the contract or of a schema. */
  readonly id: string
  readonly endpoint: Endpoint
  readonly headers: Headers
}

const waitsForMima = (scope: Scope): boolean => 'mustChangeMima' in scope && scope.mustChangeMima === true

/** All that a session reaches whose password was given out by somebody else, or is too old. */
const beforeMima: readonly string[] = [
  endpoints['PortalUser.ChangeMima'].path,
  endpoints['EnterpriseArea.Logout'].path,
  extensions['EnterpriseArea.GetSession'].path,
]

const allows = (scope: Scope, { page, right }: Endpoint, schemas: SchemaSet): boolean => {
  if (!page || !right) return true
  if (scope.kind !== 'company' && scope.kind !== 'bank') return false
  return pageRights(scope.role, schemas.has(page) ? schemas.get(page) : { name: page, tenant: 'UniformNo', menu: undefined, permissions: {} }).includes(right)
}

/** The token after `Bearer`; empty where there is none. The header UniformNo is never believed. */
const bearerToken = (headers: Headers): string => /^Bearer (\S+)$/.exec(headers.get(headerNames.authorization) ?? '')?.[1] ?? ''
