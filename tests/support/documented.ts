import Ajv, { type ValidateFunction } from 'ajv/dist/2020'
import { type OpenApi, openApi } from '../../src/contract/openapi'
import { modules } from '../../src/modules'
import type { SchemaSet } from '../../src/schema/load/schema-set'
import type { App } from '../../src/server/http/app'
import { isCallServed } from '../../src/server/http/handlers'

/**
 * Returns the app with every response validated by the OpenAPI document; a response that differs from it fails the
 * test.
 */
export const documented = (
  app: Pick<App, 'request'>,
  schemas: SchemaSet,
  onOperation: (operationId: string) => void = () => {},
): Pick<App, 'request'> => {
  return {
    request: async (path, init, caller) => {
      const response = await app.request(path, init, caller)
      const validateAnswer = answerValidatorOf(schemas)
      const { operationId, problem } = await validateAnswer(
        init?.method ?? 'GET',
        new URL(path, 'http://localhost').pathname,
        response.clone(),
      )
      if (problem)
        throw new Error(
          `${init?.method} ${path} answers ${response.status} otherwise than its description (${operationId}): ${problem}`,
        )
      if (operationId) onOperation(operationId)
      return response
    },
  }
}

const validatorsOfSchemas = new WeakMap<SchemaSet, ReturnType<typeof createAnswerValidator>>()

/** Returns the validator of a set of schemas, which is compiled once for all portals that share the set. */
const answerValidatorOf = (schemas: SchemaSet): ReturnType<typeof createAnswerValidator> => {
  const validateAnswer =
    validatorsOfSchemas.get(schemas) ?? createAnswerValidator(openApi(schemas, isCallServed(schemas, modules)))
  validatorsOfSchemas.set(schemas, validateAnswer)
  return validateAnswer
}

interface ValidationResult {
  readonly operationId?: string
  readonly problem?: string
}

type Json = Readonly<Record<string, unknown>>

const createAnswerValidator = (document: OpenApi) => {
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
    // The document does not describe methods and paths that are not calls.
    if (!found) return {}
    const { operationId, responses } = found.operation as { operationId: string; responses: Record<string, Json> }
    const described = responses[response.status]
    if (!described) return { operationId, problem: 'this status is not described' }
    const type = response.headers.get('Content-Type')?.split(';')[0] ?? ''
    const place = pointer(described.$ref, found, response.status)
    const content = (
      described.$ref ? document.components.responses[String(described.$ref).split('/').at(-1) ?? ''] : described
    )?.content as Json
    if (!(type in content))
      return type !== 'application/json' && 'application/octet-stream' in content
        ? { operationId }
        : { operationId, problem: `${type} is not described` }
    if (type !== 'application/json') return { operationId }
    const at = `api#${place}/content/application~1json/schema`
    const validate = validators.get(at) ?? ajv.compile({ $ref: at })
    validators.set(at, validate)
    return validate(await response.json())
      ? { operationId }
      : {
          operationId,
          problem: ajv.errorsText(validate.errors?.filter(({ keyword }) => keyword !== 'oneOf').slice(0, 8)),
        }
  }
}

interface Found {
  readonly template: string
  readonly method: string
  readonly operation: Json
}

/** Returns a function that finds the call of a request; as in the server, a fixed path precedes one with parameters. */
const finder = ({ paths }: OpenApi) => {
  const calls = Object.entries(paths)
    .map(([template, item]) => ({
      template,
      item,
      form: new RegExp(`^/api${template.replace(/\{\w+\}/g, '[^/]+')}$`),
      parameters: template.split('{').length,
    }))
    .sort((a, b) => a.parameters - b.parameters)
  return (method: string, path: string): Found | undefined => {
    const found = calls.find(({ form, item }) => form.test(path) && method.toLowerCase() in item)
    return (
      found && {
        template: found.template,
        method: method.toLowerCase(),
        operation: found.item[method.toLowerCase()] as Json,
      }
    )
  }
}

const pointer = ($ref: unknown, { template, method }: Found, status: number): string =>
  typeof $ref === 'string'
    ? $ref.slice(1)
    : `/paths/${encodeURIComponent(template.replaceAll('~', '~0').replaceAll('/', '~1'))}/${method}/responses/${status}`

const isMoment = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$/.test(text)
