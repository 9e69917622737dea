import { type messages, type PGlite, protocol, types } from '@electric-sql/pglite'
import type { SendStatements, Statement, StatementResult } from '../../database/batch-connection'
import { statementNames } from '../statement-names'

/**
 * Returns a function that sends statements to a PGlite in this thread as one message of the protocol; PGlite's own `query` sends six for each statement.
 * Repeated statements are prepared once if their plans may be kept. This file also runs in browsers, so it imports nothing from Node.
 */
export const statementSender = (pglite: PGlite): SendStatements => {
  const nameOf = statementNames()
  const prepared = new Set<string>()
  return async (statements, { keepsPlans }) => {
    const namedStatements = statements.map((statement) => ({
      ...statement,
      name: keepsPlans && statement.parameters.length > 0 ? nameOf(statement.sql) : undefined,
    }))
    const message = concatenate([...namedStatements.flatMap((statement) => messagesOf(statement, prepared)), protocol.serialize.sync()])
    const results = await pglite.runExclusive(() => pglite.execProtocol(message))
    for (const { name } of namedStatements) if (name !== undefined) prepared.add(name)
    return resultsOf(results.messages, pglite.parsers)
  }
}

interface NamedStatement extends Statement {
  readonly name: string | undefined
}

const { serialize } = protocol

const messagesOf = ({ sql, parameters, name = '' }: NamedStatement, prepared: ReadonlySet<string>): readonly Uint8Array[] => [
  // If an earlier message failed, it is unknown whether the statement is prepared; closing one that does not exist is not an error.
  ...(prepared.has(name) ? [] : [...(name === '' ? [] : [serialize.close({ type: 'S', name })]), serialize.parse({ name, text: sql })]),
  serialize.bind({ statement: name, values: parameters.map(parameterText) }),
  serialize.describe({ type: 'P' }),
  serialize.execute(),
]

/** Returns a value as the text or the bytes of a parameter, as `pg` does. */
const parameterText = (value: unknown): string | Uint8Array | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(arrayElement).join()}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const arrayElement = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL'
  return Array.isArray(value) ? String(parameterText(value)) : `"${String(parameterText(value)).replace(/[\\"]/g, '\\$&')}"`
}

const concatenate = (parts: readonly Uint8Array[]): Uint8Array => {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    result.set(part, end)
    end += part.length
  }
  return result
}

/** Returns the result of each statement; the messages of a statement end with `commandComplete`. */
const resultsOf = (received: readonly messages.BackendMessage[], parsers: PGlite['parsers']): readonly StatementResult[] => {
  const results: StatementResult[] = []
  let columns: readonly { readonly name: string; readonly dataTypeID: number }[] = []
  let rows: unknown[] = []
  for (const message of received) {
    if (message.name === 'rowDescription') columns = (message as messages.RowDescriptionMessage).fields
    if (message.name === 'dataRow') rows.push(rowOf((message as messages.DataRowMessage).fields, columns, parsers))
    if (message.name === 'commandComplete') {
      results.push({ rows, affectedRows: affectedRowsOf((message as messages.CommandCompleteMessage).text) })
      rows = []
    }
  }
  return results
}

const rowOf = (
  values: readonly (string | null)[],
  columns: readonly { readonly name: string; readonly dataTypeID: number }[],
  parsers: PGlite['parsers'],
): Readonly<Record<string, unknown>> => {
  const row: Record<string, unknown> = {}
  columns.forEach(({ name, dataTypeID }, index) => {
    row[name] = types.parseType(values[index] ?? null, dataTypeID, parsers)
  })
  return row
}

/** Returns the number at the end of a command tag such as `INSERT 0 5`; undefined for commands that change no rows. */
const affectedRowsOf = (tag: string): number | undefined => (/^(INSERT|UPDATE|DELETE|MERGE) /.test(tag) ? Number(tag.split(' ').at(-1)) : undefined)
