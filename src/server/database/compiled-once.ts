import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from '../ports'

/**
 * Returns a function for a statement that every call sends: its text is compiled once, and later calls only replace the values of its parameters.
 * `build` must use each of its arguments once, in their order.
 */
export const compiledOnce = <Row, Values extends readonly unknown[]>(
  build: (...values: Values) => RawBuilder<Row>,
): ((db: Db, ...values: Values) => CompiledQuery<Row>) => {
  let text: string | undefined
  return (db, ...values) => {
    text ??= build(...values).compile(db).sql
    return CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>
  }
}
