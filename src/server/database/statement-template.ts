import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from '../ports'

/** The place of a value in a statement that is compiled once. Each call reads the value from its input. */
export class Parameter<Input> {
  constructor(readonly read: (input: Input) => unknown) {}
}

/**
 * Returns a function for a statement that many calls send. Its text is compiled at the first call, because building and compiling a statement takes longer than
 * all other work for it. The values that differ between the calls must be parameters.
 */
export const statementTemplate = <Row, Input>(build: () => RawBuilder<Row>): ((db: Db, input: Input) => CompiledQuery<Row>) => {
  let compiled: CompiledQuery<Row> | undefined
  return (db, input) => {
    compiled ??= build().compile(db)
    const { sql, query, queryId } = compiled
    return { sql, query, queryId, parameters: compiled.parameters.map((value) => (value instanceof Parameter ? value.read(input) : value)) }
  }
}
