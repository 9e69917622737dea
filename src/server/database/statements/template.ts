import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from '../../ports'

/** The place of a value in a template. Each call reads the value from its input. */
export class Parameter<Input> {
  constructor(readonly read: (input: Input) => unknown) {}
}

/** Returns a value that is computed from another one: at once, or for each call if the other one is a parameter. `compute` must not refer to a call, because a template keeps it. */
export const derivedValue = (value: unknown, compute: (value: unknown) => unknown): unknown =>
  value instanceof Parameter ? new Parameter((input: unknown) => compute(value.read(input))) : compute(value)

/**
 * A compiled statement that many calls send with different values, because building and compiling a statement takes longer than everything else that the
 * server does to send it. The values that differ between the calls must be parameters.
 */
export type StatementTemplate = CompiledQuery

/** Compiles a statement to a template, which keeps the text and the parameters, but not the parts from which the statement was built. */
export const compileTemplate = (db: Db, statement: RawBuilder<unknown>): StatementTemplate => {
  const { sql, parameters } = statement.compile(db)
  return CompiledQuery.raw(sql, [...parameters])
}

/** Returns the statement for the input of a call. */
export const fillTemplate = <Row, Input>({ sql, query, queryId, parameters }: StatementTemplate, input: Input): CompiledQuery<Row> => ({
  sql,
  query,
  queryId,
  parameters: parameters.map((value) => (value instanceof Parameter ? value.read(input) : value)),
})

/** Returns a function that returns the statement for a call. The statement has the same text in all calls and is compiled for the first one. */
export const compiledOnce = <Row, Input>(build: () => RawBuilder<Row>): ((db: Db, input: Input) => CompiledQuery<Row>) => {
  let template: StatementTemplate | undefined
  return (db, input) => {
    template ??= compileTemplate(db, build())
    return fillTemplate(template, input)
  }
}
