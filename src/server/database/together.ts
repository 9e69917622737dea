import type { CompiledQuery } from 'kysely'
import type { Db } from '../ports'

/**
 * Sends statements without waiting for the result of each before the next is sent, so that they take one round trip,
 * and returns their rows.
 * They must not depend on each other.
 * Throws the first error once all have ended, so that the connection is free for its next user.
 * Outside a transaction, the statements after a failed one may have been executed.
 */
export const executeTogether = async <Rows extends readonly unknown[] | readonly []>(
  db: Db,
  queries: { readonly [Index in keyof Rows]: CompiledQuery<Rows[Index]> },
): Promise<{ readonly [Index in keyof Rows]: readonly Rows[Index][] }> => {
  const results = await db.getExecutor().provideConnection(async (connection) => {
    const sent = queries.map((query) => connection.executeQuery(query))
    await Promise.allSettled(sent)
    return Promise.all(sent)
  })
  // The cast is needed, because `map` returns an array and not a tuple.
  return results.map(({ rows }) => rows) as { [Index in keyof Rows]: readonly Rows[Index][] }
}
