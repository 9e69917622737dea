import Ajv, { type ValidateFunction } from 'ajv/dist/2020'
import { type OpenApi, openApi } from '../../src/contract/openapi'
import type { SchemaSet } from '../../src/schema/load/schema-set'
import type { App } from '../../src/server/http/app'
import { isServed } from '../../src/server/http/handlers'

/** The app, each of whose answers is held against the API's description: one that it does not describe, or describes otherwise, fails the test that asked. */
export const documented = (app: Pick<App, 'request'>, schemas: SchemaSet, saw: (operationId: string) => void = () => {}): Pick<App, 'request'> => {
  return {
    request: async (path, init, caller) => {
      const response = await app.request(path, init, caller)
      const judge = judgeFor(schemas)
      const { operationId, problem } = await judge(init?.method ?? 'GET', new URL(path, 'http://localhost').pathname, response.clone())
      if (problem) throw new Error(`${init?.method} ${path} answers ${response.status} otherwise than its description (${operationId}): ${problem}`)
      if (operationId) saw(operationId)
      return response
    },
  }
}

const judges = new WeakMap<SchemaSet, ReturnType<typeof judgeOf>>()

/** The validators of a set of schemas are compiled once for all portals that share it. */
const judgeFor = (schemas: SchemaSet): ReturnType<typeof judgeOf> => {
  const judge = judges.get(schemas) ?? judgeOf(openApi(schemas, isServed(schemas)))
  judges.set(schemas, judge)
  return judge
}

interface ValidationResult {
  readonly operationId?: string
  readonly problem?: string
}

type Json = Readonly<Record<string, unknown>>

const judgeOf = (document: OpenApi) => {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: { date: /^\d{4}-\d{2}-\d{2}$/, 'date-time': isMoment, email: true, password: true, binary: true },
  })
  ajv.addSchema({ $id: 'api', ...document })
  const validators = new Map<string, ValidateFunction>()
  const find = finder(document)

  return async (method: string, path: string, response: Response): Promise<ValidationResult> => {
    const found = find(method, path)
    // A method or path that is no call is answered for all of them alike.
    if (!found) return {}
    const { operationId, responses } = found.operation as { operationId: string; responses: Record<string, Json> }
    const described = responses[response.status]
    if (!described) return { operationId, problem: 'this status is not described' }
    const type = response.headers.get('Content-Type')?.split(';')[0] ?? ''
    const place = pointer(described.$ref, found, response.status)
    const content = (described.$ref ? document.components.responses[String(described.$ref).split('/').at(-1) ?? ''] : described)?.content as Json
    if (!(type in content))
      return type !== 'application/json' && 'application/octet-stream' in content ? { operationId } : { operationId, problem: `${type} is not described` }
    if (type !== 'application/json') return { operationId }
    const at = `api#${place}/content/application~1json/schema`
    const validate = validators.get(at) ?? ajv.compile({ $ref: at })
    validators.set(at, validate)
    return validate(await response.json())
      ? { operationId }
      : { operationId, problem: ajv.errorsText(validate.errors?.filter(({ keyword }) => keyword !== 'oneOf').slice(0, 8)) }
  }
}

interface Found {
  readonly template: string
  readonly method: string
  readonly operation: Json
}

/** The call that a request means: as in the server, a fixed path counts before one with parameters. */
const finder = ({ paths }: OpenApi) => {
  const calls = Object.entries(paths)
    .map(([template, item]) => ({ template, item, form: new RegExp(`^/api${template.replace(/\{\w+\}/g, '[^/]+')}$`), parameters: template.split('{').length }))
    .sort((a, b) => a.parameters - b.parameters)
  return (method: string, path: string): Found | undefined => {
    const found = calls.find(({ form, item }) => form.test(path) && method.toLowerCase() in item)
    return found && { template: found.template, method: method.toLowerCase(), operation: found.item[method.toLowerCase()] as Json }
  }
}

const pointer = ($ref: unknown, { template, method }: Found, status: number): string =>
  typeof $ref === 'string' ? $ref.slice(1) : `/paths/${encodeURIComponent(template.replaceAll('~', '~0').replaceAll('/', '~1'))}/${method}/responses/${status}`

const isMoment = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$/.test(text)
