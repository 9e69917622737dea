import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Resource } from '../../../schema/language/resource'
import { fieldNamed } from '../../../schema/language/types'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { actorOf } from '../../access/caller'
import type { SqlScope } from '../../access/tenant'
import { compileTemplate, fillTemplate, Parameter, type StatementTemplate } from '../../database/statements/template'
import { columnType } from '../../database/table-definition'
import type { Scope } from '../../http/call'
import { recentValuesOf } from '../../recent-values'
import { type RecordContext, type RecordKey, todayOf } from '../context'
import { parseKeyValue } from '../parse-key'
import { allOf, columnOf, type SqlContext } from '../projection'

/** The values that a call passes to a statement on records. */
export interface StatementInput {
  readonly context: RecordContext
}

/** The values that a call passes to a statement on the record with a key. */
export interface KeyInput extends StatementInput {
  readonly key: RecordKey
}

/** Returns the condition for the record with the key of a call. It is true for no record if a value of the key is invalid. */
export const keyCondition = (resource: Resource): RawBuilder<SqlBool> =>
  allOf(resource.key.map((name) => sql`${columnOf(name)} = ${new Parameter(({ key }: KeyInput) => keyValue(resource, key, name))}`))

const keyValue = (resource: Resource, key: RecordKey, name: string): unknown => {
  const field = fieldNamed(resource.fields, name)
  return field ? parseKeyValue(String(key[name] ?? ''), columnType(field)) : null
}

/** A statement on the records of a resource. */
interface RecordStatement<Row, Input extends StatementInput> {
  /** Identifies the text of the statement among all statements on the resource, for sessions of one kind. */
  readonly shape: string
  /** Builds the statement. All values that differ between the calls must be parameters. The parameters must not refer to the call for which the statement is built, because the values of that call would stay in memory. */
  readonly build: (context: SqlContext) => RawBuilder<Row>
  readonly input: Input
}

/** Returns a statement on the records of a resource. Its text is compiled once for each shape and kind of session. */
export const recordStatement = <Row, Input extends StatementInput>(
  resource: Resource,
  { shape, build, input }: RecordStatement<Row, Input>,
): CompiledQuery<Row> => {
  const { db, schemas, scope } = input.context
  const templates = templatesOf(schemas, resource)
  const key = `${shape} ${scopeShape(scope)}`
  let template = templates.get(key)
  if (!template) {
    template = compileTemplate(db, build(parametersOf(schemas, scope)))
    templates.set(key, template)
  }
  return fillTemplate(template, input)
}

const templatesOf = (schemas: SchemaSet, resource: Resource) => {
  // The number of statements on a resource grows, because a change can set any combination of columns.
  const templates = templatesBySchemas.get(schemas) ?? recentValuesOf<StatementTemplate>(100)
  templatesBySchemas.set(schemas, templates)
  return templates(resource)
}

const templatesBySchemas = new WeakMap<SchemaSet, ReturnType<typeof recentValuesOf<StatementTemplate>>>()

/** Returns a text that is equal for sessions whose tenant conditions have the same text. */
const scopeShape = (scope: Scope): string => (scope.kind === 'company' ? `company ${scope.applyCodes.length}` : scope.kind)

const parametersOf = (schemas: SchemaSet, scope: Scope): SqlContext => ({
  schemas,
  scope: scopeParameters(scope),
  today: new Parameter(({ context }: StatementInput) => todayOf(context)),
  actor: new Parameter(({ context }: StatementInput) => actorOf(context.scope)),
})

const scopeParameters = (scope: Scope): SqlScope => {
  if (scope.kind !== 'company') return { kind: scope.kind }
  return {
    kind: 'company',
    uniformNo: new Parameter((input: StatementInput) => companyScope(input).uniformNo),
    applyCodes: scope.applyCodes.map((_, index) => new Parameter((input: StatementInput) => companyScope(input).applyCodes[index])),
  }
}

const companyScope = ({ context: { scope } }: StatementInput) => {
  if (scope.kind !== 'company') throw new Error('The statement was compiled for the session of a company.')
  return scope
}
